import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeParquet } from '../../../src/exports/parquet/parquet';
import { datasets } from '../../../src/market/datasets/datasets';
import { BodyReader } from '../../../src/table/body/bodyReader';
import type { Table } from '../../../src/table/columns/table';

const folder = mkdtempSync(join(tmpdir(), 'market-data-parquet-'));
let duckdb: DuckDBConnection;
beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  duckdb = await instance.connect();
  await duckdb.run("SET TimeZone = 'UTC'");
});
afterAll(() => {
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
});

type Row = Readonly<Record<string, unknown>>;

/** One word for a cell, whichever reader gave it: times as epoch milliseconds. */
function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return String(value.getTime());
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Names of the columns that the file holds as texts. */
async function textsIn(path: string): Promise<Set<unknown>> {
  const reader = await duckdb.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
  const columns = reader.getRowObjectsJS();
  return new Set(
    columns.flatMap((column) => (column['column_type'] === 'VARCHAR' ? [column['column_name']] : [])),
  );
}

async function byDuckDb(path: string, table: Table, texts: ReadonlySet<unknown>): Promise<Row[]> {
  const columns = table.columns.map(({ key, type }) => {
    const name = `"${key.replaceAll('"', '""')}"`;
    return type === 'time' && !texts.has(key) ? `epoch_ms(${name}) AS ${name}` : name;
  });
  const reader = await duckdb.runAndReadAll(`SELECT ${columns.join(', ')} FROM '${path}'`);
  return reader.getRowObjectsJS();
}

async function byHyparquet(path: string): Promise<Row[]> {
  return parquetReadObjects({
    file: new Uint8Array(readFileSync(path)).buffer,
    compressors: { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) },
  });
}

it.each(datasets.map(({ id, record }) => [id, record] as const))(
  "%s: two independent Parquet readers return the table's values, from one row group or many",
  async (id, kind) => {
    const reader = new BodyReader(kind, 1e9);
    reader.push(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', `${id}.json`)));
    reader.end(true);
    const { table } = reader;
    expect(table.rows).toBeGreaterThan(0);
    for (const groupRows of [3, 100_000]) {
      const parts: Buffer[] = [];
      const write = (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes)));
      const options = { onProgress: () => undefined, signal: new AbortController().signal };
      await writeParquet({ table, body: () => [] as never }, { write }, options, groupRows);
      const path = join(folder, `${id}-${groupRows}.parquet`);
      writeFileSync(path, Buffer.concat(parts));
      // A column whose times or numbers Parquet's types would round is a column of texts.
      const texts = await textsIn(path);
      const expected = Array.from({ length: table.rows }, (_, row) =>
        table.columns.map((column) => (texts.has(column.key) ? column.text(row) : plain(column.cell(row)))),
      );
      for (const rows of [await byDuckDb(path, table, texts), await byHyparquet(path)]) {
        const read = rows.map((row) => table.columns.map(({ key }) => plain(row[key])));
        expect(read).toEqual(expected);
      }
    }
  },
);
