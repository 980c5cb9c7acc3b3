import type { Undocumented } from '../../market/integrity/findings';
import type { TableColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { isAttribute } from '../series/seriesNames';

/** Names of fields in which services send a message, alone or next to data. */
const messageFields = new Set(['message', 'error', 'errors', 'error_description', 'detail', 'warning']);
/** What such a field contains if there is no message. */
const nothingSaid = new Set(['', '[]', '{}', 'false', '0']);

/** What the service sent in other places than documented; `values` is the number of rows with a documented value. */
export function* undocumentedIn(table: Table, values: number): Sliced<Undocumented> {
  const further = table.columns.filter((column) => !table.isFixed(column) && !isAttribute(column));
  const numbers = further.filter(({ kind }) => kind === 'numeric');
  const isFilled = (column: TableColumn, row: number) => !column.isNull(row);
  const renamed = values === 0 ? yield* firstWhere(table, numbers, isFilled) : undefined;
  const messages = further.filter(({ key }) => messageFields.has(key.replace(/^\w+\./, '').toLowerCase()));
  const isSaid = (column: TableColumn, row: number) => !nothingSaid.has(column.text(row) ?? '');
  const said = yield* firstWhere(table, messages, isSaid);
  return {
    misfits: table.misfits,
    repeatedFields: table.repeatedFields,
    renamed: renamed?.column.key,
    said: said?.column.text(said.row) ?? undefined,
  };
}

/** The first of the columns for which the test holds in a row, and that row. */
function* firstWhere(
  table: Table,
  columns: readonly TableColumn[],
  test: (column: TableColumn, row: number) => boolean,
): Sliced<{ column: TableColumn; row: number } | undefined> {
  for (const column of columns) {
    let found = -1;
    yield* slices(table.rows, (from, to) => {
      for (let row = from; row < to && found < 0; row += 1) if (test(column, row)) found = row;
    });
    if (found >= 0) return { column, row: found };
  }
  return undefined;
}
