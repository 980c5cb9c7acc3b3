import { describe, expect, it } from 'vitest';
import type { Column, ColumnSummary } from '#src/protocol/tableTypes';
import { barsPath, summaryWords } from '#view/table/header/columnSummary';

const none: ColumnSummary = { missing: 0, least: null, greatest: null, values: [], more: 0, bars: [] };
const zone = 'Europe/Oslo';
const price: Column = { key: 'price', title: 'Price', type: 'number' };
const start: Column = { key: 'startTime', title: 'Start', type: 'time' };
const side: Column = { key: 'side', title: 'Side', type: 'text' };

describe('the summary of a column', () => {
  it('has the digits of the response, whatever a double would make of them', () => {
    const summary = { ...none, missing: 3, least: '-3.20', greatest: '12345678901234567890.10' };
    expect(summaryWords(price, summary, zone)).toBe('Numbers, -3.20 to 12345678901234567890.10, 3 missing');
    expect(summaryWords(price, { ...none, least: '1.0', greatest: '1.0' }, zone)).toBe('Numbers, 1.0');
  });

  it('has times in full for the tooltip and screen readers', () => {
    const [least, greatest] = [Date.parse('2026-03-27T23:00:00Z'), Date.parse('2026-03-28T22:45:00Z')];
    const times = { ...none, least, greatest };
    expect(summaryWords(start, times, zone)).toBe('Times, 2026-03-28 00:00 to 2026-03-28 23:45');
  });

  it('says of numbers that are shown as times that they are times', () => {
    const created: Column = { key: 'createdTime', title: 'Created', type: 'integer' };
    const times = { ...none, least: '1774652400000', greatest: '1774737900000' };
    expect(summaryWords(created, times, zone)).toBe('Times, 2026-03-28 00:00 to 2026-03-28 23:45');
  });

  it('names a few values, and counts more, which the list below the field has', () => {
    const values = [
      { value: 'BUY', rows: 1200 },
      { value: 'SELL', rows: 80 },
    ];
    expect(summaryWords(side, { ...none, values }, zone)).toBe('Text, BUY, SELL');
    expect(summaryWords(side, { ...none, values, more: 7 }, zone)).toBe('Text, 9 values');
  });

  it('draws few rows among many so that they are seen, and nothing where there are none', () => {
    expect(barsPath([1_000_000, 0, 1])).toBe('M0 1v-1h.85V1zM2 1v-0.1h.85V1z');
    expect(barsPath([])).toBe('');
  });
});
