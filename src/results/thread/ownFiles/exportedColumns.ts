import * as l10n from '@vscode/l10n';
import type { TableColumn } from '#src/table/columns/columns';
import { moreColumn, recordShapes } from '#src/market/records/recordKinds';
import { Turns } from '#src/table/columns/turns';
import type { Footer } from '../parquet/footer';
import type { Unread } from '../parquet/unsupported';
import { columnFor, ContentError, putBack, refuseOverfull, TooLargeError, type RowTarget } from './rowTarget';
import { sentNamesIn } from './sentNames';

export const unreadable = () => new ContentError(l10n.t("This isn't a readable Parquet file."));

/** What the file has that isn't read, and what to write instead. */
export function unsupported(what: Unread): ContentError {
  const { kind, name } = what;
  switch (kind) {
    case 'compression':
      return new ContentError(
        l10n.t(
          "The file is compressed with {0}, which this version of VS Code can't read. Use Snappy or gzip instead.",
          name,
        ),
      );
    case 'encoding':
      return new ContentError(
        l10n.t(
          'The values are in the {0} encoding, which can\'t be read. Write the file again: in DuckDB with "{1}", in Spark with "{2}", or in PyArrow without "{3}" and "{4}".',
          name,
          'PARQUET_VERSION V1',
          'parquet.writer.version=PARQUET_1_0',
          'column_encoding',
          'use_byte_stream_split',
        ),
      );
    case 'type':
      return new ContentError(
        l10n.t(
          'Column "{0}" has the type {1}. Write the file again with the type {2} for this column.',
          what.column,
          name,
          what.instead,
        ),
      );
  }
}

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
export function exportedColumns(target: RowTarget, footer: Footer): WantedColumn[] {
  const { record } = target;
  const keys = footer.columns.map(({ key }) => key);
  const sentNames = sentNamesIn(footer.origin);
  // The first column of each record kind says when a row starts, or which record it is.
  if (!keys.includes(recordShapes[record].columns[0]?.name ?? '')) throw otherRows();
  const wanted = keys.map((key) => ({
    key,
    column: key === moreColumn ? undefined : columnFor(target.table, sentNames.get(key) ?? key, ''),
  }));
  refuseOverfull(target);
  refuseTooManyRows(target, footer);
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
function refuseTooManyRows({ table, record, maxTableBytes }: RowTarget, { rows, columns }: Footer): void {
  const times = recordShapes[record].columns.filter(
    ({ type, name }) => type === 'time' && columns.some(({ key }) => key === name),
  );
  const bytes = rows * 8 * Math.min(times.length, 2);
  if (table.bytes() + bytes > maxTableBytes) throw new TooLargeError();
}
