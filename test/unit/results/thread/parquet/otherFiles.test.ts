import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from '../../../table/readBody';
import { cellsOf, parquetOf, readBack } from './writtenFiles';

const folder = mkdtempSync(join(tmpdir(), 'others-'));
const [ours, theirs] = [join(folder, 'ours.parquet'), join(folder, 'theirs.parquet')];
let duckdb: DuckDBConnection;

beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create()).connect();
});
afterAll(() => duckdb.closeSync());

const orders = Array.from({ length: 5000 }, (_, at) => ({
  id: `${at * 7919}`,
  previousOrderId: at % 3 === 0 ? null : `${at}`,
  contractId: `contract ${at % 40}`,
  price: at % 11 === 0 ? null : Math.round(Math.sin(at) * 10_000) / 100,
  quantity: at % 5,
  side: at % 2 === 0 ? 'BUY' : 'SELL',
  action: 'a text that is the same in all rows',
  updatedTime: new Date(Date.UTC(2026, 2, 1) + at * 1001).toISOString(),
}));

describe('files of DuckDB are read straight into columns', () => {
  it.each(['snappy', 'gzip', 'uncompressed'])('with %s', async (compression) => {
    const bytes = await parquetOf(readBody(JSON.stringify(orders), 'publicOrder').table);
    const written = await readBack(ours, bytes, 'publicOrder');
    writeFileSync(ours, bytes);
    await duckdb.run(
      `COPY (FROM read_parquet('${ours}')) TO '${theirs}' (FORMAT parquet, COMPRESSION ${compression})`,
    );
    const read = await readBack(theirs, readFileSync(theirs), 'publicOrder');
    expect(read && cellsOf(read)).toEqual(written && cellsOf(written));
    expect(read?.rows).toBe(orders.length);
  });
});
