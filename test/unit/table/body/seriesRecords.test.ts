import { describe, expect, it } from 'vitest';
import { readBody, rowsOf, series, value } from '../readBody';

const good = series(value('2026-03-28T23:00:00Z', '1.50'));

describe('values of a series that are read as they arrive', () => {
  it.each([':{', '[[', '::', 'x['])(
    "aren't read if there is %s instead of their bracket, even if the chunk ended before it",
    (opening) => {
      const bad = good.replace('"values":[', `"values"${opening}`);
      const body = `[${good},${good},${bad},${good}]`;
      const cut = `[${good},${good},${bad.slice(0, bad.indexOf('"values"') + 8)}`.length;
      const { verdict, table } = readBody(body, 'timeSeries', [cut]);
      expect(verdict.kind).toBe('broken');
      expect(table.rows).toBe(2);
    },
  );

  it('leave nothing after the rows if their record is never added', () => {
    const [first, last] = [value('2026-03-28T23:15:00Z', '1.50'), value('midnight', '1e999')];
    const damaged = series(`${first},${last}`).replace(/]}$/, '}');
    const { verdict, table } = readBody(`[${series(first)},${damaged}]`);
    expect(verdict.kind).toBe('broken');
    expect(table.rows).toBe(1);
    for (const column of table.columns) {
      expect(column.text(1)).toBeNull();
      // The type of a column in an export depends on everything that is kept here.
      if (column.kind === 'numeric') expect([...column.exact.keys()].filter((row) => row >= 1)).toEqual([]);
    }
  });

  it('are all read even if many kilobytes precede them', () => {
    const note = `"note":"${'x'.repeat(20_000)}",`;
    const record = good.replace('"values"', `${note}"values"`);
    const { verdict, table } = readBody(`[${record},${record},${good}]`, 'timeSeries', [9000, 30_000]);
    expect(verdict.kind).toBe('records');
    expect(rowsOf(table).map((row) => row.value)).toEqual(['1.50', '1.50', '1.50']);
  });
});
