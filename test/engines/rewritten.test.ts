import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { isKnownCodec } from '#src/results/thread/parquet/codecs';
import { readRange } from '#src/results/thread/ownFiles/readRange';
import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';
import { sampleBody } from '../unit/exports/seeded/sampleBody';
import { readBody } from '../unit/table/readBody';
import { exportedTo } from './exportedFile';
import { hasSpark, python } from './pythonRuns';

const folder = mkdtempSync(join(tmpdir(), 'rewritten-'));
const mostRows = 3000;

/** The first cells of a column, in which all numbers with the same value look alike. */
const cellsOf = (column: TableColumn | undefined, rows: number) =>
  Array.from({ length: Math.min(rows, mostRows) }, (_, row) => {
    const text = column?.text(row) ?? null;
    return column?.kind === 'numeric' && text !== null ? String(Number(text)) : text;
  });

async function tableOf(paths: readonly string[], record: RecordKind): Promise<Table> {
  const days = [{ day: '2026-03-28', paths }];
  const read = await readRange(
    { record, format: 'parquet', days, columns: [], maxTableBytes: 1e9, as: '' },
    { signal: new AbortController().signal, onProgress: () => undefined, isWhole: true },
  );
  if ('tooLarge' in read) throw new Error(read.tooLarge);
  return read.table;
}

const engines = [
  ...['pandas', 'pandas_nanoseconds', 'polars', 'polars_snappy', 'pyarrow', 'pyarrow_pages', 'pyarrow_int96'],
  ...['duckdb', 'dask', 'pyspark'],
];
const kinds = { 'dayahead-prices': 'timeSeries', 'intraday-orders': 'publicOrder' } as const;

it.each(engines.filter((engine) => engine !== 'pyspark' || hasSpark))(
  'files that %s has written again have the same cells',
  async (engine) => {
    const written = Object.entries(kinds).map(([dataset, record]) => {
      const { body } = sampleBody(dataset);
      const [ours, theirs] = [`${dataset}.parquet`, `${dataset}-${engine}.parquet`];
      return { body, record, ours: join(folder, ours), theirs: join(folder, theirs) };
    });
    for (const { body, record, ours } of written) {
      writeFileSync(ours, await exportedTo(body, record, mostRows, { format: 'parquet' }));
    }
    const files = written.map(({ ours, theirs }) => `${ours}=${theirs}`);
    const script = join(import.meta.dirname, 'rewrite.py');
    const { code, err } = await python([script, engine, ...files], { cwd: folder });
    expect(code, err).toBe(0);
    for (const { body, record, theirs } of written) {
      const paths = statSync(theirs).isDirectory()
        ? readdirSync(theirs).filter((name) => name.endsWith('.parquet'))
        : [''];
      const table = tableOf(
        paths.sort().map((name) => join(theirs, name)),
        record,
      );
      // Polars compresses with zstd.
      if (engine === 'polars' && !isKnownCodec('ZSTD')) {
        await expect(table).rejects.toThrow('compressed with ZSTD');
        continue;
      }
      const read = await table;
      const sent = readBody(body, record).table;
      expect(read.rows).toBe(Math.min(sent.rows, mostRows));
      for (const column of sent.columns) {
        const found = read.columns.find(({ key }) => key === column.key);
        expect(cellsOf(found, read.rows), column.key).toEqual(cellsOf(column, sent.rows));
      }
    }
  },
);
