import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordShapes, type Field, type RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import { elementEnds } from '#src/table/body/elementScanner';
import { parsedExactly } from '#src/table/columns/numberText';
import { addRecord } from '#src/table/body/recordRows';
import { RepeatedFieldReader } from '#src/table/body/repeatedFields';
import { Table } from '#src/table/columns/table';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter } from '../../anyText';

const numRuns = propertyRuns(40, 3000);

const number = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -5000, max: 5000 })
      .map((value) => value.toFixed(2)),
  },
  { weight: 2, arbitrary: fc.integer().map(String) },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    '0',
    '-0',
    '-0.0',
    '0.10',
    '12.10',
    '1e3',
    '1E-7',
    '1.50e+2',
    '0.0000001',
    '0.00000100',
    '9007199254740993',
    '-123456789012345678901234567890',
    '39093675681.249088',
    '123456789012345',
    '0.123456789012345',
    '1e999',
    '1234567.8901230',
    '0.000001',
  ),
);

const instant = fc
  .integer({ min: Date.UTC(1999, 0, 1), max: Date.UTC(2031, 0, 1) })
  .map((ms) => new Date(ms).toISOString());
const time = fc.oneof(
  { weight: 6, arbitrary: instant },
  { weight: 3, arbitrary: instant.map((text) => text.replace(/\.\d+/, '')) },
  instant.map((text) => text.replace('Z', '+02:00')),
  instant.map((text) => text.replace('Z', '1234567Z')),
  fc.constantFrom('', '2026-02-30T00:00:00Z', '2026-03-29T24:00:00Z', '2026-03-29', '2026-03-29T00:00:60Z'),
  fc.constantFrom('2026-03-29T00:00:00', '2026-3-29T00:00:00.000Z', '2026-03-29T00:00:00.0a0Z'),
);

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('NO1', 'SE3', 'EUR/MWh', 'BUY', 'Østlandet', '') },
  { weight: 3, arbitrary: fc.uuid() },
  // Alike except for one byte, at every position where an eight-byte word can end.
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat({ max: 33 }), fc.constantFrom('a', 'b', 'å'))
      .map(([before, last]) => `${'10YNO-1--------'.padEnd(before, '-').slice(0, before)}${last}`),
  },
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom('\ud800', 'a"b', 'back\\slash', '{"},[', 'tab\t', '\u0000'),
);
/** A JSON string as one of several services may write it. */
const jsonString = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.boolean()).map(([plain, escaped]) => {
    const json = JSON.stringify(plain);
    return escaped
      ? json.replace(
          /[^\u0020-\u007e]|\//g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : json;
  });

const otherType = fc.constantFrom('true', '[1,{"a":2}]', '{"b":null}', '"12"', '7', '[]');
const byType: Record<Field['type'], fc.Arbitrary<string>> = {
  time: jsonString(time),
  number,
  integer: number,
  text: jsonString(text),
  boolean: fc.constantFrom('true', 'false'),
};
const valueOf = (type: Field['type']) =>
  fc.oneof(
    { weight: 30, arbitrary: byType[type] },
    { weight: 5, arbitrary: fc.constant('null') },
    { weight: 1, arbitrary: otherType },
  );

interface Style {
  afterComma: string;
  afterColon: string;
  atEnd: string;
}
const style = fc.record<Style>({
  afterComma: fc.constantFrom('', '', '\n    ', ' '),
  afterColon: fc.constantFrom('', '', ' '),
  atEnd: fc.constantFrom('', '', '\n  ', ' '),
});

const written = (members: readonly [string, string][], { afterComma, afterColon, atEnd }: Style) =>
  `{${members.map(([name, value]) => `${afterComma}"${name}":${afterColon}${value}`).join(',')}${atEnd}}`;

/** An undocumented field that many of a body's objects have. */
interface FurtherField {
  /** As written between its quotes. */
  readonly name: string;
  readonly type: Field['type'];
  readonly place: number;
  /** The objects that have it, by number. */
  readonly from: number;
  readonly to: number;
}
const furtherField = fc.record<FurtherField>({
  name: fc.oneof(
    fc.constantFrom('quality', 'note', 'version', 'område', 'auction'),
    fc.constantFrom('constructor', '__proto__', 'toString', '10', '', 'unit', 'side', 'price', 'values.unit'),
    fc.constantFrom('qu\\u0061lity', 'say \\"so\\"', 'n\\/a', 'valu\\u0065s', 'x'.repeat(300), 'a\u007fb'),
  ),
  type: fc.constantFrom('text', 'number', 'boolean', 'time'),
  place: fc.nat({ max: 30 }),
  from: fc.constantFrom(0, 0, 0, 1, 5, 20),
  to: fc.constantFrom(2, 10, 99, 99, 99),
});
/** Rarely more than are read directly, but never more than a table takes. */
const furtherFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 12, arbitrary: fc.array(furtherField, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 20, max: 50 })
      .chain((count) =>
        fc.tuple(...Array.from({ length: count }, (_, number) => furtherField.map(numbered(number)))),
      ),
  },
);
const numbered = (number: number) => (field: FurtherField) => ({ ...field, name: `x${number}` });

type Members = [string, string][];
/** The object with those of the further fields that the object of this number has. */
const extended = (
  members: Members,
  values: readonly string[],
  fields: readonly FurtherField[],
  at: number,
) => {
  const all = [...members];
  fields.forEach(({ name, place, from, to }, index) => {
    if (at >= from && at < to) all.splice(place, 0, [name, values[index] ?? 'null']);
  });
  return all;
};
const furtherValues = (fields: readonly FurtherField[]) =>
  fc.tuple(...fields.map(({ type }) => fc.oneof({ weight: 9, arbitrary: valueOf(type) }, valueOf('text'))));

/** An object with the fields in order, mostly; now and then one lacks, is unknown, twice or elsewhere. */
function objectOf(fields: readonly Field[]): fc.Arbitrary<Members> {
  const members = fc.tuple(
    ...fields.map(({ name, type }) => valueOf(type).map((value): [string, string] => [name, value])),
  );
  const odd = fc.record({
    lacking: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, fc.nat({ max: fields.length - 1 })),
    further: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      fc.constantFrom<[string, string]>(
        ['quality', '"good"'],
        [fields[1]?.name ?? '', '"twice"'],
        ['constructor', '1.50'],
        ['nested', '{"a":[1,2]}'],
        ['nested', '[{"b]":"\\\\\\"}","a" : 1.50}]'],
      ),
    ),
    swapped: fc.oneof({ weight: 12, arbitrary: fc.constant(false) }, fc.constant(true)),
  });
  return fc.tuple(members, odd).map(([all, { lacking, further, swapped }]) => {
    const kept: [string, string][] = all.filter((_, place) => place !== lacking);
    if (further) kept.splice(Math.floor(kept.length / 2), 0, further);
    if (swapped) kept.reverse();
    return kept;
  });
}

const seriesHead = recordShapes.timeSeries.columns.slice(3).map((field) => ({
  ...field,
  name: field.name.replace(/^series(\w)/, (_, first: string) => first.toLowerCase()),
}));

/** Records as JSON texts, mostly in one style, as one service writes them. */
const bodies: { [Kind in Exclude<RecordKind, 'priceCurve'>]: fc.Arbitrary<string[]> } = {
  publicOrder: flat('publicOrder'),
  hubToHubCapacity: flat('hubToHubCapacity'),
  timeSeries: fc
    .tuple(style, style, furtherFields, furtherFields)
    .chain(([usual, other, ofSeries, ofValues]) =>
      fc
        .array(
          fc.tuple(
            fc.tuple(objectOf(seriesHead), furtherValues(ofSeries)),
            fc.array(
              fc.tuple(
                objectOf(recordShapes.timeSeries.columns.slice(0, 3)),
                furtherValues(ofValues),
                often(usual, other),
              ),
              { maxLength: 12 },
            ),
            fc.nat({ max: seriesHead.length }),
          ),
          { minLength: 1, maxLength: 6 },
        )
        .map((records) => {
          let number = 0;
          return records.map(([[head, further], values, place], record) => {
            const list = values.map(([value, more, as]) =>
              written(extended(value, more, ofValues, number++), as),
            );
            const members = extended(head, further, ofSeries, record);
            const joined = list.join(`,${usual.afterComma}`);
            members.splice(place, 0, ['values', `[${usual.atEnd}${joined}${usual.atEnd}]`]);
            return written(members, usual);
          });
        }),
    ),
};

function often<T>(usual: T, other: T): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constant(other) },
  );
}

function flat(kind: 'publicOrder' | 'hubToHubCapacity'): fc.Arbitrary<string[]> {
  return fc.tuple(style, style, furtherFields).chain(([usual, other, fields]) =>
    fc
      .array(fc.tuple(objectOf(recordShapes[kind].columns), furtherValues(fields), often(usual, other)), {
        minLength: 1,
        maxLength: 40,
      })
      .map((records) =>
        records.map(([members, further, as], record) =>
          written(extended(members, further, fields, record), as),
        ),
      ),
  );
}

function readInPieces(kind: RecordKind, body: Buffer, cuts: readonly number[]) {
  const reader = new BodyReader(kind, 1e9);
  let from = 0;
  for (const cut of [...cuts, body.length].sort((a, b) => a - b)) {
    reader.push(body.subarray(from, cut));
    from = cut;
  }
  return { table: reader.table, verdict: reader.end(true) };
}

function contentOf(table: Table) {
  return {
    rows: table.rows,
    records: table.records,
    starts: table.recordStarts,
    columns: table.columns.map((column) => ({
      key: column.key,
      type: column.type,
      cells: Array.from({ length: table.rows }, (_, row) => column.cell(row)),
      texts: Array.from({ length: table.rows }, (_, row) => column.text(row)),
    })),
  };
}

/** What every record gives when it's parsed by itself; the lists of a field that it has twice are joined. */
function parsedOneByOne(kind: RecordKind, records: readonly string[]): Table {
  const table = new Table(recordShapes[kind]);
  for (const record of records) {
    addRecord(table, kind, new RepeatedFieldReader(Buffer.from(record)).read());
  }
  return table;
}

describe('records read straight from the bytes', () => {
  it.each(Object.keys(bodies) as (keyof typeof bodies)[])(
    'contain what JSON.parse returns, wherever the chunks are cut: %s',
    (kind) => {
      const cuts = fc.array(fc.nat({ max: 20_000 }), { maxLength: 8 });
      fc.assert(
        fc.property(bodies[kind], cuts, fc.constantFrom('', ' ', '\n  '), (records, some, gap) => {
          const body = Buffer.from(`[${gap}${records.join(`,${gap}`)}${gap}]`);
          const places = some.map((cut) => cut % (body.length + 1));
          const { table, verdict } = readInPieces(kind, body, places);
          expect(verdict).toEqual({ kind: 'records' });
          expect(contentOf(table)).toEqual(contentOf(parsedOneByOne(kind, records)));
        }),
        { numRuns },
      );
    },
  );

  it.each(Object.keys(bodies) as (keyof typeof bodies)[])(
    'never contain more than JSON.parse returns if a byte is damaged: %s',
    (kind) => {
      fc.assert(
        fc.property(bodies[kind], fc.nat(), fc.nat({ max: 255 }), (records, where, byte) => {
          const body = Buffer.from(`[${records.join(',')}]`);
          body[where % body.length] = byte;
          const { table, verdict } = readInPieces(kind, body, [where % 97]);
          const valid = parsedOrNull(body);
          if (verdict.kind === 'records') {
            expect(valid).not.toBeNull();
            const fresh = (valid ?? []).map((record) => JSON.stringify(record));
            expect(table.records).toBe(fresh.length);
          } else if (valid !== null && verdict.kind === 'broken') {
            expect(verdict.message).toMatch(/isn't a valid|single object/);
          }
          // The last record may be one of which only some values arrived.
          const added = elementsOf(body).slice(0, table.records);
          if (added.every((element) => parsedExactly(element) !== undefined)) {
            expect(contentOf(table)).toEqual(contentOf(parsedOneByOne(kind, added)));
          }
        }),
        { numRuns },
      );
    },
  );

  it('keep their texts if equal ones are merged while the body arrives', () => {
    const ids = Array.from({ length: 20_000 }, (_, order) => `4010${(order * 7919) % 15_000}XB`);
    const record = (id: string) => `{"id":"${id}","side":"${id.endsWith('1XB') ? 'BUY' : 'SELL'}"}`;
    const body = Buffer.from(`[${[...ids, ...ids].map(record).join(',')}]`);
    const reader = new BodyReader('publicOrder', 1e9);
    reader.push(body.subarray(0, body.length / 2));
    const column = reader.table.column('id');
    if (column?.kind !== 'text') throw new Error('Ids are texts.');
    expect(column.entries.distinct).toBe(false);
    column.makeDistinct();
    reader.push(body.subarray(body.length / 2));
    expect(reader.end(true)).toEqual({ kind: 'records' });
    const texts = Array.from({ length: ids.length * 2 }, (_, row) => column.text(row));
    expect(texts).toEqual([...ids, ...ids]);
    expect(column.entries.count).toBe(15_001);
  });

  it('keep one code for each of many repeated texts, however rarely they are looked up', () => {
    const contracts = Array.from({ length: 10_000 }, (_, number) => `115${number}`);
    const records = contracts.flatMap((contract) =>
      Array.from({ length: 12 }, () => `{"id":"a","contractId":"${contract}"}`),
    );
    const { table } = readInPieces('publicOrder', Buffer.from(`[${records.join(',')}]`), []);
    const column = table.column('contractId');
    expect(column?.kind === 'text' && column.entries.count).toBe(contracts.length + 1);
  });

  it('leave no trace of a record that turns out to be damaged', () => {
    const [good, damaged] = ['{"id":"a","side":"BUY"}', '{"id":"b","side":"SELL","price":1x}'];
    const body = Buffer.from(`[${good},${good},${damaged},${good}]`);
    const { table, verdict } = readInPieces('publicOrder', body, []);
    expect(verdict).toMatchObject({ kind: 'broken' });
    expect(table.rows).toBe(2);
    const side = table.column('side');
    expect(side?.kind === 'text' && side.texts()).toEqual(['', 'BUY']);
    expect(side?.text(2)).toBeNull();
  });
});

/** The elements of an array, as they are written, even if its last bracket is damaged. */
function elementsOf(body: Buffer): string[] {
  const bytes = body.subarray(1, body.toString('latin1').endsWith(']') ? -1 : body.length);
  const ends = [...elementEnds(bytes), bytes.length];
  return ends.map((end, at) => bytes.toString('utf8', at === 0 ? 0 : (ends[at - 1] as number) + 1, end));
}

function parsedOrNull(body: Buffer): unknown[] | null {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    return Array.isArray(value) ? (value as unknown[]) : null;
  } catch {
    return null;
  }
}

describe('one field that the API description lacks', () => {
  const count = 3000;
  const each = (write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index));
  const order = (index: number, more: string) =>
    `{"id":"${index}XB","side":"BUY"${more},"price":${index}.5,"deliveryStart":"2026-03-28T23:00:00Z"}`;
  const priced = (index: number, more: string) =>
    `{"startTime":"2026-03-28T23:00:00Z"${more},"endTime":"2026-03-28T23:15:00Z","value":${index}.5}`;
  const orders = (more: (index: number) => string) => each((index) => order(index, more(index)));
  const prices = (more: (index: number) => string, head = '"type":"x"') => [
    `{${head},"values":[${each((index) => priced(index, more(index))).join(',')}]}`,
  ];

  afterEach(() => vi.restoreAllMocks());

  /** How often `JSON.parse` was called to read the records; they must be the same as without the fast reader. */
  function parsesOf(kind: RecordKind, records: readonly string[]): number {
    const parse = vi.spyOn(JSON, 'parse');
    const { table, verdict } = readInPieces(kind, Buffer.from(`[${records.join(',')}]`), [2000, 50_000]);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect(verdict).toEqual({ kind: 'records' });
    expect(contentOf(table)).toEqual(contentOf(parsedOneByOne(kind, records)));
    return calls;
  }

  it.each<[string, (index: number) => string]>([
    ['text', (index) => `,"venue":"V${index % 7}"`],
    ['number', (index) => `,"tick":${index}.10`],
    ['boolean', (index) => `,"isBlock":${index % 2 === 0}`],
    ["name that isn't ASCII", (index) => `,"område":"NO${index % 5}"`],
    ['field that is null at first', (index) => `,"venue":${index < 500 ? 'null' : '"V"'}`],
    ['field that only some have', (index) => (index % 3 === 0 ? ',"venue":"V"' : '')],
    ['field that appears late and disappears', (index) => (index > 90 && index < 400 ? ',"venue":"V"' : '')],
    ['text in place of a number', (index) => `,"tick":${index === 0 ? '1' : '"12,50"'}`],
    ['number in place of a text', (index) => `,"venue":${index === 0 ? '"V"' : '7'}`],
  ])('a %s leaves orders and values fast', (_, more) => {
    expect(parsesOf('publicOrder', orders(more))).toBeLessThan(100);
    expect(parsesOf('timeSeries', prices(more))).toBeLessThan(100);
  });

  it('of a record with a nested value, only that value is parsed', () => {
    const more = (index: number) => `,"legs":[{"venue":"V${index % 7}"},${index}.10]`;
    for (const [kind, records] of [
      ['publicOrder', orders(more)],
      ['timeSeries', prices(more)],
    ] as const) {
      const parse = vi.spyOn(JSON, 'parse');
      readInPieces(kind, Buffer.from(`[${records.join(',')}]`), [2000, 50_000]);
      const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
      parse.mockRestore();
      expect(parsed).toBeLessThan(records.join(',').length * 0.7);
      parsesOf(kind, records);
    }
  });

  it('a series stays fast with escapes in its other fields, and with a field after its values', () => {
    expect(
      parsesOf(
        'timeSeries',
        prices(() => '', '"unit":"\\u20ac\\/MWh","auction":"a"'),
      ),
    ).toBeLessThan(100);
    const [record = ''] = prices(() => '');
    const records = [record.replace(/}$/, ',"note":"\\"values\\"","auction":2}'), record];
    expect(parsesOf('timeSeries', records)).toBeLessThan(100);
  });

  it.each([
    ['prices as text', (index: number) => `{"id":"${index}","price":"15.50","border":"yes","side":1}`],
    ['numbers that no double can be', (index: number) => `{"id":"${index}","price":1e400,"side":"BUY"}`],
    ['unreadable times', (index: number) => `{"id":"${index}","deliveryStart":1774738800,"side":true}`],
  ])('%s leave orders fast', (_, write) => {
    expect(parsesOf('publicOrder', each(write))).toBeLessThan(100);
  });

  it('values of a series are joined with those of an escaped field of the same name', () => {
    const values = `[${priced(1, '')},${priced(2, '')}]`;
    const records = [
      `{"type":"x","valu\\u0065s":[],"values":${values}}`,
      `{"type":"x","values":${values},"valu\\u0065s":[]}`,
    ];
    parsesOf('timeSeries', records);
  });

  it('a record that is never added leaves no column and no text behind', () => {
    const good = `{"type":"x","values":[${priced(1, ',"venue":"A"')}]}`;
    const values = `${priced(2, ',"venue":"B","later":1')},${priced(3, ',"venue":"C","later":2')}`;
    const body = Buffer.from(`[${good},{"type":"x","values":[${values}},${good}]`);
    const { table, verdict } = readInPieces('timeSeries', body, [100, 200, 300]);
    expect(verdict.kind).toBe('broken');
    expect(contentOf(table)).toEqual(contentOf(parsedOneByOne('timeSeries', [good])));
    const venue = table.column('venue');
    expect(venue?.kind === 'text' && venue.texts()).toEqual(['', 'A']);
    expect(table.column('later')).toBeUndefined();
  });

  it('is reported if there are more of them than a table takes, wherever in the body', () => {
    const more = (index: number) => `,"x${index}":${index}`;
    for (const [kind, records] of [
      ['publicOrder', orders(more)],
      ['timeSeries', prices(more)],
    ] as const) {
      const { table, verdict } = readInPieces(kind, Buffer.from(`[${records.join(',')}]`), []);
      expect(verdict.kind === 'broken' && verdict.message).toMatch(/256 undocumented fields/);
      expect(table.columns.length).toBeLessThan(300);
    }
  });
});
