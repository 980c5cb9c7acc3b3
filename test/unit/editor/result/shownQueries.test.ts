import { describe, expect, it } from 'vitest';
import { ShownQueries } from '#src/editor/result/shownQueries';
import { stateOf } from '#src/editor/result/resultState';
import { findDataset } from '#src/market/datasets/datasets';
import { newResult, type Result } from '#src/results/result';
import type { Source } from '#src/protocol/source';
import { openedFile } from '../../results/openedFiles';
import { openTab } from './openTab';

const dataset = findDataset('dayahead-prices')!;
const resultOf = (id: string, status: string): Result =>
  newResult(id, { dataset, parameters: { deliveryarea: 'NO1', status } }, 'Work', '');

function remembering() {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    update: () => Promise.resolve(),
    // A window's memory is stored as text.
    keep: (key: string, value: unknown) => kept.set(key, JSON.parse(JSON.stringify(value))),
  };
  return { kept, queries: new ShownQueries(memory) };
}

describe('a tab whose result is gone', () => {
  it('still has its query and connection', () => {
    const { queries } = remembering();
    queries.remember(resultOf('one', 'P'));
    expect(queries.goneResult('one')).toMatchObject({
      id: 'one',
      connection: 'Work',
      progress: { kind: 'gone' },
      source: { kind: 'service' },
      query: { parameters: { deliveryarea: 'NO1', status: 'P' } },
    });
    expect(queries.goneResult('another')).toBeUndefined();
  });

  it('still knows the words that its query was entered with', () => {
    const { kept, queries } = remembering();
    const days = { zone: 'Europe/London', words: { startTime: 'today' } };
    const asked = { dataset, parameters: { startTime: '2026-11-22T00:00:00Z' }, days };
    queries.remember(newResult('one', asked, 'Work', ''));
    expect(queries.goneResult('one')?.query).toEqual(asked);
    const [good] = kept.get('marketData.shownQueries') as [object];
    kept.set('marketData.shownQueries', [{ ...good, days: 'today' }]);
    expect(queries.goneResult('one')?.query).not.toHaveProperty('days');
  });

  it('still knows its folder if it is a range, to open it again', () => {
    const { queries } = remembering();
    const source: Source = {
      kind: 'range',
      uri: 'file:///w/r',
      target: 'r',
      from: '2026-03-28',
      to: '2026-03-29',
      days: [],
    };
    // This query can't be sent again, and must not be rejected for that.
    const curves = {
      dataset: findDataset('dayahead-curves')!,
      parameters: { startTime: '2026-03-27T23:00:00Z' },
    };
    queries.remember({ ...newResult('range', curves, 'Work', ''), source });
    expect(queries.goneResult('range')).toMatchObject({ source, query: curves, progress: { kind: 'gone' } });
  });

  it('has both queries if it is a comparison, to run both again', () => {
    const { queries } = remembering();
    const [first, second] = [
      { ...resultOf('one', 'P'), label: 'preliminary' },
      { ...resultOf('two', 'O'), label: 'official' },
    ];
    const summary = {
      counts: { changed: 1, same: 0, added: 0, missing: 0 },
      extremes: null,
      mean: null,
      leftOut: 0,
    };
    const source = { kind: 'comparison', first, second, summary } as const;
    const shared = { dataset, parameters: { deliveryarea: 'NO1' } };
    queries.remember(newResult('both', shared, 'Work', '', source));
    const gone = queries.goneResult('both')!;
    expect(gone.query.parameters).toEqual({ deliveryarea: 'NO1' });
    expect(gone.source).toMatchObject({
      first: { id: 'one', label: 'preliminary', connection: 'Work', query: first.query },
      second: { id: 'two', label: 'official', connection: 'Work', query: second.query },
    });
    const state = stateOf(...openTab(gone, { timeZone: 'Europe/Oslo' }));
    expect(state.dataset.title).toBe('Day-ahead prices: official vs. preliminary');
    expect(state.source).toHaveProperty('sentence', 'The rows of both results are no longer in memory');
  });

  it('still names the file it was opened from, even without the parameters that the dataset requires', () => {
    const { queries } = remembering();
    const curves = { dataset: findDataset('dayahead-curves')!, parameters: {} };
    const source = openedFile({ hasQuery: false });
    queries.remember({ ...newResult('saved', curves, 'file', source.uri), source });
    expect(queries.goneResult('saved')).toMatchObject({ progress: { kind: 'gone' }, source, query: curves });
  });

  it("isn't restored without a valid query", () => {
    const { kept, queries } = remembering();
    queries.remember(resultOf('one', 'P'));
    const [good] = kept.get('marketData.shownQueries') as [object];
    const odd = [null, { ...good, id: 'a', parameters: 'x' }, { ...good, id: 'b', dataset: 'no' }];
    kept.set('marketData.shownQueries', odd);
    expect(['a', 'b'].map((id) => queries.goneResult(id))).toEqual([undefined, undefined]);
  });
});
