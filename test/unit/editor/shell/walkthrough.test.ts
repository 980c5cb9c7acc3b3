import { beforeEach, expect, it, vi } from 'vitest';
import type { Memory } from '../../../../src/editor/shell/memory';
import { Walkthrough } from '../../../../src/editor/shell/walkthrough';

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
/** On for a moment: VS Code ticks a step when its context turns true. */
const signedIn = ['marketData.hasSignedIn true', 'marketData.hasSignedIn false'];

beforeEach(() => {
  kept.clear();
  editor.contexts = [];
});

it('ticks a step that was done on another day, before the walkthrough was ever opened', async () => {
  walkthrough().tick('hasSignedIn');
  editor.contexts = [];
  await walkthrough().open();
  expect(editor.contexts).toEqual(signedIn);
});

it('ticks it too where VS Code opens the walkthrough, and nothing for tabs of files', () => {
  walkthrough().tick('hasSignedIn');
  editor.contexts = [];
  editor.changeTabs({ opened: [{ input: { uri: 'a file' } }], changed: [] });
  expect(editor.contexts).toEqual([]);
  editor.changeTabs({ opened: [{ input: undefined }], changed: [] });
  expect(editor.contexts).toEqual(signedIn);
});

it('writes down once what is done again and again', () => {
  const keep = vi.spyOn(memory, 'keep');
  const { tick } = walkthrough();
  tick('hasRows');
  tick('hasRows');
  expect(keep).toHaveBeenCalledTimes(1);
});

it('ticks nothing for what another version of the extension left there', async () => {
  kept.set('marketData.ticked', ['hasFlown', 3]);
  await walkthrough().open();
  expect(editor.contexts).toEqual([]);
});
