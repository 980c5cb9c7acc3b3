import { beforeEach, expect, it, vi } from 'vitest';
import type { Disposable } from 'vscode';
import { Connections } from '../../../../src/editor/connections/connections';
import type { SecretVault } from '../../../../src/editor/connections/secretVault';
import type { ServiceAccess } from '../../../../src/editor/connections/serviceAccess';
import { createStatusBar } from '../../../../src/editor/connections/statusBar';
import type { MarketClient } from '../../../../src/service/clientTypes';
import { doubleOf } from '../../doubleOf';
import { ownConnection } from '../ownConnection';

const editor = vi.hoisted(() => ({
  connections: [] as object[],
  accepts: false,
  statusBar: { text: '', tooltip: '' },
}));

vi.mock('vscode', () => ({
  EventEmitter: class {
    event = () => ({ dispose: () => undefined });
    fire = () => undefined;
  },
  Disposable: { from: () => ({}) },
  StatusBarAlignment: { Left: 1 },
  ThemeColor: vi.fn(),
  commands: { executeCommand: () => Promise.resolve() },
  l10n: {
    t: (text: string, ...values: string[]) =>
      text.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? ''),
  },
  window: { createStatusBarItem: () => Object.assign(editor.statusBar, { show: () => undefined }) },
}));
vi.mock('../../../../src/editor/shell/settings', () => ({
  onSettingChange: () => ({}),
  settings: { connections: () => editor.connections },
}));

const own = ownConnection('own');
let forgotten: string[];
let memory: Map<string, unknown>;
let connections: Connections;

beforeEach(() => {
  editor.connections = [own];
  forgotten = [];
  memory = new Map([['marketData.selectedConnection', 'own']]);
  connections = new Connections(
    {
      get: (key) => memory.get(key),
      update: (key, value) => {
        memory.set(key, value);
        return Promise.resolve();
      },
      keep: () => undefined,
    },
    doubleOf<SecretVault>({
      onDidChange: () => doubleOf<Disposable>({}),
      keptNames: ['own'],
      state: () => Promise.resolve('signedIn'),
      remove: (name) => {
        forgotten.push(name);
        return Promise.resolve();
      },
    }),
    doubleOf<ServiceAccess>({
      marketClient: () => Promise.resolve(doubleOf<MarketClient>({ forget: () => undefined })),
    }),
    {
      isProposed: (name) => Promise.resolve(name === 'proposed'),
      review: () => Promise.resolve(editor.accepts),
    },
  );
});

it('a connection keeps its password if the settings cannot be written', async () => {
  const refuse = () => Promise.reject(new Error('The settings file is read-only.'));
  await expect(connections.remove('own', refuse)).rejects.toThrow('read-only');
  expect(forgotten).toEqual([]);
  expect(connections.selected).toBe('own');
});

it('a removed connection loses its secrets and the selection', async () => {
  await connections.remove('own', () => {
    editor.connections = [];
    return Promise.resolve();
  });
  expect(forgotten).toEqual(['own']);
  expect(connections.missing).toBeUndefined();
  expect(connections.selected).toBe('sandbox');
});

it('the status bar names the selected connection, not the sample service, after it was removed from the settings', async () => {
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBar.text).toBe('$(plug) own'));
  editor.connections = [];
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBar.text).toBe('$(warning) own'));
  expect(editor.statusBar.tooltip).toMatch(/own is no longer in the settings\. Select another/);
});

it('a name that only the workspace proposes is not used: the message says what to do', async () => {
  const words =
    /^Connection "proposed" isn't in your settings\. This workspace proposes it: run Select Connection/;
  await expect(connections.get('proposed')).rejects.toThrow(words);
  await expect(connections.select('proposed')).rejects.toThrow(words);
  await expect(connections.get('unknown')).rejects.toThrow(/Connection "unknown" not found/);
  expect(connections.selected).toBe('own');
});

it('before a query, only a proposed connection is shown for review, and without that nothing continues', async () => {
  expect(await connections.offerProposed('own')).toBe(true);
  expect(await connections.offerProposed('unknown')).toBe(true);
  expect(await connections.offerProposed('proposed')).toBe(false);
  editor.accepts = true;
  expect(await connections.offerProposed('proposed')).toBe(true);
});
