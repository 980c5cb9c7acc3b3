import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberText } from '#src/table/columns/numberText';
import { columnSummary } from '#src/table/rows/columnSummary';
import { atOnce } from '../atOnce';
import { tableOf } from '../charts/tables';

const summary = (rows: readonly object[], column: string) =>
  atOnce(columnSummary(tableOf('publicOrder', rows), { column }));
const ofPrices = (prices: readonly unknown[]) =>
  summary(
    prices.map((price) => ({ price })),
    'price',
  );

describe('what a column contains', () => {
  it('is told with the extremes as the service wrote them, not as the nearest doubles', () => {
    const exact = ['-3.20', '9007199254740993', '9007199254740992', '12.10'].map(
      (text) => new NumberText(text),
    );
    expect(ofPrices([...exact, null])).toMatchObject({
      missing: 1,
      least: '-3.20',
      greatest: '9007199254740993',
      values: [],
    });
  });

  it('is told of times with their extremes, and of a column without values with what is missing', () => {
    const times = ['2026-03-29T00:15:00Z', '2026-03-29T00:00:00.1234567Z', null];
    expect(
      summary(
        times.map((updatedTime) => ({ updatedTime })),
        'updatedTime',
      ),
    ).toMatchObject({
      missing: 1,
      least: Date.UTC(2026, 2, 29, 0, 0, 0, 123),
      greatest: Date.UTC(2026, 2, 29, 0, 15),
    });
    expect(ofPrices([null, null])).toMatchObject({ missing: 2, least: null, greatest: null, bars: [] });
  });

  it('is told of times that are written in an unusual way, which the view would not read', () => {
    const times = ['2026-03-29T01:00:00+01', '2026-03-29T24:00:00Z'].map((updatedTime) => ({ updatedTime }));
    const [least, greatest] = [Date.UTC(2026, 2, 29), Date.UTC(2026, 2, 30)];
    expect(summary(times, 'updatedTime')).toMatchObject({ least, greatest });
  });

  it('is told of texts with the most frequent ones, and of others with how many there are', () => {
    const sides = (texts: readonly (string | null)[]) =>
      summary(
        texts.map((side) => ({ side })),
        'side',
      );
    expect(sides(['BUY', 'SELL', 'BUY', null])).toEqual({
      missing: 1,
      least: null,
      greatest: null,
      values: [
        { value: 'BUY', rows: 2 },
        { value: 'SELL', rows: 1 },
      ],
      more: 0,
      bars: [],
    });
    const many = sides(Array.from({ length: 20 }, (_, n) => `side ${n}`));
    expect(many.values).toHaveLength(12);
    expect(many.more).toBe(8);
  });

  it('is told of yes and no', () => {
    const rows = [true, true, false, null].map((border) => ({ border }));
    const capacities = tableOf('hubToHubCapacity', rows);
    expect(atOnce(columnSummary(capacities, { column: 'border' })).values).toEqual([
      { value: 'yes', rows: 2 },
      { value: 'no', rows: 1 },
    ]);
  });

  it('counts each number in one bar, whatever the numbers are', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))), (prices) => {
        const present = prices.filter((price) => price !== null);
        const { bars, missing } = ofPrices(prices);
        expect(bars.reduce((sum, bar) => sum + bar, 0)).toBe(present.length);
        expect(missing).toBe(prices.length - present.length);
      }),
    );
  });

  it('is asked of a column that the table has', () => {
    expect(() => summary([], 'color')).toThrow('Column "color" not found');
  });
});
