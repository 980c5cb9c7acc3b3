import { rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { fetchDay, type DayFetching } from '#src/engine/range/fetchDay';
import type { QueryRuns } from '#src/engine/query/queryRuns';
import type { RangeFolder } from '#src/engine/range/rangeFolder';
import { findDataset } from '#src/market/datasets/datasets';
import { rangeDays } from '#src/range/rangeDays';
import type { RetryWait } from '#src/request/retryWait';
import { newResult } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { ownConnection } from '../../editor/ownConnection';

vi.mock('node:fs', { spy: true });

const dataset = findDataset('dayahead-prices')!;
const parameters = { deliveryarea: 'NO1', currency: 'EUR' };
const [day] = rangeDays({ dataset, parameters, from: '2026-03-28', to: '2026-03-28' });

const placement = { placed: 96, strays: 0, unreadable: 0 };

it('a day whose file is in place counts, even if a virus scanner still reads the temporary one', async () => {
  const taken: [day: string, rows: string, response: string | undefined][] = [];
  const fetching = doubleOf<DayFetching>({
    store: doubleOf<ResultStore>({
      writeDay: () =>
        Promise.resolve({
          records: 1,
          rows: 96,
          bytes: 5,
          sha256: 'ab',
          response: { bytes: 5, sha256: 'cd' },
          fingerprint: 'ef',
          placement,
          columns: [],
          findings: [[]],
        }),
      forget: () => undefined,
    }),
    runs: doubleOf<QueryRuns>({
      runOnBehalf: (query, { name }) =>
        Promise.resolve({
          ...newResult('x', query, name, ''),
          progress: { kind: 'ended', outcome: { kind: 'success' } },
        }),
    }),
    connection: ownConnection('mine'),
    dataset,
    parameters,
    format: 'parquet',
    folder: doubleOf<RangeFolder>({
      columns: [],
      held: () => Promise.resolve({ entry: undefined }),
      heldToReplace: () => Promise.resolve({ entry: undefined, isTaken: false }),
      inTurn: (work) => work(),
      newFile: (elsewhere) => Promise.resolve(elsewhere()),
      put: (name, { rows, response }) => {
        taken.push([name, rows, response]);
        return Promise.resolve(true);
      },
    }),
    newPath: () => '/storage/day.partial',
    extensionVersion: '1.2.3',
    onWait: () => undefined,
    now: Date.now,
  });
  vi.mocked(rmSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('EBUSY: /storage/day.partial'), { code: 'EBUSY' });
  });
  const { settled } = await fetchDay(fetching, day!, new AbortController().signal);
  expect(settled.entry).toMatchObject({ outcome: 'success', rows: 96, bytes: 5 });
  expect(taken).toEqual([['2026-03-28', '/storage/day.partial', '/storage/day.partial']]);
});

it('a day whose service is in maintenance waits as long as the service says, and shows the waits within it', async () => {
  const waits: RetryWait[] = [];
  const fetching = doubleOf<DayFetching>({
    store: doubleOf<ResultStore>({ forget: () => undefined }),
    runs: doubleOf<QueryRuns>({
      runOnBehalf: (query, { name }, _signal, how) => {
        how?.onWait?.({ untilEpochMs: 5 });
        const outcome = { kind: 'tooManyRequests', status: 503, retryAfterSeconds: 300 } as const;
        return Promise.resolve({
          ...newResult('x', query, name, ''),
          progress: { kind: 'ended', outcome },
        });
      },
    }),
    connection: ownConnection('mine'),
    dataset,
    parameters,
    folder: doubleOf<RangeFolder>({ held: () => Promise.resolve({ entry: undefined }) }),
    onWait: (wait) => waits.push(wait),
    now: Date.now,
  });
  expect(await fetchDay(fetching, day!, new AbortController().signal)).toMatchObject({
    outcome: 'tooManyRequests',
    settled: { problem: 'Temporarily unavailable' },
    retryAfterSeconds: 300,
  });
  expect(waits).toEqual([{ untilEpochMs: 5 }]);
});
