import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seriesFigures } from '#src/table/integrity/seriesFigures';
import { atOnce } from '../atOnce';
import { hour, seriesRecord, start, tableOf, values } from '../charts/tables';

const asked = { start, end: start + 24 * hour, reach: Infinity, values: [] };
const figuresOf = (records: readonly object[], least = 1, most = 10, wholeDays = false) =>
  atOnce(seriesFigures(tableOf('timeSeries', records), { asked, least, most, wholeDays }));

test('figures are correct for any values', () => {
  const amounts = fc.array(
    fc.option(fc.integer({ min: -50_000, max: 400_000 }).map((cents) => cents / 100)),
    {
      minLength: 1,
      maxLength: 24,
    },
  );
  fc.assert(
    fc.property(amounts, (list) => {
      const [one] = figuresOf([seriesRecord({ deliveryArea: 'NO1' }, values(list))]).series;
      const numbers = list.filter((amount) => amount !== null);
      expect(one).toMatchObject({ values: numbers.length, nulls: list.length - numbers.length });
      if (numbers.length === 0) {
        expect(one?.figures).toBeNull();
        return;
      }
      const mean = numbers.reduce((sum, amount) => sum + amount, 0) / numbers.length;
      expect(one?.figures).toMatchObject({ min: Math.min(...numbers), max: Math.max(...numbers) });
      expect(one?.figures?.mean).toBeCloseTo(mean, 6);
      expect(one?.figures?.timeWeightedMean).toBeCloseTo(mean, 6);
    }),
  );
});

test('hours weigh four times as much as quarter hours', () => {
  const list = [...values([10], 60), ...values([20, 20, 20, 20], 15, 60)];
  const [one] = figuresOf([seriesRecord({}, list)]).series;
  expect(one?.figures).toEqual({ min: 10, max: 20, mean: 18, timeWeightedMean: 15 });
});

test("too few values have no figures, and nulls don't make up for them", () => {
  const few = [...Array.from({ length: 23 }, (_, index) => index), null];
  expect(figuresOf([seriesRecord({}, values(few))], 24).series[0]?.figures).toBeNull();
  const enough = Array.from({ length: 24 }, (_, index) => index);
  expect(figuresOf([seriesRecord({}, values(enough))], 24).series[0]?.figures).not.toBeNull();
});

test('missing intervals and duplicates are counted by series, unless statuses take turns', () => {
  const list = [...values([1, 2], 60), ...values([2], 60, 60), ...values([4], 60, 180)];
  const [one] = figuresOf([seriesRecord({ deliveryArea: 'NO1' }, list)]).series;
  expect(one).toMatchObject({ duplicates: 1, missing: 21, start, end: start + 4 * hour });
  const turns = figuresOf([
    seriesRecord({ status: 'O' }, values([1, 2])),
    seriesRecord({ status: 'P' }, values([3, 4], 60, 120)),
  ]);
  expect(turns.series.map(({ missing }) => missing)).toEqual([null, null]);
});

test('only the first series are listed, with the number of all', () => {
  const records = ['NO1', 'NO2', 'SE3'].map((area) => seriesRecord({ deliveryArea: area }, values([1])));
  const { series, total } = figuresOf(records, 1, 2);
  expect(series.map(({ asSent }) => asSent['attribute.deliveryArea'])).toEqual(['NO1', 'NO2']);
  expect(total).toBe(3);
});
