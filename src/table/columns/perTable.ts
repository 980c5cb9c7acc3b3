import { NumericColumn, TextColumn } from './columns';
import type { Sliced } from './slices';
import type { Table } from './table';

/**
 * Caches what `build` made of a table until the table grows or the additional arguments change, so
 * that zooming doesn't read everything again. Concurrent callers share the same work, even if the
 * first one gives up.
 */
export function perTable<Made, Asked extends readonly (string | number | boolean)[] = []>(
  build: (table: Table, ...asked: Asked) => Sliced<Made>,
): (table: Table, ...asked: Asked) => Sliced<Made> {
  interface Known {
    readonly rows: number;
    readonly asked: Asked;
    readonly work: Sliced<Made>;
    made?: { of: Made };
  }
  const known = new WeakMap<Table, Known>();
  return function* (table, ...asked) {
    let last = known.get(table);
    if (last?.rows !== table.rows || asked.some((each, at) => each !== last?.asked[at])) {
      last = { rows: table.rows, asked, work: build(table, ...asked) };
      known.set(table, last);
    }
    while (!last.made) {
      try {
        const step = last.work.next();
        if (step.done === true) last.made = { of: step.value };
      } catch (error) {
        known.delete(table); // Failed work can't be resumed.
        throw error;
      }
      yield;
    }
    return last.made.of;
  };
}

/** The time or number column with this key; if there is none, a column that is null in every row. */
export function numbersOf(table: Table, key: string): NumericColumn {
  const column = table.column(key);
  return column?.kind === 'numeric' ? column : new NumericColumn(key, key, 'number');
}

/** The text column with this key, with equal codes for equal texts; if there is none, a column of nulls. */
export function textsOf(table: Table, key: string): TextColumn {
  const column = table.column(key);
  if (column?.kind !== 'text') return new TextColumn(key, key);
  column.makeDistinct();
  return column;
}
