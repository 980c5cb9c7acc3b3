import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { uriOf } from '../../savedResponses/vscodeFiles';

/** What the search finds, and who hears of created and deleted files and folders. */
const editor = vi.hoisted(() => ({
  found: [] as string[],
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
      getWorkspaceFolder: () => ({}),
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

let root: string;
let files: WorkspaceQueryFiles;
const names = () => files.all.map(({ uri }) => basename(uri.path));

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
  for (const folder of ['one', 'one more']) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, `${folder}.market.json`), '{ "version": 1, "queries": {} }');
  }
  editor.found = ['one', 'one more'].map((folder) => join(root, folder, `${folder}.market.json`));
  files = new WorkspaceQueryFiles();
  await files.ready;
  expect(names()).toEqual(['one more.market.json', 'one.market.json']);
});
afterEach(() => {
  files.dispose();
  rmSync(root, { recursive: true });
});

it('the queries of a deleted folder are forgotten, and only those', () => {
  for (const report of editor.deleted) report(uriOf(join(root, 'one')));
  expect(names()).toEqual(['one more.market.json']);
});

it('the queries of a folder that was moved are found where it is now', async () => {
  renameSync(join(root, 'one'), join(root, 'two'));
  editor.found = [join(root, 'two', 'one.market.json'), join(root, 'one more', 'one more.market.json')];
  for (const report of editor.created) report(uriOf(join(root, 'two')));
  await expect.poll(() => files.get(uriOf(join(root, 'two', 'one.market.json')).toString())).toBeDefined();
  expect(names()).toEqual(['one more.market.json', 'one.market.json']);
});
