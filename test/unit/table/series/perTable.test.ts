import { describe, expect, it } from 'vitest';
import { perTable } from '../../../../src/table/series/perTable';
import type { Sliced } from '../../../../src/table/columns/slices';
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

describe('what is remembered of a table', () => {
  it('is made once until the table grows', () => {
    const { begun, made } = counted();
    const table = emptyTable();
    expect([atOnce(made(table)), atOnce(made(table))]).toEqual([1, 1]);
    table.rows = 5;
    expect(atOnce(made(table))).toBe(2);
    expect(begun).toEqual([0, 5]);
  });

  it('goes on where somebody gave up, and is made for all who ask meanwhile', () => {
    const { begun, made } = counted();
    const table = emptyTable();
    const first = made(table);
    first.next();
    const second = made(table);
    second.next();
    expect([atOnce(second), atOnce(first)]).toEqual([1, 1]);
    expect(begun).toEqual([0]);
  });

  it('is begun anew after it broke off', () => {
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
