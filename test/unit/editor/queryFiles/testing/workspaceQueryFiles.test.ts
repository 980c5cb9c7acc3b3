import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { editor } from '../../fakeVscode/editor';

const find = (paths: readonly string[]) => {
  editor.find = () => paths.map((path) => Uri.file(path));
};

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
  editor.folders = [root];
  write('one');
  write('one more');
  find([pathOf('one'), pathOf('one more')]);
  files = new WorkspaceQueryFiles();
  await files.ready;
  expect(names()).toEqual(['one more/one more', 'one/one']);
});
afterEach(() => {
  files.dispose();
  rmSync(root, { recursive: true });
});

const reportDeleted = (folder: string) => editor.report('deleted', Uri.file(join(root, folder)));

it('the queries of a deleted folder are forgotten, and only those', () => {
  reportDeleted('one');
  expect(names()).toEqual(['one more/one more']);
});

it('the queries of a folder that is deleted while they are read are not shown', async () => {
  write('two');
  find([pathOf('two')]);
  const { readFile } = editor.disk;
  vi.spyOn(editor.disk, 'readFile').mockImplementation(async (uri) => {
    const bytes = await readFile(uri);
    reportDeleted('two');
    return bytes;
  });
  await files.find();
  expect(names()).not.toContain('two/two');
});

it('the queries of a folder that was moved are found where it is now', async () => {
  renameSync(join(root, 'one'), join(root, 'two'));
  find([pathOf('two', 'one'), pathOf('one more')]);
  editor.report('created', Uri.file(join(root, 'two')));
  await expect.poll(names, { timeout: 10_000 }).toEqual(['one more/one more', 'two/one']);
});

it('files that a search leaves out stay, because it may exclude them, and those that are gone do not', async () => {
  rmSync(pathOf('one'));
  write('two');
  find([pathOf('two')]);
  await files.find();
  expect(names()).toEqual(['one more/one more', 'two/two']);
});

it('of more than 1,000 files, the same ones stay, whichever a search lists first', async () => {
  const many = Array.from({ length: 1100 }, (_, at) => `many ${at}`);
  for (const folder of many) write(folder);
  find(many.slice(0, 1000).map((folder) => pathOf(folder)));
  await files.find();
  const before = names();
  expect(before).toHaveLength(1000);
  find(many.slice(100, 1100).map((folder) => pathOf(folder)));
  await files.find();
  expect(names()).toEqual(before);
});

it('the queries of a folder that is removed from the workspace are forgotten', async () => {
  editor.folders = [pathOf('one')];
  await files.find();
  expect(names()).toEqual(['one/one']);
});
