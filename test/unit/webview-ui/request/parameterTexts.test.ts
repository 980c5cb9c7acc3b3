import { describe, expect, it } from 'vitest';
import { parameterTexts } from '#view/request/parameterTexts';

describe('the parameters of a query', () => {
  it('show times in the time zone, all with the offset if one is on a day on which clocks change', () => {
    const bounds = (start: string, end: string, zone = 'Europe/Oslo') =>
      parameterTexts(['NO1', start, end], zone);
    expect(bounds('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toEqual([
      'NO1',
      '2026-03-29 00:00 +01:00',
      '2026-03-30 00:00 +02:00',
    ]);
    expect(bounds('2026-03-10T23:00:00Z', '2026-03-11T23:00:00Z')).toEqual([
      'NO1',
      '2026-03-11 00:00',
      '2026-03-12 00:00',
    ]);
    expect(bounds('2026-03-10T23:00:00Z', '', 'UTC')[1]).toBe('2026-03-10 23:00');
  });

  it('show everything else as sent', () => {
    const odd = ['NO1,NO2', '2026-03-29', '2026-99-99T99:99Z'];
    expect(parameterTexts(odd, 'Europe/Oslo')).toEqual(odd);
  });
});
