import type { DayEntry } from '#src/range/dayState';

export const day = '2026-03-28';
/** The day ends at 23:00 UTC; 14 days later, clocks have gone forward, which changes nothing. */
export const lastCorrection = '2026-04-11T23:00:00Z';

/** What is noted of an incomplete day. */
export const entryOf = (differing: Partial<DayEntry> = {}): DayEntry => ({
  outcome: 'success',
  state: 'incomplete',
  rows: 90,
  placed: 90,
  bytes: 900,
  sha256: 'cd',
  requestedAt: '2026-03-28T20:00:00Z',
  integrity: [],
  ...differing,
});

/** What is noted of a day without data. */
export const emptyEntry = entryOf({
  outcome: 'noData',
  state: 'empty',
  rows: 0,
  placed: 0,
  bytes: 0,
  sha256: '',
});
