import { beforeEach, expect, it, vi } from 'vitest';
import type { Disposable } from 'vscode';
import { Connections } from '#src/editor/connections/connections';
import type { SecretVault } from '#src/editor/connections/secretVault';
import type { ServiceAccess } from '#src/editor/connections/serviceAccess';
import { createStatusBar } from '#src/editor/connections/statusBar';
import type { MarketClient } from '#src/service/clientTypes';
import type { Connection } from '#src/request/connection';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { memoryOf } from '../memoryOf';
import { ownConnection } from '../ownConnection';

const own = ownConnection('own');
let forgotten: string[];
let connections: Connections;
let state: SecretVault['state'];
let removal: Promise<void>;

const configure = (...configured: Connection[]) => editor.set('marketData.connections', configured);
const failures = () => editor.messages.flatMap(({ kind, text }) => (kind === 'error' ? text : []));

beforeEach(() => {
  configure(own);
  forgotten = [];
  state = () => Promise.resolve('signedIn');
  removal = Promise.resolve();
  connections = new Connections(
    memoryOf({ 'marketData.selectedConnection': 'own' }),
    doubleOf<SecretVault>({
      onDidChange: () => doubleOf<Disposable>({}),
      keptNames: ['own'],
      state: (connection) => state(connection),
      remove: (name) => {
        forgotten.push(name);
        return removal;
      },
    }),
    doubleOf<ServiceAccess>({
      marketClient: () => Promise.resolve(doubleOf<MarketClient>({ forget: () => undefined })),
    }),
  );
});

it("a connection keeps its password if the settings can't be written", async () => {
  const refuse = () => Promise.reject(new Error('The settings file is read-only.'));
  await expect(connections.remove('own', refuse)).rejects.toThrow('read-only');
  expect(forgotten).toEqual([]);
  expect(connections.selected).toBe('own');
});

it('tells only once another connection is selected, not of states', async () => {
  let told = 0;
  connections.onDidSelect(() => (told += 1));
  connections.setRefused('own', true);
  await connections.select('own');
  expect(told).toBe(0);
  await connections.select('sandbox');
  expect([told, connections.chosen]).toEqual([1, 'sandbox']);
});

it('a removed connection loses its secrets and the selection', async () => {
  await connections.remove('own', () => {
    configure();
    return Promise.resolve();
  });
  expect(forgotten).toEqual(['own']);
  expect(connections.missing).toBeUndefined();
  expect(connections.selected).toBe('sandbox');
});

it('the status bar names the selected connection, not the sample service, after it was removed from the settings', async () => {
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBarItems.at(-1)?.text).toBe('$(plug) own'));
  configure();
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBarItems.at(-1)?.text).toBe('$(warning) own'));
  expect(editor.statusBarItems.at(-1)?.tooltip).toMatch(/own is no longer in the settings\. Select another/);
});

it("a name that isn't in the settings is rejected with the available names", async () => {
  const words = 'Connection "unknown" not found. Available connections: sandbox, own.';
  await expect(connections.get('unknown')).rejects.toThrow(words);
  await expect(connections.select('unknown')).rejects.toThrow(words);
  expect(connections.selected).toBe('own');
});

it("the user learns if the saved sign-in of a removed connection can't be deleted, because the password is still there", async () => {
  removal = Promise.reject(new Error('The keyring is locked.'));
  editor.press('Remove Saved Sign-in');
  configure();
  await vi.waitFor(() => expect(failures()).toEqual(['The keyring is locked.']));
});
