import { describe, expect, it } from 'vitest';
import { addDays } from '#src/market/time/deliveryDay';
import type { OpenedDay } from '#src/protocol/openedRange';
import { dayByKey, noDays, readoutOf, standingCounts, withDays } from '#view/days/daysState';

const daysFrom = (first: string, count: number): OpenedDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: addDays(first, at),
    outcome: 'success',
    rows: 92,
    bytes: 3100,
    findings: [],
  }));

describe('a key in the calendar', () => {
  const days = daysFrom('2026-01-30', 33);
  const dayAt = (current: number, key: string, isFar = false) => {
    const to = dayByKey({ ...noDays, days, current }, key, isFar);
    return to === null ? null : days[to]?.day;
  };

  it('moves by day, week, and month, and stops at both ends', () => {
    expect(dayAt(0, 'ArrowLeft')).toBe('2026-01-30');
    expect(dayAt(0, 'ArrowDown')).toBe('2026-02-06');
    expect(dayAt(0, 'PageDown')).toBe('2026-02-01');
    expect(dayAt(10, 'End')).toBe('2026-02-28');
    expect(dayAt(10, 'Home')).toBe('2026-02-01');
    expect(dayAt(10, 'End', true)).toBe('2026-03-03');
    expect(dayAt(31, 'PageDown')).toBe('2026-03-01');
  });

  it('is left to the editor if it does not move', () => {
    for (const key of ['Escape', 'a', 'toString']) expect(dayAt(3, key)).toBeNull();
  });
});

it('the day of the keyboard and the chosen series stay with other days, as far as they still exist', () => {
  const left = { ...noDays, days: daysFrom('2026-01-01', 31), current: 20, series: 'SE3' };
  const back = withDays(left, daysFrom('2026-01-01', 10));
  expect([back.current, back.series]).toEqual([9, 'SE3']);
});

it('the legend counts the days of each kind, from good to bad, and names no others', () => {
  const [first, second, ...rest] = daysFrom('2026-01-01', 4);
  const days = [
    { ...first!, outcome: 'timeout' } as const,
    { ...second!, outcome: 'noData' } as const,
    ...rest,
  ];
  expect(standingCounts(days)).toEqual([
    { standing: 'complete', count: 2 },
    { standing: 'empty', count: 1 },
    { standing: 'failed', count: 1 },
  ]);
});

it('only a day beside others is said to open', () => {
  const readout = (count: number) => readoutOf({ ...noDays, days: daysFrom('2026-01-01', count) }, null);
  expect([readout(2), readout(1)]).toEqual(['Select a day to open only that day.', '']);
});
