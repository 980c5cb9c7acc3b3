import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { onNewFolders } from '../../../../src/editor/queryFiles/newFolders';

const editor = vi.hoisted(() => ({
  create: (_: unknown): void => undefined,
  change: (_: unknown): void => undefined,
  stats: [] as string[],
}));

vi.mock('vscode', () => ({
  FileType: { File: 1, Directory: 2 },
  Disposable: {
    from: (...parts: vscode.Disposable[]) => ({
      dispose: () => parts.forEach((part) => void part.dispose()),
    }),
  },
  workspace: {
    createFileSystemWatcher: () => ({
      onDidCreate: (listener: typeof editor.create) => {
        editor.create = listener;
        return { dispose: () => undefined };
      },
      onDidChange: (listener: typeof editor.change) => {
        editor.change = listener;
        return { dispose: () => undefined };
      },
      dispose: () => undefined,
    }),
    fs: {
      stat: ({ path }: vscode.Uri) => {
        editor.stats.push(path);
        if (path.includes('gone')) return Promise.reject(new Error('Not found.'));
        return Promise.resolve({ type: path.includes('.') ? 1 : 2 });
      },
    },
  },
}));

let search: () => Promise<void>;
let searches: number;
let watch: vscode.Disposable;

beforeEach(() => {
  vi.useFakeTimers();
  editor.stats = [];
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
const searchesAfterCreating = async (...paths: string[]) => {
  for (const path of paths) editor.create({ path });
  await wait();
  return searches;
};
const searchesAfterChanging = async (...paths: string[]) => {
  for (const path of paths) editor.change({ path });
  await wait();
  return searches;
};
const files = (count: number) => Array.from({ length: count }, (_, at) => `/workspace/${at}.txt`);

describe('query files', () => {
  it('are searched for once when folders arrive with their files', async () => {
    expect(await searchesAfterCreating('/workspace/one', '/workspace/two', '/workspace/three.txt')).toBe(1);
  });

  it('are searched for when a folder replaces another, but not when files are saved', async () => {
    expect(await searchesAfterChanging('/workspace/one')).toBe(1);
    expect(await searchesAfterChanging(...files(5000))).toBe(1);
  });

  it('are not searched for when only files are created, or what is gone by then', async () => {
    expect(await searchesAfterCreating('/workspace/a.txt', '/workspace/gone')).toBe(0);
  });

  it('are not looked for in packages and in the repository of Git', async () => {
    const folders = [
      '/workspace/node_modules',
      '/workspace/node_modules/package',
      '/workspace/.git/refs/heads/branch',
    ];
    expect(await searchesAfterCreating(...folders)).toBe(0);
    expect(editor.stats).toEqual([]);
  });

  it('are searched for once when a checkout creates many files, of which few are looked at', async () => {
    expect(await searchesAfterCreating(...files(5000))).toBe(1);
    expect(editor.stats.length).toBeLessThanOrEqual(20);
  });

  it('are found in a folder that arrives during a search, after the search', async () => {
    let end = (): void => undefined;
    search = () => new Promise((resolve) => (end = resolve));
    expect(await searchesAfterCreating('/workspace/one')).toBe(1);
    expect(await searchesAfterCreating('/workspace/two')).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(searches).toBe(2);
  });

  it('are searched for a tenth of the time at most while a build creates folders', async () => {
    search = () => new Promise((resolve) => setTimeout(resolve, 2000));
    for (let second = 0; second < 100; second += 1) await searchesAfterCreating(`/workspace/${second}`);
    expect(searches).toBe(5);
  });

  it('are searched for soon after a folder arrives, however long the search before took', async () => {
    search = () => new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await searchesAfterCreating('/workspace/one')).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await searchesAfterCreating('/workspace/two')).toBe(2);
  });

  it('are no longer searched for when the window closes, not even for what arrived meanwhile', async () => {
    editor.create({ path: '/workspace/one' });
    watch.dispose();
    await wait();
    expect(searches).toBe(0);
    let end = (): void => undefined;
    search = () => new Promise((resolve) => (end = resolve));
    watch = onNewFolders(() => {
      searches += 1;
      return search();
    });
    expect(await searchesAfterCreating('/workspace/one')).toBe(1);
    editor.create({ path: '/workspace/two' });
    watch.dispose();
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(searches).toBe(1);
  });
});
