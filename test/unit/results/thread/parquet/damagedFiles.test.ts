import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { ContentError } from '#src/results/thread/ownFiles/rowTarget';
import type { Table } from '#src/table/columns/table';
import { readBody } from '#test/unit/table/readBody';
import { propertyRuns } from '#test/unit/propertyRuns';
import { cellsOf, parquetOf, readBack } from './writtenFiles';

const path = join(mkdtempSync(join(tmpdir(), 'damaged-')), 'part-0.parquet');

const small = '[{"id":"a","price":12.5,"updatedTime":"2026-03-29T00:00:00Z"},{"id":"b","side":"BUY"}]';

/** What comes of reading: the same cells, other cells, or an error. */
async function outcomeOf(bytes: Uint8Array, record: RecordKind, written: Table): Promise<string> {
  try {
    const cells = cellsOf(await readBack(path, bytes, record));
    return isDeepStrictEqual(cells, cellsOf(written)) ? 'same' : 'other';
  } catch (error) {
    if (error instanceof ContentError) return 'refused';
    throw error;
  }
}

const fine = ['same', 'refused'];

describe('a damaged file of ours never gives another cell', () => {
  it('whichever of its bytes is changed', async () => {
    const { table } = readBody(small, 'publicOrder');
    const whole = await parquetOf(table);
    const written = await readBack(path, whole, 'publicOrder');
    const others: string[] = [];
    for (let at = 0; at < whole.length; at += 1) {
      const changes = [0x01, 0x80, 0xff];
      for (let turn = 0; turn < propertyRuns(1, changes.length); turn += 1) {
        const bytes = Buffer.from(whole);
        const change = changes[(at + turn) % changes.length] ?? 0;
        bytes[at] = (whole[at] ?? 0) ^ change;
        const outcome = await outcomeOf(bytes, 'publicOrder', written);
        if (!fine.includes(outcome)) others.push(`byte ${at}, changed by ${change}: ${outcome}`);
      }
    }
    expect(others).toEqual([]);
  });

  it.each([
    ['intraday-orders', 'publicOrder'],
    ['dayahead-prices', 'timeSeries'],
  ] as const)('wherever one of %s is cut, overwritten, or repeated', async (fixture, record) => {
    const { table } = readBody(readFileSync(`test/fixtures/${fixture}.json`, 'utf8'), record);
    const whole = await parquetOf(table, 7);
    const written = await readBack(path, whole, record);
    const place = fc.nat(whole.length - 1);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.record({ kind: fc.constant('cut'), at: place }),
          fc.record({
            kind: fc.constant('overwritten'),
            at: place,
            by: fc.uint8Array({ minLength: 1, maxLength: 40 }),
          }),
          fc.record({
            kind: fc.constant('repeated'),
            at: place,
            from: place,
            length: fc.integer({ min: 1, max: 64 }),
          }),
        ),
        async (damage) => {
          const bytes = Buffer.from(
            'at' in damage && damage.kind === 'cut' ? whole.subarray(0, damage.at) : whole,
          );
          if ('by' in damage) bytes.set(damage.by.subarray(0, bytes.length - damage.at), damage.at);
          if ('from' in damage) bytes.copy(bytes, damage.at, damage.from, damage.from + damage.length);
          expect(await outcomeOf(bytes, record, written)).toBeOneOf(fine);
        },
      ),
      { numRuns: propertyRuns(300, 50_000) },
    );
  });
});
