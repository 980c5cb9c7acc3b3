import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleFile, bundleText, sentencesOfCode, unsaidInView } from '../harness/sentences.mjs';

describe('the sentences of the code', () => {
  it('are all in the bundle for translators, and nothing else is: npm run l10n', () => {
    expect(JSON.parse(readFileSync(bundleFile, 'utf8'))).toEqual(JSON.parse(bundleText()));
  });

  it('are said as they are, with a value for each place', () => {
    expect(sentencesOfCode().problems).toEqual([]);
  });

  it('are all that the view shows: no word there is English whatever the language', () => {
    expect(unsaidInView()).toEqual([]);
  });

  // The view's language is a script of its own: test/ui/language.test.ts.
  it.each(['src/extension.ts', 'src/editor/workbench.ts', 'src/results/thread/worker.ts'])(
    'are known to %s before anything else is loaded, since datasets and labels are words',
    (entry) => {
      const [first] = /^import .*$/m.exec(readFileSync(entry, 'utf8')) ?? [];
      expect(first).toMatch(/^import '\.\/((editor\/)?shell\/)?language';$/);
    },
  );
});
