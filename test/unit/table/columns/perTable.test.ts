import { describe, expect, it } from 'vitest';
import { perTable } from '#src/table/columns/perTable';
import type { Sliced } from '#src/table/columns/slices';
import { atOnce } from '../atOnce';
import { tableOf } from '../charts/tables';

const emptyTable = () => tableOf('timeSeries', []);

/** Work of three slices that counts how often it is begun. */
function counted() {
  const begun: number[] = [];
  const made = perTable(function* (table): Sliced<number> {
    begun.push(table.rows);
    yield;
    yield;
    return begun.length;
  });
  return { begun, made };
}

describe('a value cached for a table', () => {
  it('is calculated once until the table grows', () => {
    const { begun, made } = counted();
    const table = emptyTable();
    expect([atOnce(made(table)), atOnce(made(table))]).toEqual([1, 1]);
    table.rows = 5;
    expect(atOnce(made(table))).toBe(2);
    expect(begun).toEqual([0, 5]);
  });

  it('continues where a canceled request stopped, and is shared by requests in the meantime', () => {
    const { begun, made } = counted();
    const table = emptyTable();
    const first = made(table);
    first.next();
    const second = made(table);
    second.next();
    expect([atOnce(second), atOnce(first)]).toEqual([1, 1]);
    expect(begun).toEqual([0]);
  });

  it('is started again after an error', () => {
    let attempts = 0;
    const made = perTable(function* (): Sliced<string> {
      yield;
      attempts += 1;
      if (attempts === 1) throw new Error('no memory');
      return 'made';
    });
    const table = emptyTable();
    expect(() => atOnce(made(table))).toThrow('no memory');
    expect(atOnce(made(table))).toBe('made');
  });
});
