import { beforeEach, expect, it, vi } from 'vitest';
import type { Memory } from '../../../../src/editor/shell/memory';
import { Walkthrough } from '../../../../src/editor/shell/walkthroughSteps';

interface Change {
  opened: { input?: unknown }[];
  changed: { input?: unknown }[];
}

const editor = vi.hoisted(() => ({
  contexts: [] as string[],
  changeTabs: (_: Change): void => undefined,
}));
vi.mock('vscode', () => ({
  commands: {
    executeCommand: (command: string, key: string, value?: boolean) => {
      if (command === 'setContext') editor.contexts.push(`${key} ${value}`);
      return Promise.resolve();
    },
  },
  window: {
    tabGroups: {
      onDidChangeTabs: (listener: typeof editor.changeTabs) => {
        editor.changeTabs = listener;
        return { dispose: () => undefined };
      },
    },
  },
}));

const kept = new Map<string, unknown>();
const memory: Memory = {
  get: (key) => kept.get(key),
  update: () => Promise.resolve(),
  keep: (key, value) => void kept.set(key, value),
};
const walkthrough = () => new Walkthrough(memory, 'publisher.name');
/** True only for a moment: VS Code checks off a step when its context becomes true. */
const signedIn = ['marketData.hasSignedIn true', 'marketData.hasSignedIn false'];

beforeEach(() => {
  kept.clear();
  editor.contexts = [];
});

it('a step that was completed before the walkthrough was first opened is checked off on a later day', async () => {
  walkthrough().tick('hasSignedIn');
  editor.contexts = [];
  await walkthrough().open();
  expect(editor.contexts).toEqual(signedIn);
});

it('a step is also checked off if VS Code opens the walkthrough, but not for file tabs', () => {
  walkthrough().tick('hasSignedIn');
  editor.contexts = [];
  editor.changeTabs({ opened: [{ input: { uri: 'a file' } }], changed: [] });
  expect(editor.contexts).toEqual([]);
  editor.changeTabs({ opened: [{ input: undefined }], changed: [] });
  expect(editor.contexts).toEqual(signedIn);
});

it('a step is stored only once, however often it is done', () => {
  const keep = vi.spyOn(memory, 'keep');
  const { tick } = walkthrough();
  tick('hasRows');
  tick('hasRows');
  expect(keep).toHaveBeenCalledTimes(1);
});

it('unknown steps that another version of the extension stored are ignored', async () => {
  kept.set('marketData.ticked', ['hasFlown', 3]);
  await walkthrough().open();
  expect(editor.contexts).toEqual([]);
});
