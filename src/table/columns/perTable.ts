import { NumericColumn, TextColumn } from './columns';
import type { Sliced } from './slices';
import type { Table } from './table';

/**
 * Caches what `build` made of a table until the table grows or the other arguments change, so that zooming
 * doesn't read everything again. Concurrent callers share the same work, even if the first one gives up.
 */
export function perTable<Made, Args extends readonly (string | number | boolean)[] = []>(
  build: (table: Table, ...args: Args) => Sliced<Made>,
): (table: Table, ...args: Args) => Sliced<Made> {
  interface Known {
    readonly rows: number;
    readonly args: Args;
    readonly work: Sliced<Made>;
    made?: { of: Made };
  }
  const known = new WeakMap<Table, Known>();
  return function* (table, ...args) {
    let last = known.get(table);
    if (last?.rows !== table.rows || args.some((each, at) => each !== last?.args[at])) {
      last = { rows: table.rows, args, work: build(table, ...args) };
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
