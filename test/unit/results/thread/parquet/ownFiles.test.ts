import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { ColumnFile } from '#src/results/thread/parquet/columnFile';
import { readBody } from '#test/unit/table/readBody';
import { propertyRuns } from '#test/unit/propertyRuns';
import { cellsOf, cellsOfOther, parquetOf, readBack } from './writtenFiles';

const path = join(mkdtempSync(join(tmpdir(), 'own-')), 'part-0.parquet');

describe('a file of ours', () => {
  it.each(datasets.map(({ id, record }) => [id, record] as const))(
    'has the cells that hyparquet reads: %s',
    async (id, record) => {
      const { table } = readBody(readFileSync(`test/fixtures/${id}.json`, 'utf8'), record);
      const bytes = await parquetOf(table, 50);
      const own = await readBack(path, bytes, record);
      expect(cellsOf(own)).toEqual(await cellsOfOther(path, own));
      expect(own.rows).toBe(table.rows);
    },
  );

  const time = fc.oneof(
    fc
      .date({ min: new Date(0), max: new Date('2250-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    fc.constantFrom('2026-03-29T00:00:00.1234Z', '1969-12-31T23:59:59.999999Z', '0001-01-01T00:00:00Z', null),
  );
  const text = fc.oneof(fc.constantFrom('NO1', 'SE3', '', null), fc.string({ unit: 'grapheme' }));
  const number = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, -0, null),
  );
  const integer = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: 0, max: 3 }), fc.constant(null));
  const order = fc.record(
    {
      id: text,
      updatedTime: time,
      price: number,
      quantity: integer,
      side: text,
      deliveryArea: text,
      note: text,
    },
    { requiredKeys: ['id'] },
  );

  it('has the cells that hyparquet reads, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        async (orders, groupRows) => {
          const { table } = readBody(JSON.stringify(orders), 'publicOrder');
          const own = await readBack(path, await parquetOf(table, groupRows), 'publicOrder');
          expect(cellsOf(own)).toEqual(await cellsOfOther(path, own));
          expect(own.rows).toBe(table.rows);
        },
      ),
      { numRuns: propertyRuns(100, 5000) },
    );
  });

  it('is compressed only where that makes it smaller', async () => {
    const rows = 3000;
    // The second numbers are as if drawn at random; the first ones repeat, but not often enough for a dictionary.
    const orders = Array.from({ length: rows }, (_, row) => ({
      id: `${row}`,
      price: (row % 1500) / 4,
      quantity: Math.round(Math.abs(Math.sin(row)) * 2 ** 52),
    }));
    const { table } = readBody(JSON.stringify(orders), 'publicOrder');
    writeFileSync(path, await parquetOf(table));
    const file = ColumnFile.open(path);
    const { columns, groups } = file.footer;
    file.close();
    const chunkOf = (key: string) => groups[0]?.chunks[columns.findIndex((column) => column.key === key)];
    expect(chunkOf('quantity')?.codec).toBe('UNCOMPRESSED');
    expect(chunkOf('price')?.codec).toBe('GZIP');
    expect(chunkOf('price')?.stored).toBeLessThan((chunkOf('price')?.size ?? 0) / 2);
  });
});
