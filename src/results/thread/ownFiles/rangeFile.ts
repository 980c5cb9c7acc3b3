import { writeNdjson } from '#src/exports/ndjson';
import { writeParquetOf } from '#src/exports/parquet/parquet';
import {
  exportedExtent,
  type ByteSink,
  type ExportOptions,
  type ExportSource,
} from '#src/exports/exportSource';
import type { Extent } from '#src/protocol/tableTypes';
import { columnNames } from '#src/range/columnNames';
import { TextColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';

/**
 * Rows as a file of a range has them: with all of its `columns`, in their order and under names that programs
 * can tell apart, so that all files can be read as one table. What came later is in the column for more.
 */
export function inRange(
  source: Omit<ExportSource, 'columns' | 'names' | 'later'>,
  columns: readonly string[],
): ExportSource {
  const { table } = source;
  const names = columnNames(columns);
  // A column that this response doesn't have is null.
  const all = columns.map((key) => table.column(key) ?? new TextColumn(key, key));
  return { ...source, columns: all, names, later: table.columns.filter(({ key }) => !names.has(key)) };
}

/** The hourly responses of a day may differ. What has no column is in the one for more. */
const mostColumns = 1000;

/** The columns that the first file of a range settles. */
export const columnsOf = (tables: readonly Table[]): string[] =>
  [...new Set(tables.flatMap((table) => table.columns.map(({ key }) => key)))].slice(0, mostColumns);

/** Writes rows of one record kind to one file of a range. */
export async function writeRows(
  format: 'parquet' | 'ndjson',
  [first, ...others]: readonly [ExportSource, ...ExportSource[]],
  out: ByteSink,
  options: ExportOptions,
): Promise<Extent> {
  const sources = [first, ...others] as const;
  if (format === 'parquet') await writeParquetOf(sources, out, options);
  else for (const source of sources) await writeNdjson(source, out, options);
  return sources
    .map(exportedExtent)
    .reduce((sum, { records, rows }) => ({ records: sum.records + records, rows: sum.rows + rows }));
}
