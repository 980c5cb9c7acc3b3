import { expect, it } from 'vitest';
import { setContext } from '#src/editor/shell/commands';
import { editor } from '../fakeVscode/editor';

it("the menus of the window aren't evaluated again for a state that is the same", () => {
  // Other tests of this process may have set them.
  for (const key of ['signedIn', 'sandboxSelected'] as const) setContext(key, true);
  editor.commands.length = 0;
  for (const isSignedIn of [false, false, true, true, false]) setContext('signedIn', isSignedIn);
  setContext('sandboxSelected', false);
  expect(editor.commands).toEqual([
    ['setContext', 'marketData.signedIn', false],
    ['setContext', 'marketData.signedIn', true],
    ['setContext', 'marketData.signedIn', false],
    ['setContext', 'marketData.sandboxSelected', false],
  ]);
});
