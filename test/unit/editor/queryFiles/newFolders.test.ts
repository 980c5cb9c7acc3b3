import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { onNewFolders } from '../../../../src/editor/queryFiles/newFolders';

const editor = vi.hoisted(() => ({
  report: (_: unknown): void => undefined,
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
      onDidCreate: (listener: typeof editor.report) => {
        editor.report = listener;
        return { dispose: () => (editor.report = () => undefined) };
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

const report = (...paths: string[]) => paths.forEach((path) => editor.report({ path }));
const searchesAfter = async (...paths: string[]) => {
  report(...paths);
  await vi.advanceTimersByTimeAsync(1000);
  return searches;
};

describe('query files', () => {
  it('are searched for once when folders arrive with their files', async () => {
    expect(await searchesAfter('/work/one', '/work/two', '/work/three.txt')).toBe(1);
  });

  it('are not searched for when only files are created, or what is gone by then', async () => {
    expect(await searchesAfter('/work/a.txt', '/work/gone')).toBe(0);
  });

  it('are not looked for in packages', async () => {
    expect(await searchesAfter('/work/node_modules', '/work/node_modules/package')).toBe(0);
    expect(editor.stats).toEqual([]);
  });

  it('are searched for once when a checkout creates many files, which are not looked at one by one', async () => {
    expect(await searchesAfter(...Array.from({ length: 5000 }, (_, at) => `/work/${at}.txt`))).toBe(1);
    expect(editor.stats).toEqual([]);
  });

  it('are found in a folder that arrives during a search, after the search', async () => {
    let end = (): void => undefined;
    search = () => new Promise((resolve) => (end = resolve));
    expect(await searchesAfter('/work/one')).toBe(1);
    expect(await searchesAfter('/work/two')).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(searches).toBe(2);
  });

  it('are no longer searched for when the window closes', async () => {
    report('/work/one');
    watch.dispose();
    expect(await searchesAfter()).toBe(0);
  });
});
