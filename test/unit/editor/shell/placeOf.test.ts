import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileType, Uri } from 'vscode';
import type { Place } from '#src/disk/place';
import { placeOf, uriOf } from '#src/editor/shell/placeOf';
import { diskOfMachine, MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

const there = (path: string) => Uri.from({ scheme: 'vscode-remote', authority: 'there', path });
const textOf = async (place: Place) => Buffer.from(await place.read()).toString();

/** A folder that doesn't exist yet, and a file of this machine. */
const folders: [string, () => { uri: Uri; path: string }][] = [
  [
    'on this machine',
    () => {
      const path = mkdtempSync(join(tmpdir(), 'place of '));
      writeFileSync(join(path, 'one'), 'one');
      return { uri: Uri.file(join(path, 'a b')), path: join(path, 'one') };
    },
  ],
  [
    'in a file system elsewhere',
    () => {
      editor.disk = new MemoryDisk({ '/storage/one': 'one' });
      return { uri: there('/data/a b'), path: '/storage/one' };
    },
  ],
];

describe.each(folders)('a place %s', (_, newFolder) => {
  let uri: Uri;
  let path: string;
  let folder: Place;

  beforeEach(async () => {
    ({ uri, path } = newFolder());
    folder = placeOf(uri);
    expect(await folder.look()).toBeUndefined();
    expect(await folder.entries()).toEqual([]);
    await folder.makeFolder();
  });

  it('has the address of its URI, and so have those reached from it', () => {
    const file = folder.below('c#d', 'e%f.json');
    const expected = Uri.joinPath(uri, 'c#d', 'e%f.json');
    expect(file.address).toBe(expected.toString());
    expect(uriOf(file).toString()).toBe(expected.toString());
    expect([folder.name, file.name]).toEqual(['a b', 'e%f.json']);
    expect(file.folder.address).toBe(folder.below('c#d').address);
    expect(file.beside('g').address).toBe(folder.below('c#d', 'g').address);
    expect(file.isWritable).toBe(true);
    expect(file.localPath).toBe(uri.scheme === 'file' ? expected.fsPath : undefined);
  });

  it('is written, read, copied, renamed, and removed', async () => {
    const [one, two, three] = [folder.below('one'), folder.below('two'), folder.below('three')];
    await one.copyFrom(path);
    expect(await one.look()).toMatchObject({ kind: 'file', bytes: 3 });
    await two.write(Buffer.from('two'));
    expect(await textOf(two)).toBe('two');
    await one.copyTo(three);
    expect([await textOf(one), await textOf(three)]).toEqual(['one', 'one']);
    await two.renameTo(three, true);
    expect(await textOf(three)).toBe('two');
    const names = (await folder.entries()).map(({ name, kind }) => [name, kind]);
    expect(names.sort()).toEqual([
      ['one', 'file'],
      ['three', 'file'],
    ]);
    expect(await folder.look()).toMatchObject({ kind: 'folder' });
    await one.remove();
    expect(await one.look()).toBeUndefined();
    await expect(one.remove()).rejects.toThrow();
    await expect(one.read()).rejects.toThrow();
  });

  it("replaces nothing by a copy, or by a rename that isn't to replace", async () => {
    const [one, two] = [folder.below('one'), folder.below('two')];
    await one.write(Buffer.from('one'));
    await two.write(Buffer.from('two'));
    await expect(one.copyTo(two)).rejects.toThrow();
    await expect(one.renameTo(two, false)).rejects.toThrow();
    expect([await textOf(one), await textOf(two)]).toEqual(['one', 'two']);
    await one.renameTo(folder.below('three'), false);
    expect(await textOf(folder.below('three'))).toBe('one');
  });
});

it.skipIf(process.platform === 'win32').each([
  ['on this machine', (path: string) => Uri.file(path)],
  ['in a file system elsewhere', there],
])('a link %s is seen as one, whatever it leads to', async (_, uriAt) => {
  editor.disk = diskOfMachine();
  const path = mkdtempSync(join(tmpdir(), 'links-'));
  writeFileSync(join(path, 'file'), '');
  symlinkSync(join(path, 'file'), join(path, 'to file'));
  symlinkSync(path, join(path, 'to folder'));
  const folder = placeOf(uriAt(path));
  expect(await folder.below('file').look()).toMatchObject({ kind: 'file' });
  expect(await folder.below('to file').look()).toMatchObject({ kind: 'link' });
  expect(await folder.below('to folder').look()).toMatchObject({ kind: 'link' });
});

it('a link, and what is neither a file nor a folder, is named so in the folder that contains it', async () => {
  const disk = (editor.disk = new MemoryDisk());
  disk.readDirectory = () =>
    Promise.resolve([
      ['link', FileType.SymbolicLink | FileType.Directory],
      ['pipe', FileType.Unknown],
    ]);
  expect(await placeOf(there('/data')).entries()).toEqual([
    { name: 'link', kind: 'link' },
    { name: 'pipe', kind: 'other' },
  ]);
});

it('nothing is written to a file system that the editor says is read-only', () => {
  editor.disk = Object.assign(new MemoryDisk(), { isWritableFileSystem: () => false });
  expect(placeOf(there('/data')).isWritable).toBe(false);
});
