import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { localPlace, type Place } from '#src/disk/place';
import { placeOf } from '#src/editor/shell/placeOf';
import { refuseTaken, writeTogether } from '#src/engine/export/writeTogether';
import { placeWith } from '../../disk/placeWith';
import { MemoryDisk } from '../../editor/fakeVscode/disk';
import { editor } from '../../editor/fakeVscode/editor';

/** The change of a number fails, or also all later ones; changes are counted from 1. */
const disk = { changes: 0, failsAt: 0, staysBroken: false };
/** Names of files that were renamed: editors that show such a file follow it. */
const moved: string[] = [];

async function change(work: () => Promise<void>): Promise<void> {
  disk.changes += 1;
  if (disk.staysBroken ? disk.changes >= disk.failsAt : disk.changes === disk.failsAt) {
    throw new Error('The disk is full.');
  }
  await work();
}

const failing = (real: Place): Place =>
  placeWith(real, (place) => ({
    write: (bytes) => change(() => place.write(bytes)),
    copyFrom: (path) => change(() => place.copyFrom(path)),
    copyTo: (other) => change(() => place.copyTo(other)),
    async renameTo(other, replaces) {
      // Not every file system replaces in one step: a failure may leave neither file there.
      if (replaces) await other.remove().catch(() => undefined);
      await change(() => place.renameTo(other, replaces));
      moved.push(place.name);
    },
  }));

/** A folder that doesn't exist yet, and the path of a file of this machine that contains "data". */
const here = () => {
  const path = mkdtempSync(join(tmpdir(), 'together-'));
  writeFileSync(join(path, 'one'), 'data');
  return { folder: localPlace(join(path, 'out')), one: join(path, 'one') };
};
const elsewhere = () => {
  editor.disk = new MemoryDisk({ '/storage/one': 'data' });
  const uri = Uri.from({ scheme: 'vscode-remote', authority: 'there', path: '/out' });
  return { folder: placeOf(uri), one: '/storage/one' };
};

const written = { 'a.types.ts': 'types', 'a.models.py': 'models', 'a.json': 'data' };
const existing = { 'a.types.ts': 'my types', 'a.json': 'my data' };
const never = new AbortController().signal;

describe.each([
  ['on this machine', here],
  ['in a file system elsewhere', elsewhere],
])('files that belong together, %s,', (_, newFolder) => {
  let folder: Place;
  let files: Parameters<typeof writeTogether>[0];

  beforeEach(renewed);
  function renewed() {
    const { folder: real, one } = newFolder();
    folder = real;
    const at = (name: string) => failing(real).below(name);
    files = [
      { target: at('a.types.ts'), content: { text: 'types' } },
      { target: at('a.models.py'), content: { text: 'models' } },
      { target: at('a.json'), content: { path: one } },
    ];
    Object.assign(disk, { changes: 0, failsAt: 0, staysBroken: false });
    moved.splice(0);
  }

  async function fill(texts: Readonly<Record<string, string>>): Promise<void> {
    await folder.makeFolder();
    for (const [name, text] of Object.entries(texts)) await folder.below(name).write(Buffer.from(text));
  }
  async function texts(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const { name } of await folder.entries()) {
      found[name] = Buffer.from(await folder.below(name).read()).toString();
    }
    return found;
  }

  it('are all written, and replace others only if allowed', async () => {
    await fill(existing);
    await expect(writeTogether(files, false, never)).rejects.toThrow();
    expect(await texts()).toEqual(existing);
    await writeTogether(files, true, never);
    expect(await texts()).toEqual(written);
  });

  it.each([
    ['no others', {}],
    ['others', existing],
    ['only the last one', { 'a.json': 'my data' }],
  ])('are removed after a failure of any change, and everything is as before: %s', async (__, before) => {
    let failures = 0;
    for (let failsAt = 1; failures === failsAt - 1; failsAt += 1) {
      renewed();
      await fill(before);
      disk.failsAt = failsAt;
      const error = await writeTogether(files, true, never).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) continue;
      failures += 1;
      expect(error).toEqual(new Error('The disk is full.'));
      expect(await texts()).toEqual(before);
    }
    expect(failures).toBe(files.length * 2 + Object.keys(before).length);
    expect(await texts()).toEqual(written);
  });

  it('that a full disk rejects are named by the file that was asked for, and by no path of ours', async () => {
    const full = Object.assign(new Error("ENOSPC, copyfile '/storage/canary'"), {
      code: 'ENOSPC',
      syscall: 'copyfile',
    });
    const target = placeWith(folder.below('a.csv'), () => ({ write: () => Promise.reject(full) }));
    const error = await writeTogether([{ target, content: { text: 'data' } }], false, never).catch(String);
    expect(error).toBe(`Error: Couldn't write ${target.localPath ?? target.address} (ENOSPC).`);
  });

  it('are never moved away to be replaced, which would rename the tabs that show them', async () => {
    await fill(existing);
    await writeTogether(files, true, never);
    expect(moved).toHaveLength(files.length);
    expect(moved.filter((name) => name in written)).toEqual([]);
    expect(await texts()).toEqual(written);
  });

  it("that can't be restored after a failure are named, with where their contents are", async () => {
    await fill(existing);
    Object.assign(disk, { failsAt: 8, staysBroken: true });
    const error = await writeTogether(files, true, never).catch(String);
    const formers = Object.entries(await texts()).filter(([name]) => name.endsWith('.former'));
    expect(formers.map(([, text]) => text).sort()).toEqual(['my data', 'my types']);
    expect(error).toMatch(/^Error: The disk is full\. Files that were replaced couldn't be restored/);
    for (const [name] of formers) expect(error).toContain(shownPath(name));
  });

  it('are removed after a cancellation', async () => {
    const controller = new AbortController();
    controller.abort(new Error('Cancelled.'));
    await expect(writeTogether(files, true, controller.signal)).rejects.toThrow('Cancelled.');
    expect(await texts()).toEqual({});
  });

  it('are rejected by name before anything is written if one of them is already there', async () => {
    const targets = files.map(({ target }) => target);
    await refuseTaken(targets, false);
    await fill(existing);
    await expect(refuseTaken(targets, false)).rejects.toThrow(
      `${shownPath('a.types.ts')} already exists. Pass overwrite: true to replace it.`,
    );
    await refuseTaken(targets, true);
  });

  it('are rejected if one of them is a folder, or if nothing can be written there', async () => {
    await fill(existing);
    const below = folder.folder;
    await expect(refuseTaken([folder], true)).rejects.toThrow(/out is a folder\.$/);
    await expect(refuseTaken([{ ...below, isWritable: false }], true)).rejects.toThrow(/read-only/);
  });

  const shownPath = (name: string) => {
    const { localPath, address } = folder.below(name);
    return localPath ?? address;
  };
});

describe.skipIf(process.platform === 'win32')('files that are replaced on this machine', () => {
  it.each([0o600, 0o664, 0o440])('keep their mode %o, even while they are written', async (mode) => {
    const { folder, one } = here();
    await folder.makeFolder();
    const targets = ['a.csv', 'a.csv.provenance.json'].map((name) => folder.below(name));
    for (const { localPath } of targets) {
      writeFileSync(localPath!, 'private');
      chmodSync(localPath!, mode);
    }
    const partials: number[] = [];
    const [watched, beside] = targets.map((target) =>
      placeWith(target, (place) => ({
        async renameTo(other, replaces) {
          partials.push((await place.look())!.mode!);
          await place.renameTo(other, replaces);
        },
      })),
    );
    const all = [
      { target: watched!, content: { path: one } },
      { target: beside!, content: { text: 'new' } },
    ];
    await writeTogether(all, true, never);
    expect(partials).toEqual([mode, mode]);
    expect(targets.map(({ localPath }) => statSync(localPath!).mode & 0o777)).toEqual([mode, mode]);
    expect(readFileSync(targets[0]!.localPath!, 'utf8')).toBe('data');
  });

  it('are plain files: a pipe, on which copying waits forever, and a link to nowhere are rejected', async () => {
    const { folder } = here();
    await folder.makeFolder();
    const [pipe, link] = [folder.below('pipe.csv'), folder.below('link.csv')];
    execFileSync('mkfifo', [pipe.localPath!]);
    symlinkSync('nowhere', link.localPath!);
    for (const target of [pipe, link]) {
      for (const overwrite of [true, false]) {
        await expect(refuseTaken([target], overwrite)).rejects.toThrow(
          `${target.localPath} isn't a plain file.`,
        );
      }
    }
  });
});
