import { describe, expect, it, vi } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';

const keys = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);
const members = (count: number) =>
  keys(count)
    .map((key) => `"${key}":1`)
    .join();
const series = '"resolution":"PT15M","unit":"EUR/MWh"';
const value = '"startTime":"2026-03-28T23:00:00Z","endTime":"2026-03-28T23:15:00Z","value":1';

/** Reads what `read` reads, and tells how long the longest JSON is that it parsed. */
async function longestParsed(read: () => Promise<void> | void): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await read();
    return Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  } finally {
    parse.mockRestore();
  }
}

/** Far less than the columns would need. */
const fewBytes = 2 ** 20;

describe.each([300_000, 1_000_000])('a response with %i columns', (count) => {
  const attributes = () =>
    keys(count)
      .map((name) => `{"name":"${name}","value":1}`)
      .join();
  it.each<[string, RecordKind, () => string]>([
    ['of a record', 'timeSeries', () => `{${series},"values":[{${value}}],${members(count)}}`],
    ['of a value', 'timeSeries', () => `{${series},"values":[{${value}},{${value},${members(count)}}]}`],
    ['of attributes', 'timeSeries', () => `{${series},"attributes" : [${attributes()}],"values":[]}`],
    ['of an order', 'publicOrder', () => `{"id":"1","price":1,${members(count)}}`],
  ])('%s keeps what came before, and parses none of them', async (_, kind, wide) => {
    const before = kind === 'publicOrder' ? '{"id":"0","price":1}' : `{${series},"values":[{${value}}]}`;
    const body = Buffer.from(`[${before},${before},${wide()},${before}]`);
    const reader = new BodyReader(kind, 1e9);
    const parsed = await longestParsed(() => {
      for (let from = 0; from < body.length; from += 65_536) reader.push(body.subarray(from, from + 65_536));
    });
    expect(reader.end(true)).toEqual({
      kind: 'broken',
      message: 'A record has more than 10,000 fields or attributes.',
    });
    expect(parsed).toBeLessThan(fewBytes);
    expect(reader.table.records).toBe(2);
    expect(reader.table.bytes()).toBeLessThan(fewBytes);
  });

  it('of a curve is rejected before it is parsed', async () => {
    const reader = new BodyReader('priceCurve', 1e9);
    const parsed = await longestParsed(() => reader.push(Buffer.from(`{"values":[],${members(count)}}`)));
    expect(reader.end(true)).toMatchObject({ kind: 'broken' });
    expect(parsed).toBeLessThan(fewBytes);
  });
});

it('257 undocumented fields are still told as such, and an undocumented field may have thousands', () => {
  const reader = new BodyReader('publicOrder', 1e9);
  reader.push(Buffer.from(`[{"id":"0","extra":{${members(9000)}}},{"id":"1",${members(257)}}]`));
  expect(reader.end(true)).toMatchObject({
    kind: 'broken',
    message: 'The records have more than 256 undocumented fields.',
  });
  expect(reader.table.column('extra')?.text(0)).toContain('"c8999":1');
});
