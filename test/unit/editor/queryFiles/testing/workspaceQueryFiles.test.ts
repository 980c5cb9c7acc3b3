import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri, type TextDocument, type TextDocumentChangeEvent } from 'vscode';
import { WorkspaceQueryFiles, mostQueryFiles } from '#src/editor/queryFiles/testing/workspaceQueryFiles';
import { doubleOf } from '#test/unit/doubleOf';
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
const names = () =>
  Array.from(files.found.values(), ({ path }) => path.slice(root.length + 1, -'.market.json'.length)).sort();

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
  editor.folders = [root];
  write('one');
  write('one more');
  find([pathOf('one'), pathOf('one more')]);
  files = new WorkspaceQueryFiles();
  await files.find();
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

it('the queries of a folder that was moved are found where it is now', async () => {
  renameSync(join(root, 'one'), join(root, 'two'));
  find([pathOf('two', 'one'), pathOf('one more')]);
  editor.report('created', Uri.file(join(root, 'two')));
  await expect.poll(names, { timeout: 10_000 }).toEqual(['one more/one more', 'two/one']);
});

it("files that a search leaves out stay, because it may exclude them, and those that are gone don't", async () => {
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

it('a file that is changed in an editor is reported after a pause in typing', async () => {
  const document = doubleOf<TextDocument>({ uri: Uri.file(pathOf('one')), isClosed: false });
  const reported: string[] = [];
  files.onDidChange(({ path }) => reported.push(path));
  for (let typed = 0; typed < 3; typed += 1) {
    editor.changedDocuments.fire(doubleOf<TextDocumentChangeEvent>({ document }));
  }
  expect(reported).toEqual([]);
  await expect.poll(() => reported).toEqual([pathOf('one')]);
});

it('a file that is gone when its editor is closed is forgotten', async () => {
  const close = (folder: string) =>
    editor.closedDocuments.fire(doubleOf<TextDocument>({ uri: Uri.file(pathOf(folder)) }));
  rmSync(pathOf('one'));
  close('one');
  close('one more');
  await expect.poll(names).toEqual(['one more/one more']);
});

describe('a workspace with more than is listed', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const findAll = async (folders: readonly string[]) => {
    for (const folder of folders) write(folder);
    find(folders.map((folder) => pathOf(folder)));
    await files.find();
  };

  it('lists as many files as the limit allows and those that are open, and another one when there is space', async () => {
    const read = vi.spyOn(editor.disk, 'readFile');
    await findAll(numbered(mostQueryFiles));
    expect([files.found.size, files.isLimited]).toEqual([mostQueryFiles, true]);
    expect(read).not.toHaveBeenCalled();
    const listed = new Set(names());
    const left = numbered(mostQueryFiles).find((name) => !listed.has(`${name}/${name}`))!;
    const isListed = () => names().includes(`${left}/${left}`);
    const document = doubleOf<TextDocument>({ uri: Uri.file(pathOf(left)), isClosed: false });
    editor.documents = [document];
    editor.openedDocuments.fire(document);
    expect(isListed()).toBe(true);
    editor.documents = [];
    editor.closedDocuments.fire(document);
    await expect.poll(isListed).toBe(false);
    reportDeleted('one');
    editor.report('created', document.uri);
    expect(isListed()).toBe(true);
    expect(files.found.size).toBe(mostQueryFiles);
  });

  it("doesn't list more files because they are created later", async () => {
    await findAll(numbered(998));
    expect([files.found.size, files.isLimited]).toEqual([1000, false]);
    write('late');
    editor.report('created', Uri.file(pathOf('late')));
    expect(files.isLimited).toBe(true);
    await files.find();
    expect(names()).not.toContain('late/late');
  });
});
