import { beforeEach, expect, it, vi } from 'vitest';
import type { Connections } from '../../../../src/editor/connections/connections';
import { removeOwnConnection } from '../../../../src/editor/connections/ownConnections';

/** What a person sees and presses. */
const person = vi.hoisted(() => ({
  told: [] as string[],
  offered: [] as (readonly string[])[],
  run: [] as string[],
  presses: '',
}));

vi.mock('../../../../src/editor/connections/addConnection', () => ({}));
vi.mock('../../../../src/editor/shell/settings', () => ({ changeConnection: vi.fn() }));
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: string[]) => text.replace('{0}', values[0] ?? '') },
  commands: { executeCommand: (id: string) => person.run.push(id) },
  window: {
    showInformationMessage: (text: string) => {
      person.told.push(text);
      return Promise.resolve(person.presses);
    },
    showWarningMessage: (text: string) => {
      person.told.push(text);
      return Promise.resolve(person.presses);
    },
    showQuickPick: (items: readonly { name: string }[]) => {
      person.offered.push(items.map(({ name }) => name));
      return Promise.resolve(items[0]);
    },
  },
}));

const removed: string[] = [];
const connections = (selected: string, ...own: string[]) =>
  ({
    names: ['sandbox', ...own],
    selected,
    remove: (name: string) => Promise.resolve(removed.push(name)),
  }) as unknown as Connections;

beforeEach(() => {
  Object.assign(person, { told: [], offered: [], run: [], presses: '' });
  removed.length = 0;
});

it('the sample service can never be removed: without other connections, adding one is suggested', async () => {
  person.presses = 'Add Connection';
  await removeOwnConnection(connections('sandbox'));
  expect(person.told).toEqual(["You haven't added a connection yet."]);
  expect(person.run).toEqual(['marketData.connection.add']);
  expect(removed).toEqual([]);
});

it('of several connections, the selected one comes first, and none is removed without confirmation', async () => {
  await removeOwnConnection(connections('test', 'production', 'test'));
  expect(person.offered).toEqual([['test', 'production']]);
  expect(person.told).toEqual(['Remove test?']);
  expect(removed).toEqual([]);
  person.presses = 'Remove';
  await removeOwnConnection(connections('test', 'production', 'test'));
  expect(removed).toEqual(['test']);
});
