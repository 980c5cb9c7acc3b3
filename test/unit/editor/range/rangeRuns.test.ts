import { expect, it, vi } from 'vitest';
import type { Connections } from '../../../../src/editor/connections/connections';
import { RangeRuns, type RangeSources, type RangeSummary } from '../../../../src/editor/range/rangeRuns';
import type { PreviousInputs } from '../../../../src/editor/query/previousInputs';
import type { Queries } from '../../../../src/editor/query/queries';
import { doubleOf } from '../../doubleOf';
import { ownConnection } from '../ownConnection';

const { minded } = vi.hoisted(() => ({ minded: [] as [connection: string, target: string][] }));

vi.mock('vscode', () => ({ Uri: { parse: (text: string) => ({ text, toString: () => text }) } }));
vi.mock('../../../../src/editor/export/exportTarget', () => ({
  refuseUntrusted: () => undefined,
  targetInWorkspace: (target: unknown) => Promise.resolve(target),
}));
vi.mock('../../../../src/editor/range/rangePrompts', () => ({
  promptForRange: () =>
    Promise.resolve({
      parameters: { deliveryarea: 'NO1' },
      from: '2026-03-28',
      to: '2026-03-29',
      format: 'parquet',
      target: 'data',
    }),
}));
vi.mock('../../../../src/editor/export/license', () => ({
  mindLicense: (_: unknown, { connection }: { connection: string }, target: { text: string }) =>
    Promise.resolve(minded.push([connection, target.text])),
}));

const watched: number[] = [];
const again: (() => Promise<unknown>)[] = [];
const summary = doubleOf<RangeSummary>({ target: 'file:///workspace/data' });
const runs = new RangeRuns(
  doubleOf<RangeSources>({
    connections: doubleOf<Connections>({
      requireSelected: () => undefined,
      selected: 'mine',
      get: (name) => Promise.resolve(ownConnection(name)),
    }),
    previousInputs: doubleOf<PreviousInputs>({ of: () => ({}) }),
    queries: doubleOf<Queries>({ signedIn: (name) => Promise.resolve(ownConnection(name)) }),
    signIn: { requireVerifiedCertificates: () => undefined },
    memory: doubleOf<RangeSources['memory']>({}),
    now: Date.now,
  }),
  ({ days }) => {
    watched.push(days);
    return Promise.resolve(summary);
  },
  (_dataset, _summary, fetchAgain) => {
    again.push(fetchAgain);
    return Promise.resolve();
  },
);

it('a person who fetches a range into a repository is told of the license, as for an export', async () => {
  expect(await runs.run({ datasetNode: 'dayahead-prices' })).toBe(summary);
  expect(minded).toEqual([['mine', 'file:///workspace/data/range']]);
});

it('fetching failed days again uses the same range, with nothing to enter', async () => {
  watched.splice(0);
  again.splice(0);
  await runs.run({ datasetNode: 'dayahead-prices' });
  expect(await again[0]?.()).toBe(summary);
  expect(watched).toEqual([2, 2]);
  expect(again).toHaveLength(2);
});

it('a range that a program fetches mentions no license', async () => {
  minded.splice(0);
  await runs.run({
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
