import { describe, expect, it } from 'vitest';
import type { Column } from '#src/protocol/tableTypes';
import { cellDetail, cellText, isNumeric } from '#view/table/grid/cellText';

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
