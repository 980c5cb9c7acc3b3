import { afterEach, describe, expect, it } from 'vitest';
import { releaseMemory } from '#src/results/thread/releaseMemory';
import { readBody, series, value } from '../../table/readBody';

const megabytes = () => process.memoryUsage().arrayBuffers / 1e6;

describe('the memory of a closed result', () => {
  const kept: unknown[] = [];
  afterEach(() => kept.splice(0));

  it("is freed at once, although something still refers to its arrays, so that the days of a range don't add up", () => {
    const before = megabytes();
    const arrays = Array.from({ length: 20 }, () => new Float64Array(1_250_000).fill(1));
    kept.push(arrays);
    expect(megabytes() - before).toBeGreaterThan(150);
    releaseMemory(arrays);
    expect(megabytes() - before).toBeLessThan(50);
  });

  it('is nearly all that the table counts, for every kind of column', () => {
    const more = (id: number) => ({
      id: `order ${id}`,
      isNew: id % 2 === 0,
      note: 'x',
      size: 12.5,
    });
    const orders = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => more(id)));
    const values = Array.from({ length: 5000 }, (_, at) =>
      value(new Date(at * 900_000).toISOString(), `${at}.10`),
    );
    for (const { table } of [
      readBody(orders, 'publicOrder'),
      readBody(`[${series(values.join(','))}]`, 'timeSeries'),
    ]) {
      for (const { segments } of table.columns) expect(segments).toBeDefined(); // Some aren't written until they're read.
      const arrays = table.arrays();
      const counted = arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
      expect(counted).toBeGreaterThan(table.bytes() * 0.9);
      releaseMemory(arrays);
      expect(arrays.every((array) => !array || array.byteLength === 0)).toBe(true);
    }
  });

  it('includes arrays that are in one buffer, and leaves a buffer alone that threads share', () => {
    const both = new ArrayBuffer(16);
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    releaseMemory([new Uint8Array(both, 0, 8), undefined, new Uint8Array(both, 8), shared]);
    expect(both.byteLength).toBe(0);
    expect(shared.byteLength).toBe(8);
  });
});
