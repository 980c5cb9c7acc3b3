import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { fingerprintOf } from '#src/results/thread/rowsFingerprint';
import type { Table } from '#src/table/columns/table';
import { everythingOf, written } from '../../exports/sampleSource';
import { readBody } from '../../table/readBody';
import { propertyRuns } from '../../propertyRuns';

const unwatched = new AbortController().signal;

const tableOf = (record: RecordKind, body: string | Buffer): Table => readBody(body, record).table;
const ndjsonOf = async (table: Table) => (await written('ndjson', everythingOf(table))).toString();

/**
 * As anyone can make it from an NDJSON export: the members to leave out are cut out of the lines as they are.
 */
function fingerprintOfExport(ndjson: string): string {
  const lines = ndjson.split('\n').filter((line) => line !== '');
  const kept = lines.map((line) =>
    line
      .replace(/"(createdTime|publicationTime)":("([^"\\]|\\.)*"|[^,}"]*)(,|(?=\}))/g, '')
      .replace(/,\}$/, '}'),
  );
  const sorted = kept
    .map((line) => Buffer.from(`${line}\n`))
    .sort((one, other) => Buffer.compare(one, other));
  return `v1:sha256:${createHash('sha256').update(Buffer.concat(sorted)).digest('hex')}`;
}

const order = fc.record({
  id: fc.string({ unit: 'grapheme', maxLength: 8 }),
  price: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  quantity: fc.nat(100),
  createdTime: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString()),
  side: fc.constantFrom('BUY', 'SELL'),
});

describe('the fingerprint of a response', () => {
  it.each(datasets)('of $id can be made again from its NDJSON export', async ({ id, record }) => {
    const body = readFileSync(join(import.meta.dirname, '..', '..', '..', 'fixtures', `${id}.json`));
    const table = tableOf(record, body);
    const found = await fingerprintOf(table, unwatched);
    expect(found).toMatch(/^v1:sha256:[0-9a-f]{64}$/);
    expect(found).toBe(fingerprintOfExport(await ndjsonOf(table)));
  });

  it('depends neither on the order of the rows nor on when they were made, but on every value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 30 }), fc.nat(), async (orders, seed) => {
        const print = (rows: readonly object[]) =>
          fingerprintOf(tableOf('publicOrder', JSON.stringify(rows)), unwatched);
        const expected = await print(orders);
        const moved = orders.map((_, at) => orders[(at + seed) % orders.length]!).reverse();
        expect(await print(moved)).toBe(expected);
        const later = orders.map((each) => ({ ...each, createdTime: '2031-01-01T00:00:00Z' }));
        expect(await print(later)).toBe(expected);
        const [first, ...rest] = orders;
        expect(await print([{ ...first, quantity: 101 }, ...rest])).not.toBe(expected);
        expect(await print([...orders, first!])).not.toBe(expected);
        expect(expected).toBe(
          fingerprintOfExport(await ndjsonOf(tableOf('publicOrder', JSON.stringify(orders)))),
        );
      }),
      { numRuns: propertyRuns(10, 800) },
    );
  });

  it('distinguishes numbers as they were sent, and a null from a missing record', async () => {
    const print = (value: string) =>
      fingerprintOf(tableOf('publicOrder', `[{"id":"1","price":${value}}]`), unwatched);
    const prints = await Promise.all(
      ['12.1', '12.10', '9007199254740993', '9007199254740992', 'null'].map(print),
    );
    expect(new Set(prints).size).toBe(5);
  });

  it('of many more rows than are sorted at once is the same', async () => {
    const orders = Array.from({ length: 60_000 }, (_, at) => ({
      id: `order-${(at * 7919) % 60_000}`,
      price: (at * 31) % 977,
      side: at % 2 === 0 ? 'BUY' : 'SELL',
    }));
    const table = tableOf('publicOrder', JSON.stringify(orders));
    const ndjson = await ndjsonOf(table);
    expect(ndjson.length).toBeGreaterThan(3 * (4 << 20));
    expect(await fingerprintOf(table, unwatched)).toBe(fingerprintOfExport(ndjson));
  });

  it('of no rows is the hash of nothing, which a response without a body has as well', async () => {
    const nothing = createHash('sha256').digest('hex');
    expect(await fingerprintOf(tableOf('publicOrder', '[]'), unwatched)).toBe(`v1:sha256:${nothing}`);
  });

  it('is no longer calculated once no caller waits for the result', async () => {
    const stopped = new AbortController();
    stopped.abort(new Error('Nobody waits.'));
    await expect(fingerprintOf(tableOf('publicOrder', '[{}]'), stopped.signal)).rejects.toThrow(
      'Nobody waits.',
    );
  });
});
