import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { askedOf } from '#src/market/integrity/asked';
import { judgementOf } from '#src/market/integrity/judgement';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { sampleResponses } from '#src/sandbox/market/sampleResponses';
import type { Table } from '#src/table/columns/table';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { sortedRows } from '#src/table/rows/rows';
import { answerOf } from '../../traps/seen';
import { trapTexts } from '../../traps/trapFiles';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf, values } from '../charts/tables';

/** Long after the days of these tables. */
const now = Date.parse('2027-01-01T00:00:00Z');

const askedFor = (id: string) => {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(`Dataset "${id}" not found.`);
  return askedOf({ dataset, parameters: {} }, now);
};
const found = (table: Table, id = 'dayahead-prices') =>
  atOnce(integrityOf(table, askedFor(id))).filter(({ kind }) => kind === 'zeros' || kind === 'repeated');
const texts = (table: Table, id?: string) => found(table, id).map(({ text }) => text);
const rowsOf = (table: Table, kind: 'zeros' | 'repeated') =>
  Array.from(
    atOnce(sortedRows(table, [], [], { finding: { kind }, asked: askedFor('dayahead-prices') })) ?? [],
  );

/** Prices that are never equal to their neighbors. */
const price = (at: number) => 40 + (at % 7) + at / 100;
/** `count` prices, of which those from `first` on are `value`, `run` times. */
const prices = (count: number, first: number, run: number, value: number | null = 0) =>
  Array.from({ length: count }, (_, at) => (at >= first && at < first + run ? value : price(at)));
const tableOfValues = (amounts: readonly (number | null)[], minutes = 15, fields: object = {}) =>
  tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, values(amounts, minutes), fields)]);
const inARow = (count: number, from: string) =>
  `${count} zeros in a row from ${from} +01:00; they may stand for missing values`;

describe('zeros that may stand for missing values', () => {
  it('are a finding at the end of a series, which leads to their rows', () => {
    const table = tableOfValues(prices(96, 70, 26));
    expect(found(table)).toEqual([
      {
        kind: 'zeros',
        count: 26,
        text: inARow(26, '2026-03-20 17:30'),
        severity: 'problem',
        shows: 'rows',
      },
    ]);
    expect(rowsOf(table, 'zeros')).toEqual(Array.from({ length: 26 }, (_, at) => 70 + at));
  });

  it.each([
    ['eight quarter hours', 15, 8],
    ['four hours', 60, 4],
    ['eight half hours', 30, 8],
  ])('are at least %s', (_, minutes, least) => {
    const withZeros = (count: number) => tableOfValues(prices(48, 20, count), minutes);
    expect(found(withZeros(least))).toMatchObject([{ kind: 'zeros', count: least }]);
    expect(found(withZeros(least - 1))).toEqual([]);
  });

  it('can be a whole series, next to another series', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, values(prices(24, 0, 0))),
      seriesRecord({ deliveryArea: 'NO2' }, values(prices(24, 0, 24))),
    ]);
    expect(texts(table)).toEqual([inARow(24, '2026-03-20 00:00')]);
    expect(rowsOf(table, 'zeros')).toEqual(Array.from({ length: 24 }, (_, at) => 24 + at));
  });

  it('are counted together if there are several in a row more than once', () => {
    const amounts = prices(96, 10, 8).map((amount, at) => (at >= 40 && at < 52 ? 0 : amount));
    expect(texts(tableOfValues(amounts))).toEqual([
      '20 zeros in 2 runs, the first from 2026-03-20 02:30 +01:00; they may stand for missing values',
    ]);
  });

  it("aren't a finding if prices fall to zero and rise again", () => {
    const amounts = prices(24, 10, 6).map((amount, at) => (at === 9 || at === 16 ? -0.4 : amount));
    expect(found(tableOfValues(amounts, 60))).toEqual([]);
    const atTheEnd = prices(24, 18, 6).map((amount, at) => (at === 17 ? 0.01 : amount));
    expect(found(tableOfValues(atTheEnd, 60))).toEqual([]);
  });

  it('are in a row even if some are null or sent twice, and duplicates count once', () => {
    const amounts = prices(24, 10, 5);
    amounts[12] = null;
    expect(texts(tableOfValues(amounts, 60))).toEqual([inARow(4, '2026-03-20 10:00')]);
    const three = values(prices(24, 10, 3));
    const twice = seriesRecord({}, [...three, ...three]);
    expect(found(tableOf('timeSeries', [twice]))).toEqual([]);
  });

  it('are usual in flows and regulation volumes, but not in prices sent with them', () => {
    const zeros = prices(24, 10, 6);
    const flow = tableOfValues(zeros, 60, { unit: 'MW' });
    for (const id of ['uk-flows', 'intraday-scheduled-flow', 'regulation-down-volumes']) {
      expect(found(flow, id)).toEqual([]);
    }
    expect(found(flow, 'dayahead-turnover')).toHaveLength(1);
    expect(found(tableOfValues(zeros, 60), 'uk-flows')).toHaveLength(1);
  });
});

describe('equal values that may stand for missing ones', () => {
  it('are in a row for at least eight hours, and differ from their neighbors', () => {
    const table = tableOfValues(prices(96, 20, 32, 41.07));
    expect(texts(table)).toEqual([
      '32 equal values in a row from 2026-03-20 05:00 +01:00; they may stand for missing values',
    ]);
    expect(rowsOf(table, 'repeated')).toEqual(Array.from({ length: 32 }, (_, at) => 20 + at));
    expect(found(tableOfValues(prices(96, 20, 31, 41.07)))).toEqual([]);
    expect(found(tableOfValues(prices(24, 0, 24, 41.07), 60))).toEqual([]);
    // Blocks are few and long.
    expect(found(tableOfValues(prices(6, 1, 3, 41.07), 480))).toEqual([]);
  });
});

it('equal values leave nothing open about what was received', () => {
  const findings = atOnce(integrityOf(tableOfValues(prices(96, 70, 26)), askedFor('dayahead-prices')));
  expect(judgementOf({ isWhole: true, rows: 96, findings })).toBe('complete');
});

it('equal values are the same rows however the response is divided into records', () => {
  const amounts = fc.array(fc.constantFrom(0, 0, 0, 41, 52.5, null), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 60 }), (all, at) => {
      const list = values(all);
      const parts = [list.slice(0, at), list.slice(at)].filter(({ length }) => length > 0);
      const one = tableOf('timeSeries', [seriesRecord({}, list)]);
      const two = tableOf(
        'timeSeries',
        parts.map((part) => seriesRecord({}, part)),
      );
      expect(texts(two)).toEqual(texts(one));
      for (const kind of ['zeros', 'repeated'] as const) {
        const rows = rowsOf(one, kind);
        expect(rowsOf(two, kind)).toEqual(rows);
        // Zeros that are sent as such are never mistaken for anything else.
        expect(rows.every((row) => (all[row] === 0) === (kind === 'zeros'))).toBe(true);
      }
    }),
  );
});

const sampled = datasets.filter(({ record }) => record === 'timeSeries').map(({ id }) => id);
it.each(sampled)('the sample service has none: %s', (id) => {
  for (const [first, last] of [
    ['2024-05-10', '2024-05-12'],
    ['2025-09-29', '2025-10-02'],
    ['2026-03-28', '2026-03-29'],
    ['2026-10-24', '2026-10-26'],
  ] as const) {
    const request = {
      startTime: new Date(dayPeriod(first, marketZone).start).toISOString(),
      endTime: new Date(dayPeriod(last, marketZone).end).toISOString(),
    };
    const situation = { now, gaps: false, orders: undefined };
    const records = [...(sampleResponses.get(id)?.records(request, situation) ?? [])];
    const table = tableOf(
      'timeSeries',
      records.map((text) => JSON.parse(text) as object),
    );
    expect(table.rows).toBeGreaterThan(0);
    expect(texts(table, id)).toEqual([]);
  }
});

it.each([...trapTexts])('responses in which this data is misread have none: %s', (_, text) => {
  expect(texts(answerOf('dayahead-prices', text))).toEqual([]);
});
