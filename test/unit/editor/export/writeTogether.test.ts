import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { refuseTaken, writeTogether } from '../../../../src/engine/export/writeTogether';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

/** A disk whose change of a number fails, or also all later ones; changes are counted from 1. */
class FailingDisk extends MemoryDisk {
  changes = 0;
  failsAt = 0;
  staysBroken = false;
  /** Paths that were renamed: editors that show such a file follow it. */
  readonly moved: string[] = [];

  override async writeFile(to: Uri, bytes: Uint8Array): Promise<void> {
    this.change();
    await super.writeFile(to, bytes);
  }

  override async copy(from: Uri, to: Uri, how?: { overwrite?: boolean }): Promise<void> {
    this.change();
    await super.copy(from, to, how);
  }

  override async rename(from: Uri, to: Uri, how?: { overwrite?: boolean }): Promise<void> {
    // Not every file system replaces in one step: a failure may leave neither file there.
    if (how?.overwrite) this.files.delete(to.path);
    this.change();
    this.moved.push(from.path);
    await super.copy(from, to);
    this.files.delete(from.path);
  }

  private change(): void {
    this.changes += 1;
    if (this.staysBroken ? this.changes >= this.failsAt : this.changes === this.failsAt) {
      throw new Error('The disk is full.');
    }
  }
}
let disk: FailingDisk;

const at = (path: string) => Uri.file(path);
const files = [
  { target: at('/out/a.types.ts'), content: 'types' },
  { target: at('/out/a.msw.ts'), content: 'mock' },
  { target: at('/out/a.json'), content: at('/storage/one') },
];
const written = { '/out/a.types.ts': 'types', '/out/a.msw.ts': 'mock', '/out/a.json': 'data' };
const existing = { '/out/a.types.ts': 'my types', '/out/a.json': 'my data' };
const never = new AbortController().signal;

beforeEach(() => {
  editor.disk = disk = new FailingDisk({ '/storage/one': 'data' });
});
const fill = (more: object) =>
  Object.entries(more).forEach(([path, text]) => disk.files.set(path, String(text)));
const outside = () => Object.fromEntries(disk.texts.filter(([path]) => !path.startsWith('/storage/')));

describe('files that belong together', () => {
  it('are all written, and replace others only if allowed', async () => {
    fill(existing);
    await expect(writeTogether(files, false, never)).rejects.toThrow();
    expect(outside()).toEqual(existing);
    await writeTogether(files, true, never);
    expect(outside()).toEqual(written);
  });

  it.each([
    ['no others', {}],
    ['others', existing],
    ['only the last one', { '/out/a.json': 'my data' }],
  ])('are removed after a failure of any change, and everything is as before: %s', async (_, before) => {
    let failures = 0;
    for (let change = 1; failures === change - 1; change += 1) {
      disk.files.clear();
      fill({ '/storage/one': 'data', ...before });
      Object.assign(disk, { changes: 0, failsAt: change });
      const error = await writeTogether(files, true, never).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) continue;
      failures += 1;
      expect(error).toEqual(new Error('The disk is full.'));
      expect(outside()).toEqual(before);
    }
    expect(failures).toBe(files.length * 2 + Object.keys(before).length);
    expect(outside()).toEqual(written);
  });

  it('are never moved away to be replaced, which would rename the tabs that show them', async () => {
    fill(existing);
    await writeTogether(files, true, never);
    expect(disk.moved.filter((path) => Object.keys(written).includes(path))).toEqual([]);
    expect(outside()).toEqual(written);
  });

  it('that cannot be restored after a failure are named, with where their contents are', async () => {
    fill(existing);
    Object.assign(disk, { failsAt: 8, staysBroken: true });
    const error = await writeTogether(files, true, never).catch(String);
    const formers = disk.texts.filter(([path]) => path.endsWith('.former'));
    expect(formers.map(([, text]) => text).sort()).toEqual(['my data', 'my types']);
    expect(error).toMatch(/^Error: The disk is full\. Files that were replaced couldn't be restored/);
    for (const [path] of formers) expect(error).toContain(path);
  });

  it('are removed after a cancellation', async () => {
    const controller = new AbortController();
    controller.abort(new Error('Cancelled.'));
    await expect(writeTogether(files, true, controller.signal)).rejects.toThrow('Cancelled.');
    expect(outside()).toEqual({});
  });

  it('are rejected by name before anything is written if one of them is already there', async () => {
    const targets = files.map(({ target }) => target);
    await refuseTaken(targets, false);
    fill(existing);
    await expect(refuseTaken(targets, false)).rejects.toThrow(
      '/out/a.types.ts already exists. Pass overwrite: true to replace it.',
    );
    await refuseTaken(targets, true);
  });
});
