import { beforeEach, expect, it, vi } from 'vitest';
import type { Tab } from 'vscode';
import type { StoredValues } from '#src/editor/shell/storedValues';
import { Walkthrough } from '#src/editor/shell/walkthroughSteps';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

const kept = new Map<string, unknown>();
const stored: StoredValues = {
  get: (key) => kept.get(key),
  update: () => Promise.resolve(),
  keep: (key, value) => void kept.set(key, value),
};
/** The contexts that were set since this was last asked. */
const contexts = () =>
  editor.commands
    .splice(0)
    .flatMap(([id, key, value]) => (id === 'setContext' ? `${String(key)} ${String(value)}` : []));
const openTab = (input: unknown) =>
  editor.changedTabs.fire({ opened: [doubleOf<Tab>({ input })], changed: [], closed: [] });
const walkthrough = () => new Walkthrough(stored, 'publisher.name');
/** True only for a moment: VS Code checks off a step when its context becomes true. */
const signedIn = ['marketData.hasSignedIn true', 'marketData.hasSignedIn false'];

beforeEach(() => kept.clear());

it('a step that was completed before the walkthrough was first opened is checked off on a later day', async () => {
  walkthrough().tick('hasSignedIn');
  contexts();
  await walkthrough().open();
  expect(contexts()).toEqual(signedIn);
});

it('a step is also checked off if VS Code opens the walkthrough, but not for file tabs', () => {
  walkthrough().tick('hasSignedIn');
  contexts();
  openTab({ uri: 'a file' });
  expect(contexts()).toEqual([]);
  openTab(undefined);
  expect(contexts()).toEqual(signedIn);
});

it('a step is stored only once, however often it is done', () => {
  const keep = vi.spyOn(stored, 'keep');
  const { tick } = walkthrough();
  tick('hasRows');
  tick('hasRows');
  expect(keep).toHaveBeenCalledTimes(1);
});

it('unknown steps that another version of the extension stored are ignored', async () => {
  kept.set('marketData.ticked', ['hasFlown', 3]);
  await walkthrough().open();
  expect(contexts()).toEqual([]);
});
