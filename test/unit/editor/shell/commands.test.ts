import { expect, it, vi } from 'vitest';
import { setContext } from '../../../../src/editor/shell/commands';

const editor = vi.hoisted(() => ({ told: [] as unknown[][] }));

vi.mock('vscode', () => ({
  commands: {
    executeCommand: (...told: unknown[]) => {
      editor.told.push(told);
      return Promise.resolve();
    },
  },
}));

it('the menus of the window are not evaluated again for a state that is the same', () => {
  for (const isSignedIn of [false, false, true, true, false]) setContext('signedIn', isSignedIn);
  setContext('sandboxSelected', false);
  expect(editor.told).toEqual([
    ['setContext', 'marketData.signedIn', false],
    ['setContext', 'marketData.signedIn', true],
    ['setContext', 'marketData.signedIn', false],
    ['setContext', 'marketData.sandboxSelected', false],
  ]);
});
