import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsHash } from '#src/results/thread/rowsHash';
import { fingerprintOf } from '#src/results/thread/rowsFingerprint';
import { paced } from '#src/table/columns/slices';
import type { Table } from '#src/table/columns/table';
import { readBody } from '../../table/readBody';
import { propertyRuns } from '../../propertyRuns';

const tableOf = (records: readonly string[]): Table =>
  readBody(`[${records.join(',')}]`, 'publicOrder').table;

const hashOf = (...bodies: readonly (readonly string[])[]) =>
  paced(rowsHash(bodies.map((records) => ({ table: tableOf(records), rows: undefined }))));

/** JSON as services spell it, also where a column expects something else. */
const spelled = fc.oneof(
  fc.constantFrom('null', '0', '-0', '1', '1.0', '1.00', '1e0', '12.10', '12.1', '9007199254740993'),
  fc.constantFrom(
    '""',
    '"1"',
    '"\\ud800"',
    '"\\ud801"',
    '"\\ufffd"',
    'true',
    'false',
    '[1]',
    '{"a":1}',
    '"[1]"',
  ),
  fc.integer().map(String),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => JSON.stringify(text)),
);
const time = fc.constantFrom(
  '"2026-03-28T10:00:00Z"',
  '"2026-03-28T10:00:00.0001Z"',
  '"2026-03-28T11:00:00+01:00"',
  '"soon"',
);
const record = fc
  .record({
    id: spelled,
    price: spelled,
    quantity: spelled,
    updatedTime: time,
    sent: spelled,
    more: spelled,
  })
  .map(
    (members) =>
      `{${Object.entries(members)
        .map(([key, value]) => `"${key}":${value}`)
        .join(',')}}`,
  );

describe('the hash of the rows of a day', () => {
  it('is the same for the same rows, in whatever order, responses, and columns they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), fc.nat(), async (records, seed) => {
        const expected = await hashOf(records);
        const moved = records.map((_, at) => records[(at + seed) % records.length] ?? '').reverse();
        expect(await hashOf(moved)).toBe(expected);
        const cut = seed % records.length;
        expect(await hashOf(records.slice(cut), records.slice(0, cut))).toBe(expected);
        // Whatever came first decides what type the column of an undocumented field has.
        const other = '{"id":"0","sent":true,"more":1}';
        expect(await hashOf([...records, other])).toBe(await hashOf([other, ...records]));
      }),
      { numRuns: propertyRuns(60, 3000) },
    );
  });

  it('differs exactly if the rows differ as exports have them', async () => {
    const unwatched = new AbortController().signal;
    // With it, both have the same columns in the same order, and lines differ only if values do.
    const all = ['id', 'price', 'quantity', 'updatedTime', 'sent', 'more'];
    const first = `{${all.map((key) => `"${key}":"x"`).join(',')}}`;
    await fc.assert(
      fc.asyncProperty(record, record, async (one, other) => {
        const prints = [one, other].map((each) => fingerprintOf(tableOf([first, each]), unwatched));
        const [left, right] = await Promise.all(prints);
        const hashes = await Promise.all([hashOf([first, one]), hashOf([first, other])]);
        expect(hashes[0] === hashes[1]).toBe(left === right);
      }),
      { numRuns: propertyRuns(200, 10_000) },
    );
  });

  it('counts rows that are there twice, and those without any value', async () => {
    const [one, other] = ['{"id":"1","price":1}', '{"id":"2","price":2}'];
    const lists = [
      [one],
      [one, one],
      [one, one, one],
      [one, other],
      [one, other, other],
      [one, '{"id":null}'],
      [one, '{"id":null}', '{"id":null}'],
    ];
    const hashes = await Promise.all(lists.map((records) => hashOf(records)));
    expect(new Set(hashes).size).toBe(lists.length);
    expect(new Set(hashes)).not.toContain(await hashOf([]));
  });

  it('differs if two rows exchange a value', async () => {
    const rows = (prices: readonly number[]) => prices.map((price, at) => `{"id":"${at}","price":${price}}`);
    expect(await hashOf(rows([1, 2]))).not.toBe(await hashOf(rows([2, 1])));
    expect(await hashOf(rows([-1, 1]))).not.toBe(await hashOf(rows([1, -1])));
  });

  it('of many rows has no two that are the same', async () => {
    const hashes = new Set<string>();
    for (let at = 0; at < 3000; at += 1) hashes.add(await hashOf([`{"id":"${at % 50}","quantity":${at}}`]));
    expect(hashes.size).toBe(3000);
  });
});
