import { beforeEach, expect, it, vi } from 'vitest';
import type { Connections, ConnectionState } from '#src/editor/connections/connections';
import { promptForConnection } from '#src/editor/connections/selectConnection';
import type { SignIn } from '#src/editor/connections/signIn';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

vi.mock('#src/editor/shell/settings', () => ({ changeConnection: vi.fn() }));

/** What was done with which connection. */
const done: string[][] = [];

async function choose(label: string, selected: string, own: readonly string[], state: ConnectionState) {
  editor.pick = (items) => items.find((item) => item.label === label);
  await promptForConnection(
    doubleOf<Connections>({
      names: ['sandbox', ...own],
      selected,
      orphans: [],
      state: () => Promise.resolve(state),
      select: (name) => Promise.resolve(void done.push(['select', name])),
      remove: (name) => Promise.resolve(void done.push(['remove', name])),
    }),
    doubleOf<SignIn>({
      prompt: (name = selected) => Promise.resolve(done.push(['sign in', name]) > 0),
      promptSignOut: (name = selected) => Promise.resolve(void done.push(['sign out', name])),
      correct: (name) => Promise.resolve(done.push(['edit', name]) > 0),
    }),
  );
  return editor.menus.at(-1)?.map((item) => item.label) ?? [];
}

beforeEach(() => {
  done.length = 0;
});

it('a name that came from a repository is shown as it is: an icon in it could pass for a state of the connection', async () => {
  const name = '$(verified) production';
  const labels = await choose('$ (verified) production', name, [name], 'signedIn');
  expect(labels.join()).not.toContain('$(');
  expect(done).toEqual([['select', name]]);
});

it('everything that can be done with the selected connection is in one list', async () => {
  const own = ['production', 'test'];
  await choose('Sign In to test…', 'test', own, 'signedOut');
  await choose('Sign Out of test…', 'test', own, 'signedIn');
  await choose('Edit test…', 'test', own, 'signedIn');
  expect(done).toEqual([
    ['sign in', 'test'],
    ['sign out', 'test'],
    ['edit', 'test'],
  ]);
  expect(await choose('', 'test', own, 'signedOut')).not.toContain('Sign Out of test…');
});

it('no connection is removed without confirmation', async () => {
  await choose('Remove test…', 'test', ['test'], 'signedIn');
  expect(editor.told).toEqual(['Remove test?']);
  expect(done).toEqual([]);
  editor.press('Remove');
  await choose('Remove test…', 'test', ['test'], 'signedIn');
  expect(done).toEqual([['remove', 'test']]);
});

it('the sample service can neither be edited nor removed', async () => {
  const labels = await choose('', 'sandbox', ['test'], 'sample');
  expect(labels).toEqual(['sandbox', 'test', '', 'Add Connection…']);
});
