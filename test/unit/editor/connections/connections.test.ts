import { beforeEach, expect, it, vi } from 'vitest';
import type { Disposable } from 'vscode';
import { Connections } from '../../../../src/editor/connections/connections';
import type { SecretVault, SignInState } from '../../../../src/editor/connections/secretVault';
import type { ServiceAccess } from '../../../../src/editor/connections/serviceAccess';
import { createStatusBar } from '../../../../src/editor/connections/statusBar';
import type { MarketClient } from '../../../../src/service/clientTypes';
import { doubleOf } from '../../doubleOf';
import { ownConnection } from '../ownConnection';

const editor = vi.hoisted(() => ({
  connections: [] as object[],
  accepts: false,
  statusBar: { text: '', tooltip: '' },
  /** Tells of a change of the settings. */
  changeSettings: (): unknown => undefined,
  /** What is pressed in warnings. */
  presses: '',
  failures: [] as string[],
  contexts: new Map<unknown, unknown>(),
}));

vi.mock('vscode', () => ({
  EventEmitter: class {
    event = () => ({ dispose: () => undefined });
    fire = () => undefined;
  },
  Disposable: { from: () => ({}) },
  StatusBarAlignment: { Left: 1 },
  ThemeColor: vi.fn(),
  commands: {
    executeCommand: (_: string, key: unknown, value: unknown) =>
      Promise.resolve(void editor.contexts.set(key, value)),
  },
  l10n: {
    t: (text: string, ...values: string[]) =>
      text.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? ''),
  },
  window: {
    state: { focused: true },
    createStatusBarItem: () => Object.assign(editor.statusBar, { show: () => undefined }),
    showWarningMessage: (_: string, ...buttons: string[]) =>
      Promise.resolve(buttons.find((button) => button === editor.presses)),
    showErrorMessage: (text: string) => Promise.resolve(void editor.failures.push(text)),
  },
}));
vi.mock('../../../../src/editor/shell/settings', () => ({
  onSettingChange: (_: string, listener: () => void) => {
    editor.changeSettings = listener;
    return {};
  },
  settings: { connections: () => editor.connections },
}));

const own = ownConnection('own');
let forgotten: string[];
let memory: Map<string, unknown>;
let connections: Connections;
let state: SecretVault['state'];
let removal: Promise<void>;

beforeEach(() => {
  editor.connections = [own];
  Object.assign(editor, { presses: '', failures: [], contexts: new Map() });
  forgotten = [];
  state = () => Promise.resolve('signedIn');
  removal = Promise.resolve();
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
      state: (connection) => state(connection),
      remove: (name) => {
        forgotten.push(name);
        return removal;
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
    /^Connection "proposed" isn't in your settings, but this workspace proposes it\. To review its addresses, run/;
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

it('says so if the saved sign-in of a removed connection cannot be deleted: the password is still there', async () => {
  removal = Promise.reject(new Error('The keyring is locked.'));
  Object.assign(editor, { connections: [], presses: 'Remove Saved Sign-in' });
  editor.changeSettings();
  await vi.waitFor(() => expect(editor.failures).toEqual(['The keyring is locked.']));
});

it('menus follow the connection selected last, even if the state of the one before it arrives later', async () => {
  let answerLate: (late: SignInState) => void = () => undefined;
  state = ({ name }) =>
    name === 'own' ? new Promise((resolve) => (answerLate = resolve)) : Promise.resolve('signedOut');
  editor.connections = [own, ownConnection('other')];
  connections.refresh();
  await connections.select('other');
  await vi.waitFor(() => expect(editor.contexts.get('marketData.signedIn')).toBe(false));
  answerLate('signedIn');
  await new Promise((resolve) => setTimeout(resolve));
  expect(editor.contexts.get('marketData.signedIn')).toBe(false);
});
