import { describe, expect, it } from 'vitest';
import { dayText } from '#src/market/time/dayText';

describe('the text of a day', () => {
  it('names the month, and the day in the displayed time zone', () => {
    for (let month = 0; month < 12; month += 1) {
      const last = Date.UTC(2026, month + 1, 0, 23, 30);
      const [name = '', day = ''] = new Intl.DateTimeFormat('en-US', {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
      })
        .format(last)
        .split(' ');
      expect(dayText(last, 'UTC')).toBe(`${day} ${name} 2026`);
      expect(dayText(last, 'Europe/Oslo')).toMatch(/^1 /);
    }
  });

  it('is without its year where that goes without saying', () => {
    const day = Date.UTC(2026, 2, 29);
    expect(dayText(day, 'UTC', Date.UTC(2026, 11, 31))).toBe('29 Mar');
    expect(dayText(day, 'UTC', Date.UTC(2027, 0, 1))).toBe('29 Mar 2026');
  });
});
