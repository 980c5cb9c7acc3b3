import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleFile, bundleText, problemsOfSentences, unsaidInView } from '../../scripts/sentences.mjs';

describe('the sentences of the code', () => {
  it('are all in the bundle for translators, and nothing else is: npm run generate:sentences', async () => {
    expect(readFileSync(bundleFile, 'utf8')).toBe(await bundleText());
  });

  it('are literals, with a value for each placeholder', () => {
    expect(problemsOfSentences()).toEqual([]);
  });

  it('are all the text in the view, so that no word there remains untranslated', () => {
    expect(unsaidInView()).toEqual([]);
  });
});
