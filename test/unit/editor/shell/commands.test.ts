import { expect, it } from 'vitest';
import { setContext } from '#src/editor/shell/commands';
import { editor } from '../fakeVscode/editor';

it("the menus of the window aren't evaluated again for a state that is the same", () => {
  // Other tests of this process may have set them.
  for (const key of ['welcome', 'comparisonShown'] as const) setContext(key, true);
  editor.commands.length = 0;
  for (const isSignedIn of [false, false, true, true, false]) setContext('welcome', isSignedIn);
  setContext('comparisonShown', false);
  expect(editor.commands).toEqual([
    ['setContext', 'marketData.welcome', false],
    ['setContext', 'marketData.welcome', true],
    ['setContext', 'marketData.welcome', false],
    ['setContext', 'marketData.comparisonShown', false],
  ]);
});
