import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf, written } from './sampleSource';

/** As services send them: milliseconds only where they aren't zero. */
const times = ['2026-03-28T23:00:00Z', '2026-03-28T23:00:00.005Z', '2026-03-29T01:00:00+02:00'];
const epochMs = times.map((time) => Date.parse(time));

const folder = mkdtempSync(join(tmpdir(), 'market-data-texts-'));
const csv = join(folder, 'orders.csv');
const ndjson = join(folder, 'orders.ndjson');
let duckdb: DuckDBConnection;

beforeAll(async () => {
  const records = times.map((time, place) => ({ id: `${place}`, deliveryStart: time, tags: { place } }));
  const source = sourceOf(JSON.stringify(records));
  writeFileSync(csv, await written('csv', source));
  writeFileSync(ndjson, await written('ndjson', source));
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  await duckdb.run("SET TimeZone = 'UTC'");
});
afterAll(() => {
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
});

describe('times of a column with and without milliseconds', () => {
  it.each([
    ['CSV', csv],
    ['NDJSON', ndjson],
  ])('are times for DuckDB, which recognizes them in %s by itself', async (_, path) => {
    const read = await duckdb.runAndReadAll(
      `SELECT epoch_ms(deliveryStart) AS at FROM '${path}' ORDER BY id`,
    );
    expect(read.getRowObjectsJS().map(({ at }) => Number(at))).toEqual(epochMs);
  });
});

it('nested fields in NDJSON are nested for readers, not text', async () => {
  const read = await duckdb.runAndReadAll(`SELECT tags.place AS place FROM '${ndjson}' ORDER BY id`);
  expect(read.getRowObjectsJS().map(({ place }) => Number(place))).toEqual([0, 1, 2]);
});
