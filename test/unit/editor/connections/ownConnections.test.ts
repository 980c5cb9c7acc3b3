import { beforeEach, expect, it, vi } from 'vitest';
import type { Connections } from '#src/editor/connections/connections';
import { removeOwnConnection } from '#src/editor/connections/ownConnections';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

vi.mock('#src/editor/connections/addConnection', () => ({}));
vi.mock('#src/editor/shell/settings', () => ({ changeConnection: vi.fn() }));

const removed: string[] = [];
const connections = (selected: string, ...own: string[]) =>
  doubleOf<Connections>({
    names: ['sandbox', ...own],
    selected,
    remove: (name) => Promise.resolve(void removed.push(name)),
  });

beforeEach(() => {
  editor.pick = (items) => items[0];
  removed.length = 0;
});

it('the sample service can never be removed: without other connections, adding one is suggested', async () => {
  editor.press('Add Connection');
  await removeOwnConnection(connections('sandbox'));
  expect(editor.told).toEqual(["You haven't added a connection yet."]);
  expect(editor.commands).toEqual([['marketData.connection.add']]);
  expect(removed).toEqual([]);
});

it('of several connections, the selected one comes first, and none is removed without confirmation', async () => {
  await removeOwnConnection(connections('test', 'production', 'test'));
  expect(editor.menus[0]?.map(({ label }) => label)).toEqual(['test', 'production']);
  expect(editor.told).toEqual(['Remove test?']);
  expect(removed).toEqual([]);
  editor.press('Remove');
  await removeOwnConnection(connections('test', 'production', 'test'));
  expect(removed).toEqual(['test']);
});
