import { describe, expect, it } from 'vitest';
import { dayFigures } from '#src/table/charts/dayFigures';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf, value, values } from './tables';

const hours = (amount: (hour: number) => number | null, count = 24, from = 0) =>
  values(
    Array.from({ length: count }, (_, at) => amount(at)),
    60,
    from * 60,
  );

const figuresOf = (records: readonly object[], label?: string) =>
  atOnce(dayFigures(tableOf('timeSeries', records), 'steps', label));

describe('the figures of the days of a series', () => {
  it('are means of prices and sums of energy, for the first series unless another series is named', () => {
    const no1 = seriesRecord(
      { deliveryArea: 'NO1' },
      hours((hour) => hour),
    );
    const se3 = seriesRecord(
      { deliveryArea: 'SE3' },
      hours(() => 7),
    );
    expect(figuresOf([no1, se3])).toEqual({
      series: ['NO1', 'SE3'],
      label: 'NO1',
      unit: 'EUR/MWh',
      rule: 'mean',
      figures: { '2026-03-20': 11.5 },
    });
    expect(figuresOf([no1, se3], 'SE3')).toMatchObject({ label: 'SE3', figures: { '2026-03-20': 7 } });
    expect(figuresOf([no1], 'SE3')).toMatchObject({ label: 'NO1' });
    const energy = seriesRecord(
      { deliveryArea: 'NO1' },
      hours(() => 2),
      { unit: 'MWh' },
    );
    expect(figuresOf([energy])).toMatchObject({ rule: 'sum', figures: { '2026-03-20': 48 } });
  });

  it('are given by delivery day, also for days of 23 and 25 hours', () => {
    // 29 March 2026 has 23 hours, and is the tenth day.
    const ten = seriesRecord(
      { deliveryArea: 'NO1' },
      hours((hour) => Math.floor(hour / 24), 10 * 24 - 1),
    );
    const { figures } = figuresOf([ten]);
    expect(Object.keys(figures)).toHaveLength(10);
    expect(figures['2026-03-28']).toBe(8);
    expect(figures['2026-03-29']).toBe(9);
  });

  it('are left out for days that lack a value, and for intervals longer than a day', () => {
    const lacking = seriesRecord(
      { deliveryArea: 'NO1' },
      hours((hour) => (hour === 30 ? null : 1), 48),
    );
    expect(Object.keys(figuresOf([lacking]).figures)).toEqual(['2026-03-20']);
    const long = seriesRecord({ deliveryArea: 'NO1' }, [value(0, 2 * 24 * 60, 5)]);
    expect(figuresOf([long]).figures).toEqual({});
  });

  it("aren't given for results without series", () => {
    const prices = tableOf('timeSeries', [
      seriesRecord(
        { deliveryArea: 'NO1' },
        hours(() => 1),
      ),
    ]);
    expect(atOnce(dayFigures(prices, 'orders', undefined)).series).toEqual([]);
    expect(atOnce(dayFigures(tableOf('timeSeries', []), 'steps', undefined)).figures).toEqual({});
  });
});
