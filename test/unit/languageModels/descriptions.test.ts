import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerText } from '#src/languageModels/answer';
import { describedDatasets } from '#src/languageModels/datasetDescriptions';
import { describedPeriod, readPeriod } from '#src/languageModels/periodDescription';
import { toolDescriptions } from '#src/languageModels/toolDescriptions';
import { describedSeries } from '#src/editor/languageModels/resultDescription';
import { datasets, findDataset } from '#src/market/datasets/datasets';

const now = Date.parse('2026-10-24T13:00:00Z');
const prices = findDataset('dayahead-prices');
const curves = findDataset('dayahead-curves');

const told = (text: string, zone = 'Europe/Oslo', dataset = prices) => {
  const { period, zone: read } = readPeriod(text, dataset, zone, now);
  return describedPeriod(period, dataset, read, now);
};

test('the tools in the manifest are up to date: npm run generate:schema', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { languageModelTools: unknown };
  };
  expect(manifest.contributes.languageModelTools).toEqual(
    JSON.parse(JSON.stringify(toolDescriptions(datasets))),
  );
});

test('a number of values is due only for series, because orders and capacities come at any time', () => {
  expect(told('2026-10-25')).toMatchObject({ valuesDuePerSeries: 100 });
  for (const id of ['intraday-orders', 'hub-to-hub-capacities']) {
    const period = told('2026-10-25', 'Europe/Oslo', findDataset(id));
    expect(period).toMatchObject({ hours: 25 });
    expect(Object.keys(period)).not.toContain('valuesDuePerSeries');
    expect(Object.keys(period)).not.toContain('marketTimeUnitMinutes');
  }
});

test('means have no digits that only result from the order of addition', () => {
  const [told] = describedSeries([
    {
      asSent: {},
      values: 100,
      nulls: 0,
      duplicates: 0,
      missing: 0,
      start: null,
      end: null,
      figures: { min: 10.68, max: 36.03, mean: 22.069200000000002, timeWeightedMean: null },
    },
  ]);
  expect(told).toMatchObject({
    figures: { min: 10.68, max: 36.03, mean: 22.0692, timeWeightedMean: null },
  });
});

test('all datasets and parameters fit in one tool response', () => {
  const answer = describedDatasets(datasets);
  expect(JSON.parse(answerText(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
});

test.each([
  ['2026-03-29', 23, 92, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29T01:00:00Z'],
  ['2026-10-25', 25, 100, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25T01:00:00Z'],
  ['2026-10-24', 24, 96, '2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z', null],
  ['2025-09-30', 24, 24, '2025-09-29T22:00:00Z', '2025-09-30T22:00:00Z', null],
])('the delivery day %s has %i hours and %i values', (day, hours, due, start, end, change) => {
  expect(told(day)).toMatchObject({
    hours,
    valuesDuePerSeries: due,
    startUtc: start,
    endUtcExclusive: end,
    clockChangeUtc: change,
  });
});

test.each([
  ['2025-09-30 to 2025-10-01', null, 24 + 96],
  ['2025-09-28 to 2025-09-30', 60, 3 * 24],
  ['2025-10-25 to 2025-10-26', 15, 96 + 100],
  // Half an hour of hours is none, and a model must not be told a fraction.
  ['2025-09-30T23:30 to 2025-10-01T00:30', null, null],
  ['2025-09-30T10:30 to 2025-09-30T11:30', 60, null],
])("a model isn't told a wrong number of values where quarter hours begin: %s", (text, unit, due) => {
  expect(told(text)).toMatchObject({ marketTimeUnitMinutes: unit, valuesDuePerSeries: due });
});

test.each(['dayahead-curves', 'uk-auction-prices', 'intraday-scheduled-flow', 'regulation-down-volumes'])(
  'a model is told no number of values for %s, whose values have no documented length',
  (id) => {
    const period = told('2026-03-20', 'Europe/Oslo', findDataset(id));
    expect(period).toMatchObject({ marketTimeUnitMinutes: null, valuesDuePerSeries: null });
  },
);

test('a period says which part of it is published', () => {
  expect(told('2026-10-25').published).toBe('all');
  expect(told('2026-10-26').published).toBe('none');
  expect(told('2026-10-25 to 2026-10-26').published).toBe('part');
});

test('days that are queried by date are those of the market, whatever time zone is passed', () => {
  expect(told('2026-10-25', 'America/New_York', curves)).toMatchObject({
    timeZone: 'Europe/Oslo',
    hours: 25,
  });
});

test('a time alone is an hour only to a dataset that is queried by hour, as in its prompt', () => {
  const time = '2026-10-25T12:00';
  expect(() => told(time)).toThrow('Add "to" and an end time.');
  expect(told(time, 'UTC', findDataset('hub-to-hub-capacities'))).toMatchObject({
    startUtc: '2026-10-25T12:00:00Z',
    endUtcExclusive: '2026-10-25T13:00:00Z',
  });
});

test.each(['2026-10-25 to', '2026-10-25T12:00 to 2026-10-26', 'soon'])(
  '"%s" is no delivery date for a dataset that is queried by one',
  (text) => {
    expect(() => told(text, 'Europe/Oslo', curves)).toThrow('queried by delivery date');
  },
);

test.each(['soon', '2026-02-30', '2026-10-25 to 2026-10-24', 'today to tomorrow to today', ''])(
  '"%s" isn\'t a period',
  (text) => {
    expect(() => told(text)).toThrow(/\.$/);
  },
);
