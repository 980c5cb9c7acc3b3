import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '../../../../src/market/datasets/datasets';
import { dayPeriod, marketZone } from '../../../../src/market/time/deliveryDay';
import { askedOf } from '../../../../src/market/integrity/asked';
import { minuteMs } from '../../../../src/market/time/zones';

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
