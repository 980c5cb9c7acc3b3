import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describedDatasets } from '#src/languageModels/datasetDescriptions';
import { describedPeriod } from '#src/languageModels/periodDescription';
import { toolDescriptions } from '#src/languageModels/toolDescriptions';
import { responseText } from '#src/languageModels/toolResponse';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { readTime } from '#src/market/daysInWords/readTime';

const now = Date.parse('2026-10-24T13:00:00Z');
const zone = 'Europe/Oslo';

/** The description of days or times of a dataset's query. */
const told = (startTime: string, endTime = startTime, id = 'dayahead-prices') => {
  const [start, end] = [readTime(startTime, now, zone), readTime(endTime, now, zone)];
  if (start.kind === 'problem' || end.kind === 'problem') throw new Error('No time.');
  const period = {
    start: start.kind === 'day' ? start.period.start : start.instant,
    end: end.kind === 'day' ? end.period.end : end.instant,
  };
  return describedPeriod(period, findDataset(id), zone, now);
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
    const period = told('2026-10-25', '2026-10-25', id);
    expect(period).toMatchObject({ hours: 25 });
    expect(Object.keys(period)).not.toContain('valuesDuePerSeries');
    expect(Object.keys(period)).not.toContain('marketTimeUnitMinutes');
  }
});

test('all datasets and parameters fit in one tool response', () => {
  const response = describedDatasets(datasets, 'America/Argentina/ComodRivadavia', now);
  expect(JSON.parse(responseText(response))).toEqual(JSON.parse(JSON.stringify(response)));
});

test("with the datasets, a model is told how days are written and what today's delivery day is", () => {
  const told = describedDatasets(datasets, 'America/New_York', Date.parse('2026-10-24T22:30:00Z'));
  expect(told.periods).toMatchObject({
    daysAndTimes: expect.stringMatching(/^today, tomorrow, today-7d, /) as string,
    timeZone: 'America/New_York',
    nowUtc: '2026-10-24T22:30:00Z',
    // The market's day has begun, although it's still the day before in New York.
    deliveryDayToday: '2026-10-25',
    deliveryPeriodToday: {
      hours: 25,
      startUtc: '2026-10-24T22:00:00Z',
      endUtcExclusive: '2026-10-25T23:00:00Z',
      startLocal: '2026-10-24 18:00 -04:00',
      clockChangeUtc: null,
    },
  });
  expect(told.datasets).toContainEqual(
    expect.objectContaining({
      id: 'dayahead-prices',
      lastPublishedDeliveryDay: '2026-10-25',
      quarterHoursFrom: '2025-10-01',
    }),
  );
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
  ['2025-09-30', '2025-10-01', null, 24 + 96],
  ['2025-09-28', '2025-09-30', 60, 3 * 24],
  ['2025-10-25', '2025-10-26', 15, 96 + 100],
  // Half an hour of hours is none, and a model must not be told a fraction.
  ['2025-09-30T23:30', '2025-10-01T00:30', null, null],
  ['2025-09-30T10:30', '2025-09-30T11:30', 60, null],
])(
  "a model isn't told a wrong number of values where quarter hours begin: %s to %s",
  (start, end, unit, due) => {
    expect(told(start, end)).toMatchObject({ marketTimeUnitMinutes: unit, valuesDuePerSeries: due });
  },
);

test.each(['dayahead-curves', 'uk-auction-prices', 'intraday-scheduled-flow', 'regulation-down-volumes'])(
  'a model is told no number of values for %s, whose values have no documented length',
  (id) => {
    const period = told('2026-03-20', '2026-03-20', id);
    expect(period).toMatchObject({ marketTimeUnitMinutes: null, valuesDuePerSeries: null });
  },
);

test('a period says which part of it is published', () => {
  expect(told('2026-10-25').published).toBe('all');
  expect(told('2026-10-26').published).toBe('none');
  expect(told('2026-10-25', '2026-10-26').published).toBe('part');
});
