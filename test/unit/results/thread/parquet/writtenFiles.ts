import { writeFileSync } from 'node:fs';
import { writeParquet } from '../../../../../src/exports/parquet/parquet';
import {
  moreColumn,
  recordShapes,
  type ColumnType,
  type RecordKind,
} from '../../../../../src/market/records/recordKinds';
import { ColumnRows } from '../../../../../src/results/thread/range/columnRows';
import { fill } from '../../../../../src/results/thread/range/filledColumn';
import { ParquetFile } from '../../../../../src/results/thread/range/parquetFile';
import { isObject } from '../../../../../src/table/body/recordRows';
import { parsedExactly } from '../../../../../src/table/columns/numberText';
import { Table } from '../../../../../src/table/columns/table';
import { everythingOf } from '../../../exports/sampleSource';

/** The table as our own writer writes it, in groups of so many rows. */
export async function parquetOf(table: Table, groupRows?: number): Promise<Buffer> {
  const bytes: Uint8Array[] = [];
  const out = {
    write: (part: Uint8Array) => {
      bytes.push(Buffer.from(part));
      return Promise.resolve();
    },
  };
  const options = { onProgress: () => undefined, signal: new AbortController().signal };
  await writeParquet(everythingOf(table), out, options, groupRows);
  return Buffer.concat(bytes);
}

/**
 * Reads a file straight into columns. Resolves with the table; `undefined` if another reader has to read the file.
 */
export async function readBack(
  path: string,
  bytes: Uint8Array,
  record: RecordKind,
): Promise<Table | undefined> {
  writeFileSync(path, bytes);
  const table = new Table(recordShapes[record]);
  const target = {
    table,
    record,
    maxTableBytes: 1e9,
    signal: new AbortController().signal,
    sentNames: new Map<string, string>(),
  };
  return (await new ColumnRows(target).add(path)) ? table : undefined;
}

/** Every cell as text, by column. */
export const cellsOf = (table: Table): Record<string, (string | null)[]> =>
  Object.fromEntries(
    table.columns.map((column) => [
      column.key,
      Array.from({ length: table.rows }, (_, row) => column.text(row)),
    ]),
  );

/** The same as hyparquet reads them, for the columns of a table, with the values that didn't fit their types. */
export async function cellsOfOther(
  path: string,
  { columns }: Table,
): Promise<Record<string, (string | null)[]>> {
  const file = await ParquetFile.open(path);
  const texts = async (key: string, type: ColumnType) => {
    const column = new Table({ columns: [{ name: key, title: () => key, type }] }).fixed[0];
    if (!column) throw new Error(key);
    let first = 0;
    for (const [group, rows] of file.head.groups.entries()) {
      fill(column, first, await file.column(group, key, type));
      first += rows;
    }
    return { column, rows: first };
  };
  try {
    const more = await texts(moreColumn, 'text');
    const cells: Record<string, (string | null)[]> = {};
    for (const { key, type } of columns) {
      const { column, rows } = await texts(key, type);
      for (let row = 0; row < rows; row += 1) {
        const values = parsedExactly(more.column.text(row) ?? '');
        if (isObject(values)) column.set(row, values[key]);
      }
      cells[key] = Array.from({ length: rows }, (_, row) => column.text(row));
    }
    return cells;
  } finally {
    await file.close();
  }
}
