import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { latestDayWord } from '#src/market/datasets/publication';
import { askedOf } from '#src/market/integrity/asked';
import { minuteMs } from '#src/market/time/zones';

/** 14:00 in Oslo. */
const afternoon = Date.parse('2026-11-21T13:00:00Z');
const morning = Date.parse('2026-11-21T08:00:00Z');
const endOf = (day: string) => dayPeriod(day, marketZone).end;

describe('the end of the data that can be expected by now', () => {
  it.each([
    ['dayahead-prices', afternoon, endOf('2026-11-22')],
    ['dayahead-prices', morning, endOf('2026-11-21')],
    ['dayahead-turnover', morning, endOf('2026-11-21')],
    ['uk-auction-prices', Date.parse('2026-11-21T10:05:00Z'), endOf('2026-11-22')],
    ['uk-flows', afternoon, afternoon],
    ['intraday-scheduled-flow', afternoon, afternoon],
    ['regulation-down-volumes', afternoon, afternoon],
    ['intraday-orders', afternoon, afternoon - 20 * minuteMs],
  ])('%s', (id, now, due) => {
    const dataset = findDataset(id);
    expect(dataset && askedOf({ dataset, parameters: {} }, now).due).toBe(due);
  });

  it('is known for every dataset', () => {
    const known = datasets.map((dataset) => askedOf({ dataset, parameters: {} }, afternoon).due);
    expect(known.every((due) => Number.isFinite(due))).toBe(true);
  });
});

describe('the latest day with data', () => {
  const delayed = { kind: 'delayed', minutes: 20 } as const;

  // Midnight in Oslo is 23:00Z in winter, and 22:00Z until the clocks go back at 01:00Z.
  it.each([
    ['2026-11-20T22:59:59Z', 'today'],
    ['2026-11-20T23:00:00Z', 'yesterday'],
    ['2026-11-20T23:20:00Z', 'yesterday'],
    ['2026-11-20T23:20:01Z', 'today'],
    ['2026-10-24T22:20:00Z', 'yesterday'],
    ['2026-10-24T22:20:01Z', 'today'],
  ])('at %s is %s', (time, word) => {
    expect(latestDayWord(delayed, Date.parse(time))).toBe(word);
  });

  it.each(datasets.filter(({ publication }) => publication?.kind === 'dayBefore').map(({ id }) => id))(
    'is always today for %s',
    (id) => {
      const word = latestDayWord(findDataset(id)?.publication, Date.parse('2026-11-20T23:00:00Z'));
      expect(word).toBe('today');
    },
  );
});
