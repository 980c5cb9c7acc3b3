import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleFile, bundleText, problemsOfSentences, unsaidInView } from '../harness/sentences.mjs';

describe('the sentences of the code', () => {
  it('are all in the bundle for translators, and nothing else is: npm run l10n', async () => {
    expect(readFileSync(bundleFile, 'utf8')).toBe(await bundleText());
  });

  it('are said as they are, with a value for each place', () => {
    expect(problemsOfSentences()).toEqual([]);
  });

  it('are all that the view shows: no word there is English whatever the language', () => {
    expect(unsaidInView()).toEqual([]);
  });
});
