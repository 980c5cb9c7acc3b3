import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantilesOf } from '#src/table/rows/quantiles';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf, values } from '../charts/tables';

const quantiles = (amounts: readonly (number | null)[], least: number, column = 'value') =>
  atOnce(quantilesOf(tableOf('timeSeries', [seriesRecord({}, values(amounts))]), { column, least }))
    .quantiles;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('each part contains a minimum number of values, so few values have few parts or none', () => {
  expect(quantiles(upTo(47), 24)).toEqual([]);
  expect(quantiles(upTo(48), 24)).toEqual([{ share: 0.5, value: 24 }]);
  expect(quantiles(upTo(96), 24).map(({ value }) => value)).toEqual([24, 48, 72]);
  expect(quantiles(upTo(240), 24)).toHaveLength(9);
});

test("a quantile is the value that a share of all values doesn't exceed, in any order and with nulls", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer()), { minLength: 4, maxLength: 200 }), (amounts) => {
      const numbers = amounts.filter((amount) => amount !== null).sort((a, b) => a - b);
      for (const { share, value } of quantiles(amounts, 1)) {
        expect(value).toBe(numbers[Math.ceil(share * numbers.length) - 1]);
      }
    }),
  );
});

test('more values than are sorted at once have the right quantiles', () => {
  const amounts = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_000);
  expect(quantiles(amounts, 24).map(({ value }) => value)).toEqual(upTo(9).map((part) => part * 10_000 - 1));
});

test('times and texts have no quantiles', () => {
  expect(quantiles(upTo(96), 24, 'unit')).toEqual([]);
  expect(quantiles(upTo(96), 24, 'startTime')).toEqual([]);
});
