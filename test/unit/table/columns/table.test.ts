import { describe, expect, it } from 'vitest';
import { seriesRecord, tableOf, values } from '../charts/tables';

const constants = (...args: Parameters<typeof tableOf>) =>
  Object.fromEntries(
    tableOf(...args)
      .describe()
      .flatMap(({ key, constant }) => (constant === undefined ? [] : [[key, constant]])),
  );

describe('the value that all rows have', () => {
  it('is reported for columns that describe the numbers or the record, never for numbers and times themselves', () => {
    const createdTime = 1774047600000;
    const same = { scale: 2, unit: 'MW', resolution: 'PT1H', createdTime };
    const found = constants('timeSeries', [seriesRecord({ area: 'NO1' }, values([5, 5, 5]), same)]);
    expect(found).toMatchObject({
      scale: 2,
      unit: 'MW',
      resolution: 'PT1H',
      category: 'dayAhead',
      createdTime,
    });
    expect(found).toHaveProperty('seriesStartTime');
    for (const key of ['value', 'startTime']) expect(found).not.toHaveProperty(key);
    const orders = [{ id: '1', createdTime: '2026-03-20T00:00:00Z', createdTimeEpoch: createdTime }];
    for (const key of ['createdTime', 'createdTimeEpoch']) {
      expect(constants('publicOrder', orders)).not.toHaveProperty(key);
    }
  });

  it("doesn't exist if one row has another value or none", () => {
    const series = (scale: number | null) => seriesRecord({}, values([1]), { scale });
    expect(constants('timeSeries', [series(2), series(3)])).not.toHaveProperty('scale');
    expect(constants('timeSeries', [series(2), series(null)])).not.toHaveProperty('scale');
    const pair = (border: boolean) => ({ areaFrom: 'NO1', border, internal: false, inCapacity: 7 });
    const found = constants('hubToHubCapacity', [pair(true), pair(false)]);
    expect(found).toMatchObject({ areaFrom: 'NO1', internal: false });
    expect(found).not.toHaveProperty('border');
    expect(found).not.toHaveProperty('inCapacity');
  });

  it('is judged again as rows arrive', () => {
    const table = tableOf('timeSeries', [seriesRecord({}, values([1, 2]), { scale: 2 })]);
    const constant = () => table.describe().find(({ key }) => key === 'scale')?.constant;
    expect(constant()).toBe(2);
    table.column('scale')?.set(2, 3);
    table.rows = 3;
    expect(constant()).toBeUndefined();
    expect(constant()).toBeUndefined();
  });

  it('is shortened if it is a long text', () => {
    const found = constants('timeSeries', [seriesRecord({}, values([1]), { category: 'x'.repeat(5000) })]);
    expect(found['category']).toBe(`${'x'.repeat(200)}…`);
  });
});
