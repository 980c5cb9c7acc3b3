import * as l10n from '@vscode/l10n';
import type { TableColumn } from '../../../table/columns/columns';
import { moreColumn, recordShapes } from '../../../market/records/recordKinds';
import type { Table } from '../../../table/columns/table';
import { Turns } from '../../../table/columns/turns';
import { columnFor, ContentError, putBack, refuseOverfull, TooLargeError, type RowTarget } from './rowTarget';
import type { FileHead } from './decodedColumn';

export const unreadable = () => new ContentError(l10n.t("This isn't a readable Parquet file."));
export const compressedOtherwise = (name: string) =>
  new ContentError(
    l10n.t(
      "It's compressed with {0}, which this version of VS Code can't read. Use Snappy or gzip instead.",
      name,
    ),
  );
export const otherRows = () =>
  new ContentError(l10n.t('This Parquet file contains no rows for this dataset.'));

/** A column of an exported file, and the table's column for it; none for `moreColumn`. */
export interface WantedColumn {
  readonly key: string;
  readonly column: TableColumn | undefined;
}

/**
 * Finds or creates the table's columns for a file. Throws a `ContentError` if the file is one of another dataset,
 * and a `TooLargeError` if its rows certainly need more memory than allowed.
 */
export function exportedColumns(target: RowTarget, head: FileHead): WantedColumn[] {
  const { record } = target;
  const { columns, sentNames } = head;
  // The first column of each record kind says when a row starts, or which record it is.
  if (!columns.includes(recordShapes[record].columns[0]?.name ?? '')) throw otherRows();
  const wanted = columns.map((key) => ({
    key,
    column: key === moreColumn ? undefined : columnFor(target.table, sentNames.get(key) ?? key, ''),
  }));
  refuseOverfull(target);
  refuseTooManyRows(target, head);
  return wanted;
}

/**
 * Puts the values of the file's `moreColumn`, from row `first` of the table on, into their columns. Rejects with a
 * `ContentError` if a text isn't what we write there, or if the table can't take more columns, and with a
 * `TooLargeError` if it gets too large.
 */
export async function putBackRows(
  target: RowTarget,
  first: number,
  count: number,
  textAt: (index: number) => string | null,
): Promise<void> {
  const turns = new Turns(target.signal);
  for (let index = 0; index < count; index += 1) {
    const text = textAt(index);
    if (text !== null && !putBack(target, first + index, text)) throw unreadable();
    if (!turns.isOver()) continue;
    refuseOverfull(target);
    await turns.next();
  }
}

/** Every row has a start and an end, of eight bytes each. */
function refuseTooManyRows({ table, record, maxTableBytes }: RowTarget, { groups, columns }: FileHead): void {
  const times = recordShapes[record].columns.filter(
    ({ type, name }) => type === 'time' && columns.includes(name),
  );
  const bytes = rowsOf(groups) * 8 * Math.min(times.length, 2);
  if (table.bytes() + bytes > maxTableBytes) throw new TooLargeError();
}

const rowsOf = (groups: readonly number[]) => groups.reduce((sum, count) => sum + count, 0);

/** Makes the rows from `first` to `end` (exclusive) null again. */
export function clearRows(table: Table, first: number, end: number): void {
  for (const column of table.columns) column.clear(first, end);
}
