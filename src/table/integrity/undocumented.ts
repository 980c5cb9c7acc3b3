import * as l10n from '@vscode/l10n';
import { exampleText, finding, type Finding } from '../../market/integrity/findings';
import { formatCounted, type Counted } from '../../text/l10n';
import type { TableColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { isAttribute } from '../series/seriesNames';

/** Names of fields in which services send a message, alone or next to data. */
const messageFields = new Set(['message', 'error', 'errors', 'error_description', 'detail', 'warning']);
/** What such a field contains if there is no message. */
const nothingSaid = new Set(['', '[]', '{}', 'false', '0']);

/** `{1}` is an example. */
const misfitWords = (): Counted => [
  l10n.t("{0} part of the response isn't as documented: {1}"),
  l10n.t("{0} parts of the response aren't as documented, such as {1}"),
];

/** `{1}` is an example. */
const repeatedFieldWords = (): Counted => [
  l10n.t('{0} record has a field twice, such as "{1}"; the last value is used'),
  l10n.t('{0} records have a field twice, such as "{1}"; the last value is used'),
];

/**
 * The findings for what the service sent in other places than documented, or twice. If the documented fields have no
 * numbers, as the number of `values` tells, an undocumented one may have them.
 */
export function* undocumentedFindings(table: Table, values: number): Sliced<Finding[]> {
  const { misfits, repeatedFields } = table;
  const found: Finding[] = [];
  if (misfits.count > 0) {
    const text = formatCounted(misfits.count, misfitWords(), exampleText(misfits.example));
    found.push(finding('misfits', misfits.count, text));
  }
  if (repeatedFields.records > 0) {
    const { records, example } = repeatedFields;
    const text = formatCounted(records, repeatedFieldWords(), exampleText(example));
    found.push(finding('repeatedFields', records, text));
  }
  const further = table.columns.filter((column) => !table.isFixed(column) && !isAttribute(column));
  const numbers = values === 0 ? further.filter(({ kind }) => kind === 'numeric') : [];
  const renamed = yield* firstWhere(table, numbers, (column, row) => !column.isNull(row));
  if (renamed) {
    const name = exampleText(renamed.column.key);
    found.push(finding('renamed', 1, l10n.t('the values may be in "{0}", which isn\'t documented', name)));
  }
  const messages = further.filter(({ key }) => messageFields.has(key.replace(/^\w+\./, '').toLowerCase()));
  const said = yield* firstWhere(table, messages, (column, row) => !nothingSaid.has(column.text(row) ?? ''));
  if (said) {
    const words = exampleText(said.column.text(said.row) ?? '');
    found.push(finding('words', 1, l10n.t('message from the service: {0}', words)));
  }
  return found;
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
