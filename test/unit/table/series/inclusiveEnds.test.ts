import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgementOf } from '#src/market/integrity/judgement';
import type { Asked } from '#src/market/integrity/integrity';
import { compare } from '#src/table/compare/compare';
import type { Table } from '#src/table/columns/table';
import { formedTable } from '#src/table/forms/formedTable';
import { columnFacts } from '#src/table/integrity/breaches';
import { gapsOf } from '#src/table/integrity/findingRows';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { seriesFigures } from '#src/table/integrity/seriesFigures';
import { fillPeriods } from '#src/table/rows/periodColumn';
import { figuresOfCells } from '#src/table/rows/selectionFigures';
import { propertyRuns } from '../../propertyRuns';
import { atOnce } from '../atOnce';
import {
  chartAtOnce,
  drawn,
  hour,
  iso,
  minute,
  seriesRecord,
  start,
  tableOf,
  value,
  values,
} from '../charts/tables';

type Sent = ReturnType<typeof value>;

const day = { start, end: start + 24 * hour, values: [] };
const amounts = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const quarters = () => values(amounts(96), 15);

/** Ways to send the last moment of an interval instead of its end. */
const endings = {
  'the last second': (end: number) => `${iso(end - 1000)?.slice(0, 19)}Z`,
  'the last millisecond': (end: number) => iso(end - 1) ?? '',
  'the last tick': (end: number) => `${iso(end - 1000)?.slice(0, 19)}.9999999Z`,
};
type Ending = (end: number) => string;
const [lastSecond, lastMillisecond, lastTick] = Object.values(endings) as [Ending, Ending, Ending];

const inclusive = (list: readonly Sent[], ending: Ending = lastSecond): Sent[] =>
  list.map((each) => ({ ...each, endTime: ending(Date.parse(each.endTime ?? '')) }));

const pricesOf = (...lists: readonly (readonly Sent[])[]): Table =>
  tableOf(
    'timeSeries',
    lists.map((list, index) => seriesRecord({ deliveryArea: `NO${index + 1}` }, list)),
  );

const findingsIn = (table: Table, asked: Asked = day) => atOnce(integrityOf(table, asked));
const textOf = (table: Table, asked?: Asked) =>
  findingsIn(table, asked)
    .map(({ text }) => text)
    .join(', ');
const judged = (table: Table, asked?: Asked) =>
  judgementOf({ isWhole: true, rows: table.rows, findings: findingsIn(table, asked) });

const cells = (table: Table, keys: readonly string[]) =>
  Array.from({ length: table.rows }, (_, row) => keys.map((key) => table.column(key)?.text(row) ?? null));
const combined = (table: Table) =>
  cells(atOnce(formedTable(table, { resolution: 'PT60M' }, Infinity)), ['startTime', 'endTime', 'value']);

describe('inclusive ends', () => {
  it.each(Object.entries(endings))('that are %s of an interval leave nothing missing', (_, ending) => {
    const table = pricesOf(inclusive(quarters(), ending));
    const example = ending(start + 15 * minute);
    expect(textOf(table)).toBe(
      `96 of 96 quarter hours, ends such as ${example} are read as inclusive: each interval ends where the next one starts`,
    );
    expect(judged(table)).toBe('complete');
  });

  it('are told once, although several series have them, and only of these if others have none', () => {
    const table = pricesOf(quarters(), inclusive(quarters()), inclusive(quarters(), lastTick));
    expect(findingsIn(table).filter(({ kind }) => kind === 'inclusiveEnds')).toEqual([
      expect.objectContaining({ count: 1, severity: 'note', shows: 'nothing' }),
    ]);
    expect(judged(table)).toBe('complete');
  });

  it('stay as sent in the table', () => {
    const list = inclusive(quarters(), lastTick);
    const table = pricesOf(list);
    findingsIn(table);
    expect(cells(table, ['endTime'])).toEqual(list.map(({ endTime }) => [endTime]));
  });

  it('are drawn, combined, numbered, and weighted as the intervals that they stand for', () => {
    const list = [...values([10], 60), ...values([20, 40, 60, 80], 15, 60)];
    const [sent, read] = [pricesOf(list), pricesOf(inclusive(list))];
    const both = (of: (table: Table) => unknown) => expect(of(read)).toEqual(of(sent));
    both((table) => {
      const chart = chartAtOnce(table, 'steps', { width: 400, height: 100 });
      return chart.kind === 'series' && drawn(chart);
    });
    both(combined);
    both((table) => {
      atOnce(fillPeriods(table));
      return amounts(5).map((row) => table.derived('period', '')?.column.text(row - 1));
    });
    both((table) => atOnce(figuresOfCells(table, [table.column('value')!], undefined, [[0, table.rows]])));
    both((table) => atOnce(seriesFigures(table, { asked: day, least: 1, wholeDays: false, most: 9 })));
  });

  it('match the exclusive ends of another result', () => {
    const { table, figures } = atOnce(
      compare(pricesOf(quarters()), pricesOf(inclusive(quarters())), {
        record: 'timeSeries',
        days: 0,
        titles: ['A', 'B', 'B minus A'],
        tellsChanges: true,
        maxTableBytes: 1e9,
      }),
    );
    expect(figures.counts).toEqual({ changed: 0, same: 96, added: 0, missing: 0 });
    expect(table.column('endTime')?.text(0)).toBe(iso(start + 15 * minute)?.replace('.000Z', 'Z'));
  });

  it('show a missing interval between them as one that is missing', () => {
    const table = pricesOf(inclusive(quarters()).filter((_, index) => index !== 40));
    expect(textOf(table)).toContain('95 of 96 quarter hours, 1 missing, ends such as');
    expect(atOnce(gapsOf(table, day, 9)).gaps).toEqual([
      expect.objectContaining({ start: start + 600 * minute, end: start + 615 * minute }),
    ]);
  });

  it('may be the last one only by the usual length, a whole number of quarter hours, or not at all', () => {
    const last = (minutes: number) => {
      const list = [...values([1, 2, 3], 5), value(15, 15 + minutes, 4)];
      const chart = chartAtOnce(pricesOf(inclusive(list)), 'steps', { width: 400, height: 100 });
      return chart.kind === 'series' && drawn(chart).at(-1)?.[1];
    };
    expect([last(5), last(60), last(7)]).toEqual([20, 75, 22 - 1 / 60]);
  });

  it('may be those of a single interval, if it lasts whole quarter hours', () => {
    const single = (minutes: number) => textOf(pricesOf(inclusive([value(0, minutes, 1)])));
    expect(single(60)).toContain('are read as inclusive');
    expect(single(7)).not.toContain('inclusive');
  });

  it('may be those of the periods of price curves', () => {
    const periods = inclusive(values(amounts(24))).map(({ startTime, endTime }) => ({
      startTime,
      endTime,
      sellCurves: [{ price: 1, volume: 2 }],
      buyCurves: [{ price: 3, volume: 4 }],
    }));
    const table = tableOf('priceCurve', [{ type: 'curve', values: periods }]);
    expect(textOf(table)).toContain('24 of 24 hours, ends such as');
    expect(judged(table)).toBe('complete');
    const chart = chartAtOnce(table, 'curves', { width: 400, height: 100 });
    const bounds = chart.kind === 'curves' ? [...chart.periods].slice(0, 4) : [];
    expect(bounds).toEqual([start, start + hour, start + hour, start + 2 * hour]);
    const price = { '>=': 2 };
    const breaches = atOnce(columnFacts(table, 'price', price))?.breaches ?? [];
    expect(breaches[0]?.spots[0]).toMatchObject({ start, end: start + hour });
  });
});

describe('ends that are exclusive', () => {
  it('stay so if only some of them are a second before the next start', () => {
    const list = quarters();
    const table = pricesOf([...inclusive(list.slice(0, 40)), ...list.slice(40)]);
    expect(textOf(table)).not.toContain('inclusive');
    expect(textOf(table)).toContain('40 missing');
    expect(judged(table)).not.toBe('complete');
  });

  it('stay so if one is more than a second before the next start', () => {
    const list = inclusive(quarters());
    list[20] = { ...list[20]!, endTime: iso(Date.parse(list[20]!.endTime!) - 1) };
    expect(textOf(pricesOf(list))).not.toContain('inclusive');
  });

  it('stay so if there are only gaps', () => {
    const table = pricesOf(quarters().filter((_, index) => index % 2 === 0));
    expect(textOf(table)).toContain('48 of 96 quarter hours, 48 missing');
    expect(textOf(table)).not.toContain('inclusive');
  });
});

/** Intervals of market lengths and blocks, with gaps and repetitions. */
const anySeries = fc
  .array(
    fc.record({
      minutes: fc.constantFrom(15, 15, 15, 30, 60, 240),
      gap: fc.constantFrom(0, 0, 0, 0, 15, 60, 75),
      amount: fc.option(fc.integer({ min: -500, max: 4000 }), { freq: 8 }),
      isTwice: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => {
    let at = 0;
    return parts.flatMap(({ minutes, gap, amount, isTwice }) => {
      const from = at + gap;
      at = from + minutes;
      const one = value(from, at, amount);
      return isTwice ? [one, one] : [one];
    });
  });

describe('series with inclusive ends', () => {
  it('have the findings, gaps, and combined values of the same series with exclusive ends', () => {
    fc.assert(
      fc.property(
        fc.array(anySeries, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(lastSecond, lastMillisecond, lastTick),
        fc.boolean(),
        (lists, ending, isOfDay) => {
          const asked = isOfDay ? day : { start: null, end: null, values: [] };
          const sent = pricesOf(...lists);
          const read = pricesOf(...lists.map((list) => inclusive(list, ending)));
          const others = findingsIn(read, asked).filter(({ kind }) => kind !== 'inclusiveEnds');
          expect(others).toEqual(findingsIn(sent, asked));
          expect(others).toHaveLength(findingsIn(read, asked).length - 1);
          expect(judged(read, asked)).toBe(judged(sent, asked));
          expect(atOnce(gapsOf(read, asked, 99))).toEqual(atOnce(gapsOf(sent, asked, 99)));
          if (lists.flat().some(({ startTime, endTime }) => hoursOf(startTime, endTime) <= 1)) {
            expect(combined(read)).toEqual(combined(sent));
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

const hoursOf = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / hour;
