import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { writeParquet } from '#src/exports/parquet/parquet';
import { moreColumn, recordShapes, type RecordKind } from '#src/market/records/recordKinds';
import { ColumnRows } from '#src/results/thread/ownFiles/columnRows';
import { isObject } from '#src/table/body/recordRows';
import { NumberText, parsedExactly } from '#src/table/columns/numberText';
import { Table } from '#src/table/columns/table';
import { everythingOf } from '#test/unit/exports/sampleSource';

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

/** Reads a file into a table, as `ColumnRows` does. */
export async function readBack(path: string, bytes: Uint8Array, record: RecordKind): Promise<Table> {
  writeFileSync(path, bytes);
  const table = new Table(recordShapes[record]);
  const target = {
    table,
    record,
    maxTableBytes: 1e9,
    signal: new AbortController().signal,
    sentNames: new Map<string, string>(),
  };
  await new ColumnRows(target).add(path);
  return table;
}

/** Every cell as text, by column. */
export const cellsOf = (table: Table): Record<string, (string | null)[]> =>
  Object.fromEntries(
    table.columns.map((column) => [
      column.key,
      Array.from({ length: table.rows }, (_, row) => column.text(row)),
    ]),
  );

/** RFC 3339 UTC, without zeros below the millisecond. */
function timeText(microseconds: bigint): string {
  const fraction = ((microseconds % 1000n) + 1000n) % 1000n;
  const text = new Date(Number((microseconds - fraction) / 1000n)).toISOString();
  return fraction === 0n ? text : text.replace('Z', `${String(fraction).padStart(3, '0')}Z`);
}

/** The same as hyparquet reads them, for the columns of a table, with the values that didn't fit their types. */
export async function cellsOfOther(
  path: string,
  { columns }: Table,
): Promise<Record<string, (string | null)[]>> {
  const rows = await parquetReadObjects({
    file: new Uint8Array(readFileSync(path)).buffer,
    compressors: { GZIP: (packed) => new Uint8Array(gunzipSync(packed)) },
    parsers: { timestampFromMicroseconds: timeText },
  });
  const cellsOfColumn = ({ key, type }: Table['columns'][number]) => {
    const column = new Table({ columns: [{ name: key, title: () => key, type }] }).fixed[0];
    return rows.map((cells, row) => {
      const value: unknown = cells[key];
      column?.set(row, typeof value === 'bigint' ? new NumberText(String(value)) : value);
      const more = parsedExactly(String(cells[moreColumn]));
      if (isObject(more)) column?.set(row, more[key]);
      return column?.text(row) ?? null;
    });
  };
  return Object.fromEntries(columns.map((column) => [column.key, cellsOfColumn(column)]));
}
