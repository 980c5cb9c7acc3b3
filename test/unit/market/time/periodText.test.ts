import { describe, expect, it } from 'vitest';
import { describePeriod } from '#src/market/time/periodText';
import { formatUtc } from '#src/market/time/zones';

describe('a period about to be sent', () => {
  const described = (start: string, end: string, from?: string) =>
    describePeriod({ start: Date.parse(start), end: Date.parse(end) }, from)
      .split(', ')
      .map((part) => part.replace(/[^\dTZ:.-]+/g, ' ').trim());

  it.each([
    ['2026-10-24T22:00Z', '2026-10-25T23:00Z', '2025-10-01', '25', '100'],
    ['2026-03-28T23:00Z', '2026-03-29T22:00Z', '2025-10-01', '23', '92'],
    ['2025-09-30T22:00Z', '2025-09-30T22:15Z', '2025-10-01', '0.25', '1'],
  ])('from %s to %s says its true length in hours and quarter hours', (start, end, from, hours, quarters) => {
    const bounds = `${formatUtc(Date.parse(start))} ${formatUtc(Date.parse(end))}`;
    expect(described(start, end, from)).toEqual([bounds, hours, quarters]);
  });

  it("has no quarter hours before the market had them, or if it doesn't consist of whole ones", () => {
    const [start, end] = ['2025-09-30T21:00Z', '2025-09-30T22:20Z'];
    const bounds = `${formatUtc(Date.parse(start))} ${formatUtc(Date.parse(end))}`;
    for (const from of ['2025-10-01', '2025-09-30', undefined])
      expect(described(start, end, from)).toEqual([bounds, '1.33']);
    expect(described(start, '2025-09-30T22:00Z', '2025-10-01')).toHaveLength(2);
    expect(described(start, '2025-09-30T22:00Z')).toHaveLength(2);
    // The first hour of this period has one value, not four.
    expect(described(start, '2025-10-01T22:00Z', '2025-10-01')).toHaveLength(2);
  });
});
