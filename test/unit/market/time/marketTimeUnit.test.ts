import { describe, expect, it } from 'vitest';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { countUnits, unitChangeOn, unitPeriods } from '#src/market/time/marketTimeUnit';
import { hourMs, minuteMs } from '#src/market/time/zones';

const change = unitChangeOn('2025-10-01');
const days = (from: string, to: string) => ({
  start: dayPeriod(from, marketZone).start,
  end: dayPeriod(to, marketZone).end,
});

describe('market time units', () => {
  it.each([
    ['2025-09-30', '2025-09-30', 60, 24],
    ['2025-10-01', '2025-10-01', 15, 96],
    ['2025-09-30', '2025-10-01', null, 120],
    ['2025-03-30', '2025-03-30', 60, 23],
    ['2025-10-26', '2025-10-26', 15, 100],
  ])(
    'are counted in the length that they have on each delivery day: %s to %s',
    (from, to, minutes, count) => {
      const unit = minutes === null ? null : minutes * minuteMs;
      expect(countUnits(days(from, to), change)).toEqual({ unit, count });
    },
  );

  it("aren't counted where a bound is within one", () => {
    const early = { start: change - 2 * hourMs - 15 * minuteMs, end: change };
    expect(countUnits(early, change).count).toBeNull();
    const late = { start: change, end: change + 16 * minuteMs };
    expect(countUnits(late, change).count).toBeNull();
    expect(countUnits({ ...early, end: late.end - minuteMs }, change).count).toBeNull();
  });

  it('divide a period only where they change within it', () => {
    const { start, end } = days('2025-09-30', '2025-10-01');
    expect(unitPeriods({ start, end }, change)).toEqual([
      { start, end: change, unit: hourMs },
      { start: change, end, unit: 15 * minuteMs },
    ]);
    expect(unitPeriods({ start, end: change }, change)).toHaveLength(1);
    expect(unitPeriods({ start: change, end }, change)).toHaveLength(1);
  });
});
