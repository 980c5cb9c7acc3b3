import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseTree, type Node } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { recordShapes, type RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import { elementEnds } from '#src/table/body/elementScanner';
import { parseExactly } from '#src/table/columns/numberText';
import type { Table } from '#src/table/columns/table';
import { trapTexts } from '../../traps/trapFiles';
import { bodyPart, partExtent } from '#src/table/json/bodyPart';
import { propertyRuns } from '../../propertyRuns';
import { spoolOf } from '../jsonBodies';

const kinds = Object.keys(recordShapes) as RecordKind[];

interface Read extends Pick<BodyReader, 'table' | 'runs'> {
  readonly body: Buffer;
  readonly kind: RecordKind;
  readonly isWhole: boolean;
}

/** The body as it is read in chunks of this many bytes. */
function read(text: string | Buffer, kind: RecordKind, chunk = 1 << 20): Read {
  const body = Buffer.from(text as string);
  const reader = new BodyReader(kind, 1e9);
  for (let at = 0; at < body.length; at += chunk) reader.push(body.subarray(at, at + chunk));
  const isWhole = reader.end(true).kind !== 'broken';
  return { body, kind, isWhole, table: reader.table, runs: reader.runs };
}

async function partOf(whole: Read, rows?: readonly number[]): Promise<Buffer> {
  return (await partAndExtentOf(whole, rows)).part;
}

async function partAndExtentOf({ body, kind, table, runs }: Read, rows?: readonly number[]) {
  const pieces: Buffer[] = [];
  const chosen = rows && Uint32Array.from(rows);
  const whole = { spool: spoolOf(body), runs, record: kind };
  const extent = await bodyPart(whole, table, chosen, (bytes) => {
    pieces.push(Buffer.from(bytes)); // a copy: the memory is used again
    return Promise.resolve();
  });
  // What the export dialog says beforehand.
  expect(await partExtent(whole, table, chosen)).toEqual(extent);
  return { part: Buffer.concat(pieces), extent };
}

/**
 * The cells of a row that aren't null: exact texts and, unless their type comes from the first row, values.
 */
const cellsOf = (table: Table, row: number) =>
  Object.fromEntries(
    table.columns.flatMap((column) => {
      const text = column.text(row);
      const value = table.fixed.includes(column) ? column.cell(row) : null;
      return text === null ? [] : [[column.key, [text, value]]];
    }),
  );

/** Whether the part came about by leaving out bytes only. */
function isLeftOf(body: Buffer, part: Buffer): boolean {
  let at = 0;
  for (const byte of part) {
    at = body.indexOf(byte, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * The parsed part: what is expected, without any offsets. `isChosen` is called for each row in the table's
 * order.
 */
function expectedPart(body: unknown, kind: RecordKind, isChosen: () => boolean): unknown {
  /** The elements that are kept, and how many there are. */
  const chosenOf = (elements: unknown) => listOf(elements).filter(() => isChosen());
  const kept = (record: Json): [part: Json, rows: number] => {
    if (kind === 'timeSeries') {
      if (listOf(record.values).length === 0) return [record, isChosen() ? 1 : 0];
      const values = chosenOf(record.values);
      return [{ ...record, values }, values.length];
    }
    if (kind !== 'priceCurve') return [record, isChosen() ? 1 : 0];
    if (!Array.isArray(record.values)) return [record, 0];
    const values = listOf(record.values).flatMap((period) => {
      if (!isObject(period)) return [];
      const sell = chosenOf(period.sellCurves);
      const buy = chosenOf(period.buyCurves);
      const sides = {
        ...(Array.isArray(period.sellCurves) ? { sellCurves: sell } : {}),
        ...(Array.isArray(period.buyCurves) ? { buyCurves: buy } : {}),
      };
      return sell.length + buy.length > 0 ? [{ ...period, ...sides }] : [];
    });
    return [{ ...record, values }, values.length];
  };
  if (!Array.isArray(body)) return kept(body as Json)[0];
  return body.flatMap((record: Json) => {
    const [part, rows] = kept(record);
    return rows > 0 ? [part] : [];
  });
}

/** The value of a text, in which lists of the same name are read one after the other. */
function joined(node: Node): unknown {
  if (node.type === 'array') return node.children?.map(joined);
  if (node.type !== 'object') return node.value;
  const object: Json = {};
  for (const { children: [key, member] = [] } of node.children ?? []) {
    const value = member && joined(member);
    const name = String(key?.value);
    const before = object[name];
    object[name] =
      Array.isArray(value) && Array.isArray(before) ? [...listOf(before), ...listOf(value)] : value;
  }
  return object;
}

const parsed = (bytes: Buffer): unknown => joined(parseTree(bytes.toString().replace(/^\ufeff/, ''))!);

/** Checks the part with the rows at which `chosen` is true; a row is chosen by its place in the table. */
async function check(whole: Read, chosen: (row: number) => boolean): Promise<void> {
  const { body, kind, table } = whole;
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(chosen);
  const { part, extent } = await partAndExtentOf(whole, [...rows].reverse());
  let row = 0;
  const expected = expectedPart(parsed(body), kind, () => chosen(row++));
  if (rows.length === table.rows) expect(part.equals(body)).toBe(true);
  else expect(parsed(part)).toEqual(expected);
  expect(row).toBe(table.rows);
  expect(isLeftOf(body, part)).toBe(true);
  const again = read(part, kind);
  expect(again.isWhole).toBe(true);
  expect(extent).toEqual({ records: again.table.records, rows: again.table.rows });
  expect(Array.from({ length: again.table.rows }, (_, at) => cellsOf(again.table, at))).toEqual(
    rows.map((at) => cellsOf(table, at)),
  );
}

const strings = /("(?:[^"\\]|\\.)*")|\s+|([[\]{},:])/g;
/** The same JSON with other white space between its tokens. */
const respaced = (text: string, gap: string) =>
  text.replace(strings, (_, string?: string, mark?: string) => string ?? (mark ? gap + mark + gap : ''));
const spacings = ['', ' ', '\n\t', '\r\n   '];

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const files = [
  ...readdirSync(fixtures)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(join(fixtures, name), 'utf8')] as const),
  ...trapTexts,
];

const readableAs = (text: string) =>
  kinds.filter((kind) => {
    const { isWhole, table } = read(text, kind);
    return isWhole && table.rows > 0;
  });

describe('chosen rows of a response are a response with exactly their cells', () => {
  const withRows = files.filter(([, text]) => readableAs(text).length > 0);

  it.each(withRows)('%s, however it is spaced', async (_, text) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...readableAs(text)),
        fc.constantFrom(null, ...spacings),
        fc.constantFrom('', '\ufeff'),
        fc.integer({ min: 1, max: 5000 }),
        fc.func(fc.boolean()),
        async (kind, gap, mark, chunk, chosen) => {
          const body = mark + (gap === null ? text : respaced(text, gap));
          await check(read(body, kind, chunk), (row) => chosen(row));
        },
      ),
      { numRuns: propertyRuns(5, 300) },
    );
  });

  it('except that the two traps about responses without data have none', () => {
    const names = files.filter((file) => !withRows.includes(file)).map(([name]) => name);
    expect(names).toEqual(['10-no-data', '26-rounded-requests']);
  });

  const scalar = fc.constantFrom('1', '12.10', '9007199254740993', '"a]}\\"["', 'null', '"\\u00e5"', '1e3');
  const element = fc.oneof(
    { weight: 4, arbitrary: scalar.map((value) => `{"value":${value},"price":${value}}`) },
    { weight: 1, arbitrary: fc.constantFrom('{}', '[1,2]', 'null', '7', '{"quality":{"a":[1]}}') },
  );
  const gap = fc.constantFrom('', '', ' ', '\n  ');
  const spaced = (items: fc.Arbitrary<string>, open: string, close: string, most = 5) =>
    fc
      .tuple(fc.array(fc.tuple(gap, items, gap), { maxLength: most }), gap)
      .map(([all, empty]) => open + (all.map((parts) => parts.join('')).join(',') || empty) + close);
  const arrayOf = (items: fc.Arbitrary<string>) => spaced(items, '[', ']');
  /** An object in which a name can come twice, be written with an escape, or not have an array. */
  const objectWith = (names: readonly string[], array: fc.Arbitrary<string>, first = '') => {
    const spellings = names.flatMap((name) => [name, name.replace('s', '\\u0073')]);
    const name = fc.constantFrom(...spellings, 'other', 'zone');
    const value = fc.oneof(
      { weight: 6, arbitrary: array },
      { weight: 1, arbitrary: fc.constantFrom('null', '{"values":[1]}', '"[]"') },
    );
    const member = fc
      .tuple(name, gap, gap, value)
      .map(([key, before, after, text]) => `"${key}"${before}:${after}${text}`);
    return spaced(member, `{${first}`, '}').map((text) => text.replace(/^(\{"type":"x"),?\s*\}$/, '$1}'));
  };
  const known = '"type":"x",';
  const series = arrayOf(objectWith(['values'], arrayOf(element), known)).filter(isJson);
  const period = fc.oneof(
    { weight: 5, arbitrary: objectWith(['sellCurves', 'buyCurves'], arrayOf(element)) },
    { weight: 1, arbitrary: fc.constantFrom('null', '[]', '"x"') },
  );
  const curve = objectWith(['values'], arrayOf(period), known).filter(isJson);

  it.each<[RecordKind, fc.Arbitrary<string>]>([
    ['timeSeries', series],
    ['priceCurve', curve],
  ])('%s with names that come twice, are escaped, or have no array', async (kind, bodies) => {
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.integer({ min: 1, max: 100 }),
        fc.func(fc.boolean()),
        async (body, chunk, chosen) => {
          const whole = read(body, kind, chunk);
          fc.pre(whole.isWhole && whole.table.records > 0);
          await check(whole, (row) => chosen(row));
        },
      ),
      { numRuns: propertyRuns(100, 8000) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const chosenOf = (text: string, kind: RecordKind, rows?: readonly number[]) =>
  partOf(read(text, kind), rows).then(String);

describe('the part of a body', () => {
  it('keeps the white space around and within records', async () => {
    const body = '\n[\n  {"id" : "a"} ,\n  {"id":"b", "price":12.10 },\n  {"id":"c"}\n]\n';
    expect(await chosenOf(body, 'publicOrder', [2, 1])).toBe(
      '\n[\n  {"id":"b", "price":12.10 },\n  {"id":"c"}\n]\n',
    );
    expect(await chosenOf(body, 'publicOrder', [0])).toBe('\n[\n  {"id" : "a"}\n]\n');
    expect(await chosenOf(body, 'publicOrder', [])).toBe('\n[\n]\n');
    expect(await chosenOf(body, 'publicOrder')).toBe(body);
  });

  it('keeps the attributes of a series, and the positions of repeated and odd values', async () => {
    const [head, tail] = [
      '{"type":"x","attributes":[{"name":"area","value":"NO1"}],"values":',
      ',"more":1.50}',
    ];
    const body = `[${head}[{"value":1},{"value":1},null,{"value":1}]${tail},${head}[]${tail}]`;
    expect(await chosenOf(body, 'timeSeries', [3, 2])).toBe(`[${head}[null,{"value":1}]${tail}]`);
    expect(await chosenOf(body, 'timeSeries', [4])).toBe(`[${head}[]${tail}]`);
  });

  it('keeps a curve without points if no row is chosen, because the response is one object', async () => {
    const body =
      '{"type":"x", "values":[ {"buyCurves":[{"price":1},{"price":2}],"sellCurves":[{"price":3}]} ]}';
    expect(await chosenOf(body, 'priceCurve', [])).toBe('{"type":"x", "values":[ ]}');
    expect(await chosenOf(body, 'priceCurve', [0, 2])).toBe(
      '{"type":"x", "values":[ {"buyCurves":[{"price":2}],"sellCurves":[{"price":3}]} ]}',
    );
  });

  it('has none of the values of a list that another value replaces', async () => {
    const record = '{"type":"x","values":[{"value":8}],"values":null,"values":[{"value":1},{"value":2}]}';
    expect(await chosenOf(`[${record}]`, 'timeSeries', [1])).toBe(
      '[{"type":"x","values":[],"values":null,"values":[{"value":2}]}]',
    );
  });

  it('is passed on in pieces of at most a megabyte, even for a single large record', async () => {
    const text = 'ø'.repeat(1_500_000);
    const body = JSON.stringify([{ id: 'a' }, { id: 'b', state: text }, { id: 'c' }]);
    const { table, runs } = read(body, 'publicOrder', 1 << 18);
    const sizes: number[] = [];
    const parts: Buffer[] = [];
    const whole = { spool: spoolOf(body), runs, record: 'publicOrder' } as const;
    await bodyPart(whole, table, Uint32Array.of(1, 2), (bytes) => {
      sizes.push(bytes.length);
      parts.push(Buffer.from(bytes));
      return Promise.resolve();
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1 << 20);
    expect(Buffer.concat(parts).toString()).toBe(JSON.stringify([{ id: 'b', state: text }, { id: 'c' }]));
  });

  it('is read from near the chosen records only', async () => {
    const orders = Array.from({ length: 50_000 }, (_, id) => ({ id: `order ${id}`, price: id }));
    const whole = read(JSON.stringify(orders), 'publicOrder', 1 << 16);
    const spool = spoolOf(whole.body);
    let bytes = 0;
    const counting = {
      length: spool.length,
      read: (from: number, to: number) => {
        bytes += to - from;
        return spool.read(from, to);
      },
    };
    const rows = Uint32Array.of(10, 25_000, 49_999);
    const parts: Buffer[] = [];
    const body = { spool: counting, runs: whole.runs, record: whole.kind };
    await bodyPart(body, whole.table, rows, (piece) => Promise.resolve(void parts.push(Buffer.from(piece))));
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual([...rows].map((row) => orders[row]));
    expect(bytes).toBeLessThan(whole.body.length / 3);
  });

  it('of an interrupted response contains the chosen records that are whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files.filter(([, text]) => text.trimStart().startsWith('['))),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.func(fc.boolean()),
        async ([, text], share, chosen) => {
          for (const kind of readableAs(text)) {
            const bytes = Buffer.from(text);
            const cut = bytes.subarray(0, Math.floor((bytes.length - 1) * share));
            const whole = read(cut, kind, 1000);
            if (whole.isWhole || whole.table.records === 0) continue; // only white space is missing, or everything
            const open = cut.indexOf('[');
            const ends = elementEnds(cut.subarray(open + 1));
            const inner = cut.subarray(open + 1);
            const last = inner.subarray((ends.at(-1) ?? -1) + 1).toString();
            const count = ends.length + (isJson(last) ? 1 : 0);
            const records = (parseExactly(text) as unknown[]).slice(0, count);
            const rows = Array.from({ length: whole.table.rows }, (_, row) => row).filter((row) =>
              chosen(row),
            );
            let row = 0;
            const expected = expectedPart(records, kind, () => chosen(row++));
            const { part, extent } = await partAndExtentOf(whole, rows);
            expect(parseExactly(part.toString())).toEqual(expected);
            // What a provenance says must be what the file has, without the record that was interrupted.
            const again = read(part, kind).table;
            expect(extent).toEqual({ records: again.records, rows: again.rows });
          }
        },
      ),
      { numRuns: propertyRuns(50, 4000) },
    );
  });

  it('is rejected with a reason if there is none', async () => {
    const none = 'The response contains no records to choose from.';
    await expect(chosenOf('"No data."', 'timeSeries')).rejects.toThrow(none);
    await expect(chosenOf('[]', 'timeSeries')).rejects.toThrow(none);
    await expect(chosenOf('<html>', 'timeSeries')).rejects.toThrow(none);
    await expect(chosenOf('[{"id', 'publicOrder')).rejects.toThrow(none);
    const curve = '{"type":"x","values":[{"sellCurves":[{"price":1},{"price":2}';
    expect(read(curve, 'priceCurve').table.rows).toBe(2);
    const alone = 'interrupted in the middle of its only record';
    await expect(chosenOf(curve, 'priceCurve')).rejects.toThrow(alone);
    const { body, ...broken } = read(curve, 'priceCurve');
    const extent = partExtent(
      { ...broken, spool: spoolOf(body), record: 'priceCurve' },
      broken.table,
      undefined,
    );
    await expect(extent).rejects.toThrow(alone);
  });
});
