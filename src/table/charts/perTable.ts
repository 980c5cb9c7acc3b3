import { NumericColumn, TextColumn } from '../columns';
import type { Table } from '../table';

/** Remembers what `build` made of a table until the table grows: zooming must not read it all again. */
export function perTable<Made>(build: (table: Table) => Made): (table: Table) => Made {
  const known = new WeakMap<Table, { rows: number; made: Made }>();
  return (table) => {
    const last = known.get(table);
    if (last?.rows === table.rows) return last.made;
    const made = build(table);
    known.set(table, { rows: table.rows, made });
    return made;
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
