import * as l10n from '@vscode/l10n';
import { unfitKey } from '../../../exports/parquet/unfit';
import { isObject } from '../../../table/body/recordRows';
import type { TableColumn } from '../../../table/columns/columns';
import { parsedExactly } from '../../../table/columns/numberText';
import { recordShapes } from '../../../market/records/recordKinds';
import type { Table } from '../../../table/columns/table';
import { columnFor, ContentError, refuseOverfull, TooLargeError, type RowTarget } from './rowTarget';
import type { FileHead } from './decodedColumn';

/** The name of the column for a field of the service that has the name of our own column. */
const sentUnfitKey = `sent.${unfitKey}`;

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

/** A column of an exported file, and the table's column for it; none for the column of unfit values. */
export interface WantedColumn {
  readonly key: string;
  readonly column: TableColumn | undefined;
}

/** The columns that an exported file gives to a table, and how to restore what didn't fit their types. */
export interface ExportedColumns {
  readonly wanted: readonly WantedColumn[];
  /** Restores the unfit values of a row of the table from their text. Throws a `ContentError`. */
  readonly putBack: (row: number, text: string) => void;
}

/**
 * Finds or creates the table's columns for a file. Throws a `ContentError` if the file is one of another dataset,
 * and a `TooLargeError` if its rows certainly need more memory than allowed.
 */
export function exportedColumns(target: RowTarget, head: FileHead): ExportedColumns {
  const { table, record } = target;
  const { columns, sentNames } = head;
  const tableKey = (key: string) => (key === sentUnfitKey ? unfitKey : (sentNames.get(key) ?? key));
  // The first column of each record kind says when a row starts, or which record it is.
  if (!columns.includes(recordShapes[record].columns[0]?.name ?? '')) throw otherRows();
  const wanted = columns.map((key) => ({
    key,
    column: key === unfitKey ? undefined : columnFor(table, tableKey(key), ''),
  }));
  refuseOverfull(target);
  refuseTooManyRows(target, head);
  return {
    wanted,
    putBack(row, text) {
      const values = membersOf(text);
      for (const key of Object.keys(values)) table.column(tableKey(key))?.set(row, values[key]);
    },
  };
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

function membersOf(json: string): Record<string, unknown> {
  const value = parsedExactly(json);
  if (isObject(value)) return value;
  throw unreadable();
}

/** Makes the rows from `first` to `end` (exclusive) null again. */
export function clearRows(table: Table, first: number, end: number): void {
  for (const column of table.columns) column.clear(first, end);
}
