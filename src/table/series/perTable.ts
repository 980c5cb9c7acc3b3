import { NumericColumn, TextColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/**
 * Remembers what `build` made of a table until the table grows, or something else is asked of it by
 * the further arguments: zooming must not read it all again.
 * Whoever asks while it is being made goes on with the same work, also where the first one gave up.
 */
export function perTable<Made, Asked extends readonly (string | number)[] = []>(
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
        known.delete(table); // work that broke off has nothing to go on with
        throw error;
      }
      yield;
    }
    return last.made.of;
  };
}

/** The column of times or numbers with this key; where there is none, one that is null in every row. */
export function numbersOf(table: Table, key: string): NumericColumn {
  const column = table.column(key);
  return column?.kind === 'numeric' ? column : new NumericColumn(key, key, 'number');
}

/** The column of texts with this key, equal texts of equal code; where there is none, one of null. */
export function textsOf(table: Table, key: string): TextColumn {
  const column = table.column(key);
  if (column?.kind !== 'text') return new TextColumn(key, key);
  column.makeDistinct();
  return column;
}
