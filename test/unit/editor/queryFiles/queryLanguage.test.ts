import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';
import { lateTaskProvider, onFirstQueryFile } from '../../../../src/editor/queryFiles/queryLanguage';

const search = vi.hoisted(() => ({
  found: () => Promise.resolve<unknown[]>([]),
  createFolder: (): void => undefined,
}));

vi.mock('vscode', () => {
  const on = () => ({ dispose: () => undefined });
  return {
    FileType: { Directory: 2 },
    Disposable: class {
      static from = on;
      dispose = () => undefined;
    },
    workspace: {
      textDocuments: [],
      findFiles: () => search.found(),
      fs: { stat: () => Promise.resolve({ type: 2 }) },
      createFileSystemWatcher: (pattern: string) => ({
        dispose: () => undefined,
        onDidCreate: (listener: (uri: { path: string }) => void) => {
          if (pattern === '**/*') search.createFolder = () => listener({ path: '/workspace/queries' });
          return on();
        },
        onDidChange: on,
      }),
      onDidOpenTextDocument: on,
      onDidChangeWorkspaceFolders: on,
    },
  };
});

const token = {} as vscode.CancellationToken;
const tasks = [doubleOf<vscode.Task>({ name: 'check' })];

function providerOf() {
  const load = vi.fn(() =>
    Promise.resolve({ provideTasks: () => Promise.resolve(tasks), resolveTask: (task: vscode.Task) => task }),
  );
  return { load, provider: lateTaskProvider(load) };
}

it('a window without query files loads nothing when the editor asks it for tasks', async () => {
  const { load, provider } = providerOf();
  search.found = () => Promise.resolve([]);
  expect(await provider.provideTasks(token)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});

it.each<[string, () => Promise<unknown[]>]>([
  ['there is one', () => Promise.resolve(['a.market.json'])],
  ["the editor can't search", () => Promise.reject(new Error('No search.'))],
  ['its search never ends', () => new Promise(() => undefined)],
])('the tasks of query files are offered if %s', async (_, found) => {
  const { provider } = providerOf();
  search.found = found;
  expect(await provider.provideTasks(token)).toBe(tasks);
});

it('a task of tasks.json is resolved without a search', async () => {
  const { provider } = providerOf();
  search.found = () => Promise.reject(new Error('Nobody should search.'));
  expect(await provider.resolveTask(tasks[0] as vscode.Task, token)).toBe(tasks[0]);
});

it('a window gets the features of query files when a folder with such files arrives', async () => {
  const act = vi.fn();
  search.found = () => Promise.resolve([]);
  onFirstQueryFile(act);
  search.found = () => Promise.resolve(['a.market.json']);
  search.createFolder();
  await expect.poll(() => act.mock.calls.length, { timeout: 10_000 }).toBe(1);
});
