import { beforeEach, expect, it } from 'vitest';
import { Uri } from 'vscode';
import type { Connections } from '#src/editor/connections/connections';
import type { Shared } from '#src/editor/foundation';
import type { Queries } from '#src/editor/query/queries';
import { queryFileCommands } from '#src/editor/queryFiles/queryFileCommands';
import { newResult, summaryOf, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

const file = Uri.file('/project/a.market.json');
const query = { dataset: 'intraday-orders', expect: {} };
const textOf = (queries: object) => JSON.stringify({ version: 1, queries });
let disk: MemoryDisk;

/** Everything that is sent succeeds at once. */
const sent = new Map<string, Result>();
type Parts = Parameters<typeof queryFileCommands>[1];
const { work } = queryFileCommands(
  doubleOf<Shared>({
    store: doubleOf<ResultStore>({
      onDidChange: () => () => undefined,
      get: (id) => sent.get(id)!,
    }),
    connections: doubleOf<Connections>({ selected: 'selected' }),
    tick: () => undefined,
  }),
  doubleOf<Parts>({
    queries: doubleOf<Queries>({
      send: (asked) => {
        const result = newResult(`r${sent.size}`, asked, 'selected', '');
        result.progress = { kind: 'ended', outcome: { kind: 'success' } };
        sent.set(result.id, result);
        return Promise.resolve(summaryOf(result));
      },
    }),
    waits: doubleOf<Parts['waits']>({}),
    panels: doubleOf<Parts['panels']>({}),
    exports: doubleOf<Parts['exports']>({}),
    comparisons: doubleOf<Parts['comparisons']>({}),
    history: doubleOf<Parts['history']>({}),
    fetchRange: () => Promise.resolve(),
    choose: () => Promise.resolve(undefined),
  }),
);

beforeEach(() => {
  sent.clear();
  editor.folders = ['/project'];
  editor.disk = disk = new MemoryDisk();
});

it('the Testing view runs the other queries if one was renamed, unless no query is left', async () => {
  disk.files.set(file.path, textOf({ one: query, renamed: query }));
  const { queries } = await work.check(file, ['one', 'two'], {});
  expect(queries.map(({ query: name }) => name)).toEqual(['one']);
  await expect(work.check(file, ['two'], {})).rejects.toThrow('Query "two" not found');
  // Half-typed, it may only be unreadable for now.
  disk.files.set(file.path, textOf({ one: query, renamed: query }).slice(0, -1));
  await expect(work.check(file, ['one', 'two'], {})).rejects.toThrow(/^a\.market\.json: Line 1: /);
  expect(sent.size).toBe(1);
});
