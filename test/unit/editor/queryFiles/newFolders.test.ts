import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import * as vscode from 'vscode';
import { onNewFolders } from '#src/editor/queryFiles/newFolders';
import { editor } from '../fakeVscode/editor';

/** Where a file or folder is looked at. */
let stat: MockInstance<typeof editor.disk.stat>;
let search: () => Promise<void>;
let searches: number;
let watch: vscode.Disposable;

beforeEach(() => {
  vi.useFakeTimers();
  stat = vi.spyOn(editor.disk, 'stat').mockImplementation(({ path }) =>
    path.includes('gone')
      ? Promise.reject(vscode.FileSystemError.FileNotFound(path))
      : Promise.resolve({
          type: path.includes('.') ? vscode.FileType.File : vscode.FileType.Directory,
          size: 0,
          mtime: 0,
          ctime: 0,
        }),
  );
  searches = 0;
  search = () => Promise.resolve();
  watch = onNewFolders(() => {
    searches += 1;
    return search();
  });
});
afterEach(() => {
  watch.dispose();
  vi.useRealTimers();
});

/** Waits for longer than the first search does. */
const wait = () => vi.advanceTimersByTimeAsync(1000);
const searchesAfter = async (event: 'created' | 'changed', ...paths: string[]) => {
  for (const path of paths) editor.report(event, vscode.Uri.file(path));
  await wait();
  return searches;
};
const files = (count: number) => Array.from({ length: count }, (_, at) => `/workspace/${at}.txt`);

describe('query files', () => {
  it('are searched for once when folders arrive with their files', async () => {
    expect(await searchesAfter('created', '/workspace/one', '/workspace/two', '/workspace/three.txt')).toBe(
      1,
    );
  });

  it('are searched for when a folder replaces another, but not when files are saved', async () => {
    expect(await searchesAfter('changed', '/workspace/one')).toBe(1);
    expect(await searchesAfter('changed', ...files(5000))).toBe(1);
  });

  it("aren't searched for when only files are created, or when a new folder was deleted in the meantime", async () => {
    expect(await searchesAfter('created', '/workspace/a.txt', '/workspace/gone')).toBe(0);
  });

  it("aren't looked for in packages and in the repository of Git", async () => {
    const folders = [
      '/workspace/node_modules',
      '/workspace/node_modules/package',
      '/workspace/.git/refs/heads/branch',
    ];
    expect(await searchesAfter('created', ...folders)).toBe(0);
    expect(stat).not.toHaveBeenCalled();
  });

  it('are searched for once when a checkout creates many files, of which few are looked at', async () => {
    expect(await searchesAfter('created', ...files(5000))).toBe(1);
    expect(stat.mock.calls.length).toBeLessThanOrEqual(20);
  });

  it('are found in a folder that arrives during a search, after the search', async () => {
    let end = (): void => undefined;
    search = () => new Promise((resolve) => (end = resolve));
    expect(await searchesAfter('created', '/workspace/one')).toBe(1);
    expect(await searchesAfter('created', '/workspace/two')).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(searches).toBe(2);
  });

  it('are searched for a tenth of the time at most while a build creates folders', async () => {
    search = () => new Promise((resolve) => setTimeout(resolve, 2000));
    for (let second = 0; second < 100; second += 1) await searchesAfter('created', `/workspace/${second}`);
    expect(searches).toBe(5);
  });

  it('are no longer searched for when the window closes, not even for what arrived meanwhile', async () => {
    editor.report('created', vscode.Uri.file('/workspace/one'));
    watch.dispose();
    await wait();
    expect(searches).toBe(0);
    let end = (): void => undefined;
    search = () => new Promise((resolve) => (end = resolve));
    watch = onNewFolders(() => {
      searches += 1;
      return search();
    });
    expect(await searchesAfter('created', '/workspace/one')).toBe(1);
    editor.report('created', vscode.Uri.file('/workspace/two'));
    watch.dispose();
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(searches).toBe(1);
  });
});
