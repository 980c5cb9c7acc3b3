import { describe, expect, it } from 'vitest';
import type { DayEntry } from '#src/range/dayState';
import { dayPlan } from '#src/range/requestedDays';
import { day, emptyEntry, entryOf, lastCorrection } from './dayEntries';

const incomplete = entryOf();
const preliminary = entryOf({ state: 'preliminary' });

describe('the next run', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  const plan = (held: DayEntry | undefined, wishes = {}, isAvailable = true) =>
    dayPlan(day, held, isAvailable, now, wishes);

  it("requests days that the folder doesn't have, once their data may be there", () => {
    expect(plan(undefined)).toBe('request');
    expect(plan(undefined, {}, false)).toBe('pending');
  });

  it('keeps what is fetched, unless everything is requested again', () => {
    const held = { ...incomplete, state: 'fetched' as const };
    expect(plan(held)).toBe('kept');
    expect(plan(held, { again: 'unsettled' })).toBe('kept');
    expect(plan(held, { again: true })).toBe('request');
  });

  it('requests other days again for 14 days, then only on demand', () => {
    for (const each of [incomplete, preliminary, emptyEntry]) {
      const before = { ...each, requestedAt: '2026-04-11T22:59:59Z' };
      const after = { ...each, requestedAt: lastCorrection };
      expect(plan(before)).toBe('request');
      expect(plan(after)).toBe(each.state);
      expect(plan(after, { again: true })).toBe('request');
      expect(plan(after, { again: 'unsettled' })).toBe('request');
      // Nobody knows when that was, or a clock was ahead.
      for (const requestedAt of ['yesterday', '2099-01-01T00:00:00Z']) {
        expect(plan({ ...each, requestedAt })).toBe('request');
      }
    }
  });

  it('never takes words in place of data for final', () => {
    expect(plan({ ...emptyEntry, requestedAt: lastCorrection, message: 'Maintenance' })).toBe('request');
  });

  it('keeps incomplete and preliminary days on demand, but not empty ones', () => {
    expect(plan(incomplete, { keepIncomplete: true })).toBe('kept');
    expect(plan(preliminary, { keepIncomplete: true })).toBe('kept');
    expect(plan(incomplete, { keepIncomplete: true, again: true })).toBe('kept');
    expect(plan(emptyEntry, { keepIncomplete: true })).toBe('request');
  });
});
