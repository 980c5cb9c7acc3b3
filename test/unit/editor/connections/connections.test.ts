import { beforeEach, expect, it, vi } from 'vitest';
import { Connections } from '../../../../src/editor/connections/connections';
import { createStatusBar } from '../../../../src/editor/connections/statusBar';

const editor = vi.hoisted(() => ({
  connections: [] as object[],
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

const own = { name: 'own', baseUrl: 'https://data.test', authUrl: 'https://sso.test' };
let forgotten: string[];
let memory: Map<string, unknown>;
let connections: Connections;

beforeEach(() => {
  editor.connections = [own];
  forgotten = [];
  memory = new Map([['marketData.selectedConnection', 'own']]);
  const memento = {
    get: (key: string) => memory.get(key),
    update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)),
    keep: () => undefined,
  };
  const vault = {
    onDidChange: () => ({}),
    keptNames: ['own'],
    state: () => Promise.resolve('signedIn'),
    remove: (name: string) => Promise.resolve(forgotten.push(name)),
  };
  const services = { marketClient: () => Promise.resolve({ forget: () => undefined }) };
  connections = new Connections(memento as never, vault as never, services as never);
});

it('a connection keeps its password where the settings cannot be written', async () => {
  const refuse = () => Promise.reject(new Error('The settings file is read-only.'));
  await expect(connections.remove('own', refuse)).rejects.toThrow('read-only');
  expect(forgotten).toEqual([]);
  expect(connections.selected).toBe('own');
});

it('a removed connection leaves neither secrets nor a selection behind', async () => {
  await connections.remove('own', () => {
    editor.connections = [];
    return Promise.resolve();
  });
  expect(forgotten).toEqual(['own']);
  expect(connections.missing).toBeUndefined();
  expect(connections.selected).toBe('sandbox');
});

it('the status bar names the selected connection, not the sample service, once it left the settings', async () => {
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBar.text).toBe('$(plug) own'));
  editor.connections = [];
  createStatusBar(connections);
  await vi.waitFor(() => expect(editor.statusBar.text).toBe('$(warning) own'));
  expect(editor.statusBar.tooltip).toMatch(/own is not in the settings any more\. Select another/);
});
