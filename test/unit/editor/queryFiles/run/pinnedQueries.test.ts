import type * as vscode from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comparisons } from '#src/editor/compare/comparisons';
import type { QueryHistory } from '#src/editor/history/queryHistory';
import type { KeptEntry } from '#src/history/historyFolder';
import type { Queries } from '#src/editor/query/queries';
import { PinnedQueries } from '#src/editor/queryFiles/run/pinnedQueries';
import type { QueryFileSource } from '#src/editor/queryFiles/queryFileSource';
import { lineNumbers } from '#src/queryFiles/edit/positions';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { newResult, summaryOf, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '#test/unit/doubleOf';

/** The query file on disk, and why it can't be written. */
const disk = vi.hoisted(() => ({ text: '', trouble: undefined as Error | undefined }));
/** What was done, in order. */
const done: string[] = [];

vi.mock('#src/editor/queryFiles/queryFileUri', () => ({
  queryFileUri: (uri: vscode.Uri) => Promise.resolve(uri),
}));
vi.mock('#src/editor/queryFiles/changeFile', () => ({
  changeFile: (_: vscode.Uri, change: (text: string) => string) => {
    if (disk.trouble) return Promise.reject(disk.trouble);
    disk.text = change(disk.text);
    done.push('written');
    return Promise.resolve();
  },
}));

const fingerprint = `v1:sha256:${'a'.repeat(64)}`;

function sourceOf(): QueryFileSource {
  const { text } = disk;
  const uri = doubleOf<vscode.Uri>({ path: '/a.market.json' });
  return {
    uri,
    name: 'a.market.json',
    folder: undefined,
    text,
    file: readQueryFile(text),
    lineOf: lineNumbers(text),
  };
}

/** Pins the file's query with a history that keeps the response or not. */
function pin({ isKept = true, isPinned = false, rows = 1, mayPin = true } = {}) {
  const store = doubleOf<ResultStore>({
    ask: () => Promise.resolve({ fingerprint }),
    get: () => doubleOf<Result>({}),
  });
  const queries = doubleOf<Queries>({
    send: (query, connection, { onBegun }) => {
      const result = newResult('r', query, connection ?? 'selected', '');
      Object.assign(result, { progress: { kind: 'ended', outcome: { kind: 'success' } } });
      onBegun?.(result);
      done.push('sent');
      return Promise.resolve({ ...summaryOf(result), rows });
    },
  });
  const history = doubleOf<QueryHistory>({
    spare: (id) => {
      done.push(`spared ${id}`);
      return () => void done.push('no longer spared');
    },
    pin: ({ id, pinned }) => {
      done.push(`${pinned ? 'pinned' : 'unpinned'} ${id}`);
      return Promise.resolve();
    },
    entry: () => Promise.resolve(doubleOf<KeptEntry>({ isPinned, sha256: isKept ? 'aa' : undefined })),
  });
  const pins = new PinnedQueries(store, queries, doubleOf<Comparisons>({}), history, () => 'selected');
  const source = sourceOf();
  const signal = new AbortController().signal;
  return pins.pin(source, source.file.queries[0]!, {
    show: false,
    signal,
    mayPin: () => Promise.resolve(mayPin),
  });
}

describe('pinning a query', () => {
  beforeEach(() => {
    done.length = 0;
    disk.trouble = undefined;
    disk.text = JSON.stringify({ version: 1, queries: { q: { dataset: 'intraday-orders' } } }, null, 2);
  });

  it('pins its response, which is protected until then, and writes its fingerprint into the file', async () => {
    expect(await pin()).toEqual({ fingerprint, isKept: true });
    expect(done).toEqual(['spared r', 'sent', 'pinned r', 'written', 'no longer spared']);
    expect(readQueryFile(disk.text).queries[0]?.expect?.fingerprint).toBe(fingerprint);
  });

  it("leaves nothing pinned whose fingerprint couldn't be written, except for what was pinned before", async () => {
    disk.trouble = new Error('The file is read-only.');
    await expect(pin()).rejects.toThrow('read-only');
    expect(done).toEqual(['spared r', 'sent', 'pinned r', 'unpinned r', 'no longer spared']);
    done.length = 0;
    await expect(pin({ isPinned: true })).rejects.toThrow('read-only');
    expect(done).not.toContain('unpinned r');
  });

  it("writes the fingerprint of a response that can't be kept, and says so", async () => {
    expect(await pin({ isKept: false })).toEqual({ fingerprint, isKept: false });
    expect(done).toContain('written');
  });

  it('pins and writes nothing if the person decides against it', async () => {
    expect(await pin({ mayPin: false })).toBeUndefined();
    expect(done).toEqual(['spared r', 'sent', 'no longer spared']);
  });

  it("doesn't pin a response without data, and no longer protects it", async () => {
    await expect(pin({ rows: 0 })).rejects.toThrow('no data');
    expect(done).toEqual(['spared r', 'sent', 'no longer spared']);
  });
});
