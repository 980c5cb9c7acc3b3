import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentError } from '#src/results/thread/ownFiles/rowTarget';
import { propertyRuns } from '#test/unit/propertyRuns';
import { readBody } from '#test/unit/table/readBody';
import { cellsOf, parquetOf, readBack } from './writtenFiles';

const folder = mkdtempSync(join(tmpdir(), 'others-'));
const [ours, theirs] = [join(folder, 'ours.parquet'), join(folder, 'theirs.parquet')];
let duckdb: DuckDBConnection;

beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create()).connect();
  await duckdb.run("SET TimeZone = 'UTC'");
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

/** What DuckDB writes of a query. */
async function copied(query: string, options = ''): Promise<Buffer> {
  await duckdb.run(`COPY (${query}) TO '${theirs}' (FORMAT parquet${options})`);
  return readFileSync(theirs);
}

const cellsIn = async (query: string) => cellsOf(await readBack(theirs, await copied(query), 'publicOrder'));
const rejection = (query: string, options?: string) =>
  copied(query, options)
    .then((bytes) => readBack(theirs, bytes, 'publicOrder'))
    .then(
      () => 'read',
      (error: unknown) => (error instanceof ContentError ? error.message : 'another error'),
    );

describe('files of DuckDB', () => {
  it.each(['snappy', 'gzip', 'uncompressed', 'brotli'])(
    'have the same cells with %s',
    async (compression) => {
      const bytes = await parquetOf(readBody(JSON.stringify(orders), 'publicOrder').table);
      const written = await readBack(ours, bytes, 'publicOrder');
      const again = await copied(`FROM read_parquet('${ours}')`, `, COMPRESSION ${compression}`);
      const read = await readBack(theirs, again, 'publicOrder');
      expect(cellsOf(read)).toEqual(cellsOf(written));
      expect(read.rows).toBe(orders.length);
    },
  );

  it('may have smaller numbers, finer times, and columns that are null throughout', async () => {
    const cells = await cellsIn(
      `SELECT 'a' AS id, 2::UTINYINT AS quantity, 12.5::FLOAT AS price, -3::INTEGER AS revisionNumber,
       18446744073709551615::UBIGINT AS createdTimeEpoch, NULL::INTEGER AS side, NULL::INTEGER AS createdTime,
       TIMESTAMP_NS '2026-03-29 00:00:00.123456789' AS updatedTime, NULL::DECIMAL(18, 2) AS deliveryArea`,
    );
    expect(cells).toMatchObject({
      quantity: ['2'],
      price: ['12.5'],
      revisionNumber: ['-3'],
      createdTimeEpoch: ['18446744073709551615'],
      side: [null],
      createdTime: [null],
      updatedTime: ['2026-03-29T00:00:00.123456789Z'],
      deliveryArea: [null],
    });
  });

  it("may have columns of any type that aren't documented, such as a day", async () => {
    const cells = await cellsIn(
      `SELECT unnest(['a', 'b', NULL]) AS id, DATE '2026-03-29' AS day, id = 'a' AS known, 1.5::DOUBLE AS score,
       TIMESTAMPTZ '2026-03-29 10:00:00Z' AS seen, CASE id WHEN 'b' THEN 7 END AS rank`,
    );
    expect(cells).toMatchObject({
      id: ['a', 'b', null],
      day: ['2026-03-29', '2026-03-29', '2026-03-29'],
      known: ['true', 'false', null],
      score: ['1.5', '1.5', '1.5'],
      seen: ['2026-03-29T10:00:00Z', '2026-03-29T10:00:00Z', '2026-03-29T10:00:00Z'],
      rank: [null, '7', null],
    });
  });

  it.each([
    ["SELECT 'a' AS id, 1.5::DECIMAL(9, 2) AS price", '"price" has the type INT32 (DECIMAL). .* DOUBLE'],
    ["SELECT 'a' AS id, 1.5::DECIMAL(38, 2) AS price", 'FIXED_LEN_BYTE_ARRAY (DECIMAL). .* DOUBLE'],
    ["SELECT 'a' AS id, DATE '2026-03-29' AS updatedTime", '"updatedTime" .* INT32 (DATE). .* TIMESTAMP'],
    ["SELECT 'a' AS id, 'b' AS price", '"price" has the type BYTE_ARRAY (STRING). .* DOUBLE'],
    ["SELECT 'a' AS id, [1, 2] AS price", '"price" has the type GROUP'],
    ["SELECT 'a' AS id, INTERVAL 1 DAY AS more", 'FIXED_LEN_BYTE_ARRAY (INTERVAL). .* STRING'],
  ])('are rejected with the column and its type: %s', async (query, words) => {
    expect(await rejection(query)).toMatch(new RegExp(words.replaceAll(/[()]/g, '\\$&')));
  });

  it.each([
    ['DELTA_BINARY_PACKED', "SELECT 'a' AS id, range AS quantity FROM range(5000)"],
    ['DELTA_LENGTH_BYTE_ARRAY', 'SELECT uuid()::VARCHAR AS id FROM range(5000)'],
    ['BYTE_STREAM_SPLIT', "SELECT 'a' AS id, random() AS price FROM range(5000)"],
  ])('are rejected with the encoding and the option of the writer: %s', async (encoding, query) => {
    expect(await rejection(query, ', PARQUET_VERSION V2')).toMatch(
      new RegExp(`in the ${encoding} encoding, .* "PARQUET_VERSION V1"`),
    );
  });

  it("are rejected with the name of a compression that Node doesn't have", async () => {
    expect(await rejection("SELECT 'a' AS id", ', COMPRESSION lz4_raw')).toMatch('compressed with LZ4_RAW');
  });

  it('are read or rejected, wherever they are damaged, and nothing else happens', async () => {
    const whole = await copied(
      `SELECT range::VARCHAR AS id, (range % 7)::INTEGER AS quantity, random()::FLOAT AS price, 'BUY' AS side,
       TIMESTAMP_NS '2026-03-29 00:00:00.000000001' + INTERVAL (range) SECOND AS updatedTime, range % 3 = 0 AS known
       FROM range(300)`,
    );
    const place = fc.nat(whole.length - 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 8 })), { maxLength: 4 }),
        fc.option(place),
        async (changes, cut) => {
          const bytes = Buffer.from(whole);
          for (const [at, by] of changes) bytes.set(by.subarray(0, bytes.length - at), at);
          const damaged = bytes.subarray(0, cut ?? bytes.length);
          const outcome = await readBack(theirs, damaged, 'publicOrder').catch((error: unknown) => error);
          if (!(outcome instanceof ContentError)) expect(outcome).toHaveProperty('rows');
        },
      ),
      { numRuns: propertyRuns(300, 50_000) },
    );
  });
});
