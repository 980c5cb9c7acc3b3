import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import { QuestionError } from '#src/table/questionError';
import { addRecord } from '#src/table/body/recordRows';
import { chosenRows, sortedRows, pageOf, SortedRows } from '#src/table/rows/rows';
import { atOnce } from '../atOnce';
import { sampleOrders as sample } from '../sampleOrders';
import { Table } from '#src/table/columns/table';
import type { ChosenRows } from '#src/protocol/tableTypes';
import type { SortKey } from '#src/protocol/rowsQuestion';

const ids = (sort: SortKey[]) =>
  [...(atOnce(sortedRows(sample, sort, [])) ?? [0, 1, 2, 3])].map((row) => sample.column('id')?.text(row));

describe('sort', () => {
  it.each<[SortKey[], string]>([
    [[], 'abcd'],
    [[{ column: 'price' }], 'cadb'],
    [[{ column: 'price', descending: true }], 'adcb'],
    [[{ column: 'side' }, { column: 'price' }], 'cabd'],
    [[{ column: 'side', descending: true }], 'bacd'],
    [[{ column: 'deliveryStart', descending: true }], 'badc'],
  ])('%j gives %s: stable, missing values last in both directions', (sort, expected) => {
    expect(ids(sort).join('')).toBe(expected);
  });
});

describe('pages', () => {
  it('limit any range to the existing rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer(), async (from, to) => {
        const { total, rows } = await pageOf(sample, new SortedRows(sample), { from, to });
        expect(total).toBe(4);
        expect(rows.every((row) => row >= 0 && row < 4)).toBe(true);
      }),
    );
  });

  it('stop a sort that was canceled, and still do the next one', async () => {
    const rows = new SortedRows(sample);
    const sort = [{ column: 'price' }];
    const given = rows.rowsFor({ sort }, AbortSignal.abort(new Error('Cancelled.')));
    const next = rows.rowsFor({ sort });
    await expect(given).rejects.toThrow('Cancelled.');
    expect([...((await next) ?? [])]).toEqual([2, 0, 3, 1]);
  });

  it('reject an invalid question without affecting the next one', async () => {
    const rows = new SortedRows(sample);
    await expect(rows.rowsFor({ sort: [{ column: 'nope' }] })).rejects.toThrow(QuestionError);
    expect(await rows.rowsFor({ filter: [{ column: 'id', op: '=', value: 'b' }] })).toEqual(
      Uint32Array.of(1),
    );
  });

  it('reuse a sort for the same order', async () => {
    const rows = new SortedRows(sample);
    const [one, other] = [{ sort: [{ column: 'id' }] }, { sort: [{ column: 'id' }] }];
    const [first, second] = await Promise.all([rows.rowsFor(one), rows.rowsFor(other)]);
    expect(second).toBe(first);
  });
});

describe('a sample', () => {
  const rowsOf = async (table: Table, question: ChosenRows) => [
    ...((await chosenRows(table, new SortedRows(table), question)) ?? []),
  ];

  it('has the requested number of values of each series, in the order shown', async () => {
    const table = new Table(recordShapes.timeSeries);
    const value = (at: number) => ({ startTime: new Date(at).toISOString(), value: at });
    addRecord(table, 'timeSeries', { values: [value(1), value(2), value(3)] });
    addRecord(table, 'timeSeries', { values: [value(6)] });
    addRecord(table, 'timeSeries', { values: [value(5), value(4), value(7)] });
    expect(await rowsOf(table, { sample: 2 })).toEqual([0, 1, 3, 4, 5]);
    const sort = [{ column: 'value', descending: true }];
    expect(await rowsOf(table, { sort, sample: 1 })).toEqual([6, 3, 2]);
    expect(await rowsOf(table, { filter: [{ column: 'value', op: '>', value: 4 }], sample: 1 })).toEqual([
      3, 4,
    ]);
  });
});

it('a sample of curves has all points of the requested values of each, in whatever order they are shown', async () => {
  const table = new Table(recordShapes.priceCurve);
  const points = (prices: number[]) => prices.map((price) => ({ price, volume: 1 }));
  const value = (hour: number, sell: number[], buy: number[]) => ({
    startTime: `2026-10-25T0${hour}:00:00Z`,
    endTime: `2026-10-25T0${hour + 1}:00:00Z`,
    sellCurves: points(sell),
    buyCurves: points(buy),
  });
  addRecord(table, 'priceCurve', { values: [value(0, [1, 9], [5]), value(1, [2], [8, 3])] }); // rows 0 to 5
  addRecord(table, 'priceCurve', { values: [value(1, [4], [7]), value(2, [6], [])] }); // rows 6 to 8
  const sampled = async (question: ChosenRows) => [
    ...((await chosenRows(table, new SortedRows(table), question)) ?? []),
  ];
  expect(await sampled({ sample: 1 })).toEqual([0, 1, 2, 6, 7]);
  const sort = [{ column: 'price', descending: true }];
  expect(await sampled({ sort, sample: 1 })).toEqual([1, 7, 2, 6, 0]);
  expect(await sampled({ sample: 2 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

describe('chosen rows', () => {
  const sort = [{ column: 'price', descending: true }]; // 0, 3, 2, 1

  /** Ranges such as `3-9 0-1`. */
  const ranges = (text: string) =>
    [...text.matchAll(/(\d)-(\d)/g)].map(([, from, to]): [number, number] => [Number(from), Number(to)]);

  it.each<[ChosenRows, number[]]>([
    [{ from: 1, to: 3 }, [1, 2]],
    [{ ranges: [] }, []],
    [{ sort, to: 2 }, [0, 3]],
    [{ sort, ranges: ranges('3-9 0-1') }, [0, 1]],
    [{ ranges: ranges('1-3 0-2 2-2 3-1') }, [0, 1, 2]],
    [{ from: 1, ranges: ranges('0-2 3-4') }, [1, 3]],
    [{ filter: [{ column: 'side', op: '=', value: 'BUY' }], ranges: [[1, 4]] }, [2]],
    [{ sample: 2 }, [0, 1]],
    [{ sort, sample: 3 }, [0, 3, 2]],
    [{ filter: [{ column: 'side', op: '=', value: 'BUY' }], sample: 9 }, [0, 2]],
  ])('%j are in the order shown, each once', async (question, expected) => {
    expect([...((await chosenRows(sample, new SortedRows(sample), question)) ?? [])]).toEqual(expected);
  });

  it.each<ChosenRows>([{}, { to: 99 }, { ranges: ranges('2-9 0-3') }])(
    '%j are all rows, which take no memory',
    async (question) => {
      expect(await chosenRows(sample, new SortedRows(sample), question)).toBeUndefined();
    },
  );
});
