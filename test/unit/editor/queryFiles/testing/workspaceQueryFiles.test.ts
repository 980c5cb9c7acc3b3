import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Position, Uri, type TextDocument } from 'vscode';
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
const names = () => files.all.map(({ path }) => path.slice(root.length + 1, -'.market.json'.length));

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

it("the queries of a folder that is deleted while they are read aren't shown", async () => {
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

// If it were read, `/dev/null` would end at once, but the pipe never would.
it.skipIf(process.platform === 'win32')(
  "a device or a pipe isn't read, nor a link to one, but a link to a file is",
  async () => {
    const [device, pipe, linked] = ['device', 'pipe', 'linked'].map((name) => pathOf('one', name));
    symlinkSync('/dev/null', device!);
    execFileSync('mkfifo', [pipe!]);
    symlinkSync(pathOf('one'), linked!);
    find([device!, pipe!, linked!, pathOf('one')]);
    await files.find();
    expect(names()).toEqual(['one more/one more', 'one/linked', 'one/one']);
  },
);

describe('a workspace with more than is listed', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const textWith = (queries: number) =>
    JSON.stringify({ version: 1, queries: Object.fromEntries(numbered(queries).map((name) => [name, {}])) });
  const openDocument = (folder: string) => {
    const [path, content] = [pathOf(folder), readFileSync(pathOf(folder), 'utf8')];
    const document = {
      ...{ uri: Uri.file(path), version: 1, isClosed: false, getText: () => content },
      positionAt: (offset: number) => new Position(0, offset),
    };
    editor.documents = [doubleOf<TextDocument>(document)];
    return document;
  };
  const findAll = async (folders: readonly string[], content: string) => {
    for (const folder of folders) {
      write(folder);
      writeFileSync(pathOf(folder), content);
    }
    find(folders.map((folder) => pathOf(folder)));
    await files.find();
  };
  it('lists as many files as the limit allows and those that are open, and another one when there is space', async () => {
    const read = vi.spyOn(editor.disk, 'readFile');
    await findAll(numbered(mostQueryFiles), '{}');
    expect([files.size, files.isLimited]).toEqual([mostQueryFiles, true]);
    expect(read.mock.calls).toHaveLength(mostQueryFiles);
    const listed = new Set(names());
    const left = numbered(mostQueryFiles).find((name) => !listed.has(`${name}/${name}`))!;
    const document = openDocument(left);
    await files.read(document.uri);
    expect(names()).toContain(`${left}/${left}`);
    editor.documents = [];
    await files.read(document.uri);
    expect(names()).not.toContain(`${left}/${left}`);
    reportDeleted('one');
    await files.read(document.uri);
    expect(names()).toContain(`${left}/${left}`);
    expect(files.size).toBe(mostQueryFiles);
  });

  it("doesn't list more files because they are created later", async () => {
    await findAll(numbered(998), '{}');
    expect([files.size, files.isLimited]).toEqual([1000, false]);
    write('late');
    editor.report('created', Uri.file(pathOf('late')));
    expect(files.isLimited).toBe(true);
    await files.find();
    expect(names()).not.toContain('late/late');
  });

  it("doesn't lose a file that is changed while it is read", async () => {
    await findAll(['n0'], textWith(2000));
    const document = openDocument('n0');
    const reading = files.read(document.uri);
    document.version = 2;
    await reading;
    expect(names()).toContain('n0/n0');
  });
});
