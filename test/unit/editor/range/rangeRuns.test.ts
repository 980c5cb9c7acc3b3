import { beforeEach, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import type { Connections } from '#src/editor/connections/connections';
import { findDataset } from '#src/market/datasets/datasets';
import { rangeQuery } from '#src/range/rangeQuery';
import { newResult } from '#src/results/result';
import { RangeRuns, type RangeSources } from '#src/editor/range/rangeRuns';
import type { KnownInputs } from '#src/editor/range/rangePrompts';
import { RangeCanceled } from '#src/editor/range/rangeProgress';
import { registerRangesView } from '#src/editor/range/rangesView';
import type { Source } from '#src/protocol/source';
import { RangeReport } from '#src/range/rangeReport';
import type { RangeSummary } from '#src/range/rangeRun';
import type { PreviousInputs } from '#src/editor/query/previousInputs';
import type { Queries } from '#src/editor/query/queries';
import { doubleOf } from '../../doubleOf';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';
import { memoryOf } from '../memoryOf';
import { ownConnection } from '../ownConnection';

const { minded, prompted } = vi.hoisted(() => ({
  minded: [] as [connection: string, target: string][],
  prompted: [] as KnownInputs[],
}));

/** The manifest that the folder of an opened range has now. */
const disk = vi.hoisted(() => ({ manifest: {} }));

vi.mock('#src/engine/range/rangeNotes', async (original) => ({
  ...(await original<object>()),
  manifestIn: () => Promise.resolve(disk.manifest),
}));
vi.mock('#src/editor/range/rangePrompts', () => ({
  promptForRange: (_: unknown, known: KnownInputs) => {
    prompted.push(known);
    return Promise.resolve({
      parameters: { deliveryarea: 'NO1' },
      from: '2026-03-28',
      to: '2026-03-29',
      format: 'parquet',
      target: 'data',
    });
  },
}));
vi.mock('#src/editor/export/license', () => ({
  mentionLicense: (_: unknown, { connection }: { connection: string }, target: Uri) =>
    Promise.resolve(minded.push([connection, target.toString()])),
}));

const watched: number[] = [];
const isCanceled = { now: false };
const again: (() => Promise<unknown>)[] = [];
const lines: (string | undefined)[] = [];
const summary = doubleOf<RangeSummary>({
  ...new RangeReport().outcome,
  days: 2,
  fetched: 2,
  target: 'file:///workspace/data',
});
const rangesView = registerRangesView(memoryOf(), () => Promise.reject(new Error('No row is shown.')));
const runs = new RangeRuns(
  doubleOf<RangeSources>({
    connections: doubleOf<Connections>({
      requireSelected: () => undefined,
      selected: 'mine',
      get: (name) => Promise.resolve(ownConnection(name)),
    }),
    previousInputs: doubleOf<PreviousInputs>({ of: () => ({}) }),
    queries: doubleOf<Queries>({
      signedIn: (name) => Promise.resolve(ownConnection(name)),
      ensureSignedIn: () => Promise.resolve(true),
    }),
    signIn: { requireVerifiedCertificates: () => undefined },
    workspaceState: doubleOf<RangeSources['workspaceState']>({}),
    fetching: doubleOf<RangeSources['fetching']>({}),
    rangesView,
    program: '/cli.js',
  }),
  ({ days }) => {
    watched.push(days);
    return isCanceled.now ? Promise.reject(new RangeCanceled(1, days)) : Promise.resolve(summary);
  },
  (_dataset, _summary, fetchAgain, line) => {
    again.push(fetchAgain);
    lines.push(line);
    return Promise.resolve();
  },
);

beforeEach(() => {
  editor.folders = ['/workspace'];
  editor.disk = new MemoryDisk();
});

it('a person who fetches a range into a repository is told of the license, as for an export', async () => {
  expect(await runs.prompt(findDataset('dayahead-prices')!, {})).toBe(summary);
  expect(minded).toEqual([['mine', 'file:///workspace/data/range']]);
});

it("a range of a result's query takes over its areas without its day, and days from a calendar", async () => {
  prompted.splice(0);
  const given = { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' };
  const days = { from: '2026-03-01', to: '2026-03-31' };
  await runs.prompt(findDataset('dayahead-prices')!, { given, days });
  expect(prompted).toEqual([{ previous: {}, given: { deliveryarea: 'NO1' }, days }]);
});

it('fetching failed days again uses the same range, with nothing to enter', async () => {
  watched.splice(0);
  again.splice(0);
  await runs.prompt(findDataset('dayahead-prices')!, {});
  expect(await again[0]?.()).toBe(summary);
  expect(watched).toEqual([2, 2]);
  expect(again).toHaveLength(2);
});

it('only a range of a query in a file can be copied as a command, also after it was fetched again', async () => {
  again.splice(0);
  lines.splice(0);
  const dataset = findDataset('dayahead-prices')!;
  await runs.prompt(dataset, {});
  const named = { file: Uri.file('/workspace/x.market.json'), name: 'all' };
  await runs.prompt(dataset, { given: {} }, undefined, named);
  await again[1]?.();
  const line =
    "node '/cli.js' range x.market.json all --from 2026-03-28 --to 2026-03-29 --target data --format parquet --connection mine";
  expect(lines).toEqual([undefined, line, line]);
});

it('a range that a program fetches mentions no license', async () => {
  minded.splice(0);
  await runs.headless({
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1' },
    from: '2026-03-28',
    to: '2026-03-29',
    format: 'parquet',
    target: 'data',
    connection: 'mine',
  });
  expect(minded).toEqual([]);
});

it('a program names days as people do, and may leave out the last', async () => {
  watched.splice(0);
  const asked = { dataset: 'regulation-down-volumes', format: 'parquet', target: 'data' } as const;
  await runs.headless({ ...asked, from: 'today-7d', to: 'yesterday' });
  await runs.headless({ ...asked, from: 'today-30d', to: 'today-21d' });
  await runs.headless({ ...asked, from: 'today-9d' });
  expect(watched).toEqual([7, 10, 9]);
  await expect(runs.headless({ ...asked, from: 'last week' })).rejects.toThrow('"last week" isn\'t a');
});

it('missing days are fetched for the query that is shown, not for one whose manifest has replaced it', async () => {
  watched.splice(0);
  const dataset = findDataset('dayahead-prices')!;
  const [from, to] = ['2026-03-28', '2026-03-29'];
  const own = {
    dataset: dataset.id,
    parameters: { deliveryarea: 'NO1' },
    format: 'parquet',
    connection: 'mine',
  };
  const result = newResult('r1', rangeQuery(dataset, own.parameters, from, to), 'mine', '');
  const source: Source = {
    kind: 'range',
    uri: 'file:///workspace/range/dayahead-prices',
    target: 'range',
    from,
    to,
    days: [],
  };
  disk.manifest = { ...own, parameters: { deliveryarea: 'FI' } };
  await expect(runs.fetchMissing({ ...result, source })).rejects.toThrow(
    'The folder now contains a different query. Open it again.',
  );
  expect(watched).toEqual([]);
  disk.manifest = own;
  expect(await runs.fetchMissing({ ...result, source })).toBe(true);
  expect(watched).toEqual([2]);
});

it('a run that was canceled is continued from the list of ranges, with the days that were requested', async () => {
  watched.splice(0);
  const folder = Uri.file('/workspace/canceled/dayahead-prices');
  const parameters = { deliveryarea: 'NO1' };
  const asked = {
    dataset: 'dayahead-prices',
    parameters,
    from: '2026-03-01',
    to: '2026-03-10',
    format: 'parquet',
    target: 'canceled',
    connection: 'mine',
  } as const;
  isCanceled.now = true;
  await expect(runs.headless(asked)).rejects.toThrow('canceled');
  isCanceled.now = false;
  const entry = { state: 'fetched', outcome: 'success', rows: 1, bytes: 1, integrity: [] };
  disk.manifest = { ...asked, days: { '2026-02-27': entry, '2026-03-01': entry } };
  await runs.fetchMissingIn(folder);
  // The second time, from the first day in the folder to the last one that was requested.
  expect(watched).toEqual([10, 12]);
  // What a program fetches without showing it isn't listed.
  await runs.headless({ ...asked, target: 'quiet', show: false });
  expect(rangesView.spanIn(Uri.file('/workspace/quiet/dayahead-prices'))).toEqual({});
  expect(rangesView.spanIn(folder)).toMatchObject({ from: '2026-02-27', to: '2026-03-10' });
});

it.each(['parquet', 'json'] as const)(
  'missing days of orders are fetched hour by hour, as a day at once may be too large, except as JSON: %s',
  async (format) => {
    const headless = vi.spyOn(runs, 'headless').mockResolvedValue(summary);
    const entry = { state: 'fetched', outcome: 'success', rows: 1, bytes: 1, integrity: [] };
    disk.manifest = {
      dataset: 'intraday-orders',
      parameters: { deliveryarea: 'NO1' },
      format,
      connection: 'mine',
      days: { '2026-03-01': entry, '2026-03-03': entry },
    };
    await runs.fetchMissingIn(Uri.file('/workspace/range/intraday-orders'));
    expect(headless.mock.calls[0]?.[0].windowMinutes).toBe(format === 'json' ? undefined : 60);
    headless.mockRestore();
  },
);
