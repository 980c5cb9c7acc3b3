import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeParquet } from '#src/exports/parquet/parquet';
import { datasets } from '#src/market/datasets/datasets';
import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';
import { formedTable } from '#src/table/forms/formedTable';
import { atOnce } from '../../table/atOnce';
import { readBody } from '../../table/readBody';
import { everythingOf, piecesOf, unwatched } from '../sampleSource';
import { readParquet } from './readParquet';

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

/** The same text for a cell, whichever reader returned it. */
function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

async function byDuckDb(path: string, table: Table): Promise<Row[]> {
  const times = table.columns.filter(({ type }) => type === 'time').map(({ key }) => `"${key}"`);
  const replaced = times.map((name) => `epoch_us(${name}) AS ${name}`).join(', ');
  const reader = await duckdb.runAndReadAll(`SELECT * REPLACE (${replaced}) FROM '${path}'`);
  return reader.getRowObjectsJS();
}

/** The word for what the table holds; a time in microseconds, a column that isn't documented as text. */
function held(table: Table, column: TableColumn, row: number): string | null {
  if (!table.fixed.includes(column)) return column.text(row);
  const cell = column.cell(row);
  if (column.type !== 'time' || typeof cell !== 'number') return plain(cell);
  const finer = /\.\d{3}(\d{1,3})/.exec(column.text(row) ?? '')?.[1] ?? '';
  return String(BigInt(cell) * 1000n + BigInt(finer.padEnd(3, '0')));
}

const forms = {
  'as received': {},
  'one column per series': { layout: 'wide' },
  'days side by side': { resolution: 'P1D', layout: 'wide' },
} as const;
const cases = datasets.flatMap(({ id, record }) =>
  Object.entries(forms)
    .filter(([, form]) => record === 'timeSeries' || !('layout' in form))
    .map(([name, form]) => [id, name, record, form] as const),
);

it.each(cases)(
  "%s, %s: two independent Parquet readers return the table's values, from one row group or many",
  async (id, name, kind, form) => {
    const sent = readBody(readFileSync(`test/fixtures/${id}.json`), kind);
    const table = atOnce(formedTable(sent.table, form, Infinity));
    expect(table.rows).toBeGreaterThan(0);
    for (const groupRows of [3, 100_000]) {
      const source = everythingOf(table);
      const pieces = await piecesOf((sink) => writeParquet(source, sink, unwatched(), groupRows));
      const path = join(folder, `${id}-${name}-${groupRows}.parquet`);
      const file = Buffer.concat(pieces);
      writeFileSync(path, file);
      for (const rows of [await byDuckDb(path, table), (await readParquet(file)).rows]) {
        expect(rows).toHaveLength(table.rows);
        rows.forEach((read, row) => {
          const more = plain(read['_more']) ?? '';
          for (const column of table.columns) {
            const key = `${JSON.stringify(column.key)}:`;
            if (!more.includes(key)) {
              expect([column.key, plain(read[column.key])]).toEqual([column.key, held(table, column, row)]);
              continue;
            }
            // What doesn't fit the type of its column is in the last one, digit by digit. Times are cut.
            const isTime = column.type === 'time' && typeof column.cell(row) === 'number';
            expect(plain(read[column.key])).toBe(isTime ? held(table, column, row) : null);
            const sent = column.kind === 'text' ? column.jsonText(row) : column.exact.get(row);
            expect(more).toContain(key + (sent ?? column.text(row) ?? ''));
          }
        });
      }
    }
  },
);
