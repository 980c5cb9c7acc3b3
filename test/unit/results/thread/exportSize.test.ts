import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportFormats } from '#src/protocol/formats';
import type { ExportSource } from '#src/exports/exportSource';
import { recordShapes, type RecordKind } from '#src/market/records/recordKinds';
import { exportSize, unstatedOrigin } from '#src/results/thread/exportSize';
import { answerTo } from '#src/results/thread/questionAnswers';
import { WorkerResult } from '#src/results/thread/workerResult';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { addRecord } from '#src/table/body/recordRows';
import { Table } from '#src/table/columns/table';
import type { ChosenRows } from '#src/protocol/tableTypes';
import { written } from '../../exports/sampleSource';
import { contextOf } from './threadContext';

const { signal } = new AbortController();
const rows = 20_000;
const table = new Table(recordShapes.publicOrder);
for (let row = 0; row < rows; row += 1) {
  addRecord(table, 'publicOrder', {
    id: `order-${row * 7919}`,
    side: row % 3 === 0 ? 'BUY' : 'SELL',
    price: row / 100,
    createdTime: new Date(Date.UTC(2026, 0, 1) + row * 1000).toISOString(),
  });
}

const folder = mkdtempSync(join(tmpdir(), 'export-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function load(body: string, record: RecordKind = 'publicOrder'): Promise<WorkerResult> {
  const path = join(folder, 'body.json');
  writeFileSync(path, body);
  const [result] = await WorkerResult.load(record, path, 1e9);
  onTestFinished(() => result.spool?.remove());
  return result;
}

/** As the thread says it. */
async function sizeOf(result: WorkerResult, chosen: ChosenRows): Promise<ExportSize> {
  const question = { format: 'json', rows: chosen } as const;
  return (await answerTo(result, { about: 'exportSize', question }, contextOf(result))) as ExportSize;
}

const source = (chosen?: Uint32Array): ExportSource => ({
  table,
  columns: table.columns,
  rows: chosen,
  origin: unstatedOrigin,
  readBody: () => Promise.reject(new Error('Not of so many records.')),
});
const first = (of: Uint32Array | undefined) => (most: number) =>
  Promise.resolve(source(of?.subarray(0, most) ?? Uint32Array.from({ length: most }, (_, row) => row)));

const lengthOf = async (format: (typeof exportFormats)[number], of: ExportSource) =>
  (await written(format, of)).length;

describe("the size of an export that isn't written yet", () => {
  const tables = exportFormats.filter((format) => format !== 'json');

  it.each(tables)('is right within a quarter for 20,000 rows as %s', async (format) => {
    const size = await exportSize(format, { table, rows: undefined }, null, first(undefined), signal);
    expect(size.rows).toBe(rows);
    const ratio = size.bytes / (await lengthOf(format, source()));
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  });

  it.each(tables)('is exact for a few rows as %s', async (format) => {
    const few = Uint32Array.of(5, 3, 8);
    const size = await exportSize(format, { table, rows: few }, null, first(few), signal);
    expect(size).toEqual({ rows: 3, bytes: await lengthOf(format, source(few)) });
  });

  it('is a share of the body for many records, of which only the last one is read', async () => {
    const whole = await load(
      JSON.stringify(Array.from({ length: rows }, (_, id) => ({ id: `order ${id}` }))),
    );
    const half = { to: rows / 2 };
    const body = whole.body!;
    const { length } = body.spool;
    let read = 0;
    const spool = {
      length,
      read: (from: number, to: number) => {
        read += to - from;
        return body.spool.read(from, to);
      },
    };
    const chosen = Uint32Array.from({ length: rows / 2 }, (_, row) => row * 2 + 1);
    const size = await exportSize(
      'json',
      { table: whole.table, rows: chosen },
      { ...body, spool },
      first(chosen),
      signal,
    );
    expect(size).toEqual({ rows: rows / 2, bytes: Math.round(length / 2) });
    expect(read).toBeLessThan(length / 2);
    expect(await sizeOf(whole, half)).toEqual(size);
  });

  it.each([3, 300])(
    'leaves out rows of a series that was interrupted, as the file does: after %i values',
    async (count) => {
      const values = (length: number) => Array.from({ length }, (_, value) => ({ value }));
      const body = JSON.stringify([{ values: values(200) }, { values: values(count) }]);
      const cut = await load(body.slice(0, -3), 'timeSeries');
      expect(cut.table.rows).toBe(200 + count);
      expect((await sizeOf(cut, { from: 10 })).rows).toBe(190);
      expect((await sizeOf(cut, { from: 195 })).rows).toBe(5);
      expect((await sizeOf(cut, { from: 200 })).rows).toBe(0);
      expect((await sizeOf(cut, { to: 200 })).rows).toBe(200);
    },
  );

  it('is rejected with a reason for part of an interrupted curve, however many points are chosen', async () => {
    const points = Array.from({ length: 300 }, (_, price) => ({ price }));
    const cut = await load(JSON.stringify({ values: [{ sellCurves: points }] }).slice(0, -1), 'priceCurve');
    for (const to of [3, 200]) {
      await expect(sizeOf(cut, { to })).rejects.toThrow('interrupted in the middle of its only record');
    }
  });
});
