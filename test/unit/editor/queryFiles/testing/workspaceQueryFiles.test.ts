import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { uriOf } from '../../savedResponses/vscodeFiles';

/** What the search finds, the workspace folder, and who hears of created and deleted files and folders. */
const editor = vi.hoisted(() => ({
  found: [] as string[],
  folder: '',
  created: [] as ((uri: unknown) => void)[],
  deleted: [] as ((uri: unknown) => void)[],
}));

vi.mock('vscode', async () => {
  const { uriOf: uri, vscodeFiles: files } = await import('../../savedResponses/vscodeFiles');
  const on = () => ({ dispose: () => undefined });
  return {
    ...files,
    Disposable: { from: on },
    EventEmitter: class {
      event = on;
      fire = () => undefined;
    },
    workspace: {
      ...files.workspace,
      textDocuments: [],
      getWorkspaceFolder: ({ path }: vscode.Uri) => (path.startsWith(editor.folder) ? {} : undefined),
      /** Reports whole folders only, as VS Code does. */
      createFileSystemWatcher: (pattern: string) => ({
        onDidCreate: (listener: () => void) => pattern === '**/*' && editor.created.push(listener),
        onDidChange: on,
        onDidDelete: (listener: () => void) => pattern === '**/*' && editor.deleted.push(listener),
      }),
      findFiles: () => editor.found.map(uri),
      onDidOpenTextDocument: on,
      onDidCloseTextDocument: on,
      onDidChangeTextDocument: on,
      onDidChangeWorkspaceFolders: on,
    },
  };
});

const text = '{ "version": 1, "queries": {} }';
let root: string;
let files: WorkspaceQueryFiles;
const pathOf = (folder: string, name = folder) => join(root, folder, `${name}.market.json`);
const write = (folder: string, name = folder) => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(pathOf(folder, name), text);
};
const names = () => files.all.map(({ uri }) => uri.path.slice(root.length + 1, -'.market.json'.length));

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
  editor.folder = root;
  editor.created = [];
  editor.deleted = [];
  write('one');
  write('one more');
  editor.found = [pathOf('one'), pathOf('one more')];
  files = new WorkspaceQueryFiles();
  await files.ready;
  expect(names()).toEqual(['one more/one more', 'one/one']);
});
afterEach(() => {
  files.dispose();
  rmSync(root, { recursive: true });
});

const reportDeleted = (folder: string) =>
  editor.deleted.forEach((listener) => listener(uriOf(join(root, folder))));

it('the queries of a deleted folder are forgotten, and only those', () => {
  reportDeleted('one');
  expect(names()).toEqual(['one more/one more']);
});

it('the queries of a folder that is deleted while they are read are not shown', async () => {
  write('two');
  editor.found = [pathOf('two')];
  const search = files.find();
  await Promise.resolve();
  await Promise.resolve();
  reportDeleted('two');
  await search;
  expect(names()).not.toContain('two/two');
});

it('the queries of a folder that was moved are found where it is now', async () => {
  renameSync(join(root, 'one'), join(root, 'two'));
  editor.found = [pathOf('two', 'one'), pathOf('one more')];
  for (const listener of editor.created) listener(uriOf(join(root, 'two')));
  await expect.poll(names, { timeout: 10_000 }).toEqual(['one more/one more', 'two/one']);
});

it('files that a search leaves out stay, because it may exclude them, and those that are gone do not', async () => {
  rmSync(pathOf('one'));
  write('two');
  editor.found = [pathOf('two')];
  await files.find();
  expect(names()).toEqual(['one more/one more', 'two/two']);
});

it('of more than 1,000 files, the same ones stay, whichever a search lists first', async () => {
  const many = Array.from({ length: 1100 }, (_, at) => `many ${at}`);
  for (const folder of many) write(folder);
  editor.found = many.slice(0, 1000).map((folder) => pathOf(folder));
  await files.find();
  const before = names();
  expect(before).toHaveLength(1000);
  editor.found = many.slice(100, 1100).map((folder) => pathOf(folder));
  await files.find();
  expect(names()).toEqual(before);
});

it('the queries of a folder that is removed from the workspace are forgotten', async () => {
  editor.folder = pathOf('one');
  await files.find();
  expect(names()).toEqual(['one/one']);
});
