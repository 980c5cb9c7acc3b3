import { expect, it } from 'vitest';
import { BodyReader } from '#src/table/body/bodyReader';
import type { RecordKind } from '#src/market/records/recordKinds';
import { recordText } from '#src/table/json/recordText';
import { spoolOf } from '../jsonBodies';
import { seriesRecord, values } from '../charts/tables';

function readerOf(kind: RecordKind, body: string) {
  const reader = new BodyReader(kind, 1e9);
  reader.push(Buffer.from(body));
  reader.end(true);
  const read = (row: number) => recordText(spoolOf(body), reader.runs, reader.table, row);
  return { rows: reader.table.rows, read };
}

it('the record that each row was read from is found, byte for byte', async () => {
  const records = Array.from({ length: 5000 }, (_, at) => `{"id" : "o${at}","price":${at}.10}`);
  const { rows, read } = readerOf('publicOrder', `[ ${records.join(' ,\n')} ]`);
  expect(rows).toBe(5000);
  for (const row of [0, 1, 4321, 4999]) {
    expect(await read(row)).toEqual({ record: row, text: records[row], cut: false });
  }
  expect(await read(5000)).toBeNull();
});

it('the series that contains a value is found, and so is a series without values', async () => {
  const series = [values([1, 2, 3]), [], values([4])].map((list) => seriesRecord({}, list));
  const { rows, read } = readerOf('timeSeries', JSON.stringify(series));
  expect(rows).toBe(5);
  const records = await Promise.all([0, 2, 3, 4].map(read));
  expect(records.map((found) => found?.record)).toEqual([0, 0, 1, 2]);
  expect(JSON.parse(records[3]?.text ?? '')).toEqual(series[2]);
});

it('a body that is a single object is treated as its only record', async () => {
  const body = JSON.stringify({
    type: 'curve',
    values: [{ startTime: '2026-01-01T00:00:00Z', sellCurves: [{ price: 1, volume: 2 }] }],
  });
  const { rows, read } = readerOf('priceCurve', body);
  expect(rows).toBe(1);
  expect(await read(0)).toEqual({ record: 0, text: body, cut: false });
});

it('a long record is cut, but never within a character', async () => {
  const body = `[{"id":"${'å'.repeat(50_000)}"}]`;
  const found = await readerOf('publicOrder', body).read(0);
  expect(found?.cut).toBe(true);
  expect(body).toContain(found?.text ?? 'nothing');
});
