import { expect, test } from 'vitest';
import { dueText } from '#src/engine/checks/dueText';
import { findDataset } from '#src/market/datasets/datasets';
import { dayPeriod } from '#src/market/time/deliveryDay';

test.each([
  ['today', ['dayahead-prices', '2026-11-23', 'Europe/Oslo', '2026-11-22T08:00:00Z'], 'due at about 12:55'],
  ['no more', ['dayahead-prices', '2026-11-23', 'Europe/Oslo', '2026-11-22T11:55:00Z'], ''],
  [
    'on another day',
    ['dayahead-prices', '2026-10-25', 'Europe/Oslo', '2026-10-20T08:00:00Z'],
    'due at about 12:55 on 2026-10-24',
  ],
  [
    'on the clock of the file',
    ['dayahead-curves', '2027-01-01', 'UTC', '2026-12-31T08:00:00Z'],
    'due at about 11:55',
  ],
  [
    'after delivery',
    ['intraday-orders', '2026-03-20', 'UTC', '2026-03-20T08:00:00Z'],
    'due about 20 minutes after delivery',
  ],
  ['at an unknown time', ['regulation-down-volumes', '2026-03-21', 'UTC', '2026-03-20T08:00:00Z'], ''],
] as const)('data is due %s', (_, [dataset, day, zone, now], words) => {
  const period = dayPeriod(day, 'Europe/Oslo');
  expect(dueText(findDataset(dataset)!, period, zone, Date.parse(now))).toBe(words);
});
