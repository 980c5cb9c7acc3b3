import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/exports/formats';
import { writeTable } from '../../../../src/exports/writers';
import type { ExportSource } from '../../../../src/exports/exportSource';
import { recordShapes } from '../../../../src/market/records/recordKinds';
import { exportSize, unstatedOrigin } from '../../../../src/results/thread/exportSize';
import { addRecord } from '../../../../src/table/body/recordRows';
import { Table } from '../../../../src/table/columns/table';

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

const source = (chosen?: Uint32Array): ExportSource => ({
  table,
  columns: table.columns,
  rows: chosen,
  origin: unstatedOrigin,
  readBody: () => Promise.reject(new Error('Not of so many records.')),
});
const first = (of: Uint32Array | undefined) => (most: number) =>
  Promise.resolve(source(of?.subarray(0, most) ?? Uint32Array.from({ length: most }, (_, row) => row)));

async function written(format: (typeof exportFormats)[number], of: ExportSource): Promise<number> {
  let bytes = 0;
  const write = (piece: Uint8Array) => Promise.resolve(void (bytes += piece.length));
  await writeTable(format, of, { write }, { onProgress: () => undefined, signal });
  return bytes;
}

describe('the size of an export that is not written yet', () => {
  const tables = exportFormats.filter((format) => format !== 'json');

  it.each(tables)('is right within a quarter for 20,000 rows as %s', async (format) => {
    const size = await exportSize(format, { table, rows: undefined }, 0, first(undefined), signal);
    expect(size.rows).toBe(rows);
    const ratio = size.bytes / (await written(format, source()));
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  });

  it.each(tables)('is that of the file for a few rows as %s', async (format) => {
    const few = Uint32Array.of(5, 3, 8);
    const size = await exportSize(format, { table, rows: few }, 0, first(few), signal);
    expect(size).toEqual({ rows: 3, bytes: await written(format, source(few)) });
  });

  it('is the share of the body for many of its records, of which none is read', async () => {
    const half = Uint32Array.from({ length: rows / 2 }, (_, row) => row);
    const size = await exportSize('json', { table, rows: half }, 5_000_001, first(half), signal);
    expect(size).toEqual({ rows: rows / 2, bytes: 2_500_001 });
  });
});
