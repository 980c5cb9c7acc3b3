import { describe, expect, it } from 'vitest';
import type { Column } from '#src/protocol/tableTypes';
import { cellDetail, cellText, columnTitle, constantText, isNumeric } from '#view/table/grid/cellText';

describe('times sent as a count of milliseconds', () => {
  const column = (key: string): Column => ({ key, title: key, type: 'integer' });
  const instant = '1774047600000';

  it('read like other times, with the digits sent in the tooltip', () => {
    const created = column('createdTime');
    expect(cellText(instant, created, 'Europe/Oslo')).toBe('2026-03-21 00:00');
    expect(cellDetail(instant, created)).toBe('2026-03-20T23:00:00Z (UTC), received as 1774047600000');
    expect(isNumeric(created)).toBe(false);
  });

  it('keep their digits next to a column that shows the time', () => {
    const epoch = column('createdTimeEpoch');
    expect(cellText(instant, epoch, 'UTC')).toBe(instant);
    expect(cellDetail(instant, epoch)).toBe('2026-03-20T23:00:00Z (UTC)');
    expect(isNumeric(epoch)).toBe(true);
  });

  it.each(['1774047600', '-1', '12345678901234567890', 'soon'])(
    "aren't shown as times if they don't look like times: %s",
    (text) => {
      expect(cellText(text, column('createdTime'), 'UTC')).toBe(text);
      expect(cellDetail(text, column('updatedTimeEpoch'))).toBeNull();
    },
  );
});

it('a column is headed by its unit, too, if it has one', () => {
  const column: Column = { key: 'value', title: 'Value', type: 'number' };
  expect(columnTitle(column)).toBe('Value');
  expect(columnTitle({ ...column, unit: '' })).toBe('Value');
  expect(columnTitle({ ...column, unit: 'EUR/MWh' })).toBe('Value (EUR/MWh)');
});

describe('a cell', () => {
  const column: Column = { key: 'a', title: 'A', type: 'text' };

  it('says yes and no for true and false, in the table and above it', () => {
    const said = (cell: boolean) => [
      cellText(cell, column, 'UTC'),
      constantText({ ...column, constant: cell }, 'UTC'),
    ];
    expect([said(true), said(false)]).toEqual([
      ['yes', 'yes'],
      ['no', 'no'],
    ]);
  });

  it('is empty without a value, and a dash above the table if all rows have none', () => {
    expect(cellText(null, column, 'UTC')).toBe('');
    expect(constantText({ ...column, constant: null }, 'UTC')).toBe('–');
    expect(constantText(column, 'UTC')).toBe('–');
  });

  it('has its whole text in a tooltip as soon as it may be cut off, however long it is', () => {
    const detail = (length: number) => cellDetail('x'.repeat(length), column);
    expect(detail(40)).toBeNull();
    for (const length of [41, 400, 3999, 4000, 100_000]) expect(detail(length)).toBe('x'.repeat(length));
  });

  it('has the exact instant of a time in a tooltip, and nothing for what it shows in full', () => {
    const time: Column = { ...column, type: 'time' };
    expect(cellText(Date.UTC(2026, 2, 20, 23), time, 'Europe/Oslo')).toBe('2026-03-21 00:00');
    expect(cellDetail(Date.UTC(2026, 2, 20, 23), time)).toBe('2026-03-20T23:00:00Z (UTC)');
    expect([cellText('soon', time, 'UTC'), cellDetail('soon', time)]).toEqual(['soon', null]);
    expect([cellText(5, column, 'UTC'), cellDetail(5, column)]).toEqual(['5', null]);
    expect(cellDetail(null, column)).toBeNull();
  });
});
