import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '../../../src/market/recordKinds';
import { BodyReader, type Verdict } from '../../../src/table/bodyReader';
import type { Table } from '../../../src/table/table';

const readBody = (
  body: string | Uint8Array,
  kind: RecordKind = 'timeSeries',
  cuts: number[] = [],
) => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const reader = new BodyReader(kind, 1e9);
  const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
  places.forEach((from, at) => reader.push(bytes.subarray(from, places[at + 1] ?? bytes.length)));
  return { verdict: reader.end(true), table: reader.table, reader };
};

const rowsOf = (table: Table) =>
  Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map((column) => [column.key, column.text(row)])),
  );

const series = (values: string, more = '') =>
  `{"type":"price","attributes":[{"role":null,"name":"deliveryArea","value":"NO1"}],"values":[${values}]${more}}`;
const value = (start: string, text: string) =>
  `{"startTime":"${start}","endTime":"2026-03-28T23:15:00Z","value":${text}}`;

describe('a body becomes rows', () => {
  it('gives one row per value with the fields and attributes of its series', () => {
    const { verdict, table } = readBody(`[${series(value('2026-03-28T23:00:00Z', '12.10'))}]`);
    expect(verdict).toEqual({ kind: 'records' });
    expect(rowsOf(table)).toMatchObject([
      {
        startTime: '2026-03-28T23:00:00Z',
        value: '12.10',
        type: 'price',
        'attribute.deliveryArea': 'NO1',
      },
    ]);
  });

  it.each(['12.10', '12345678901234567890', '-0', '1e3', '0.1', '-0.30', '1E-7', '5'])(
    'shows the number %s with the digits of the service',
    (text) => {
      const { table } = readBody(`[${series(value('2026-03-28T23:00:00Z', text))}]`);
      expect(table.column('value')?.text(0)).toBe(text);
    },
  );

  it('keeps a series without values as one row with empty time and value', () => {
    const { table } = readBody(`[${series('')}]`);
    expect(rowsOf(table)).toMatchObject([{ startTime: null, value: null, type: 'price' }]);
  });

  it('keeps unknown fields as further columns in order of first appearance', () => {
    const { table } = readBody(
      '[{"id":"1","venue":7},{"id":"2","note":"x","venue":8}]',
      'publicOrder',
    );
    expect(table.columns.slice(-2).map(({ key, type }) => [key, type])).toEqual([
      ['venue', 'number'],
      ['note', 'text'],
    ]);
  });

  it('reads fields named like parts of every object without harm', () => {
    const { table } = readBody(
      '[{"id":"1","__proto__":{"id":"x"},"constructor":1,"toString":"t"},{"id":"2"}]',
      'publicOrder',
    );
    const textsOf = (row: number) =>
      ['id', 'constructor', 'toString'].map((key) => table.column(key)?.text(row) ?? null);
    expect([textsOf(0), textsOf(1)]).toEqual([
      ['1', '1', 't'],
      ['2', null, null],
    ]);
    expect(table.column('__proto__')?.text(0)).toBe('{"id":"x"}');
  });

  it('joins the values of an attribute that repeats within a series, and uses the role without a name', () => {
    const { table } = readBody(
      '[{"type":"x","attributes":[{"name":"a","value":"1"},{"name":"a","value":"2"},{"role":"r","name":null,"value":"3"}],"values":[]}]',
    );
    expect(rowsOf(table)).toMatchObject([{ 'attribute.a': '1, 2', 'attribute.r': '3' }]);
  });

  it('gives one row per curve point', () => {
    const { table, verdict } = readBody(
      '{"subType":"c","values":[{"startTime":"2026-03-28T23:00:00Z","sellCurves":[{"price":-500,"volume":1}],"buyCurves":[{"price":4000,"volume":2},{"price":1,"volume":3}],"minVolume":9}]}',
      'priceCurve',
    );
    expect(verdict.kind).toBe('records');
    expect(rowsOf(table).map((row) => [row.side, row.price, row.minVolume])).toEqual([
      ['sell', '-500', '9'],
      ['buy', '4000', '9'],
      ['buy', '1', '9'],
    ]);
  });
});

describe('what is not the promised data is named', () => {
  const cases: [string, RecordKind, Verdict][] = [
    ['[]', 'timeSeries', { kind: 'noData' }],
    [' [ \n] ', 'publicOrder', { kind: 'noData' }],
    ['[]', 'priceCurve', { kind: 'noData' }],
    ['"nothing here"', 'timeSeries', { kind: 'noData', message: 'nothing here' }],
    ['"nothing"', 'priceCurve', { kind: 'noData', message: 'nothing' }],
  ];
  it.each(cases)('%s of %s', (body, kind, expected) => {
    expect(readBody(body, kind).verdict).toEqual(expected);
  });

  it.each([
    ['', 'timeSeries'],
    ['   ', 'timeSeries'],
    ['null', 'timeSeries'],
    ['42', 'timeSeries'],
    ['<html>', 'timeSeries'],
    ['{"message":"x"}', 'timeSeries'],
    ['{"message":"x"}', 'priceCurve'],
    ['[1,2]', 'publicOrder'],
    ['[{"foo":1}]', 'publicOrder'],
    ['[{"id":"1"},]', 'publicOrder'],
    ['[{"id":"1"}{"id":"2"}]', 'publicOrder'],
    ['[,{"id":"1"}]', 'publicOrder'],
    ['[{"id":"1"}] x', 'publicOrder'],
    ['[{"id":"1"}}', 'publicOrder'],
    ['[{"id":01.20}]', 'publicOrder'],
    [`[${'['.repeat(100)}`, 'publicOrder'],
  ] as [string, RecordKind][])('%s of %s is broken, never complete', (body, kind) => {
    expect(readBody(body, kind).verdict.kind).toBe('broken');
  });

  it('refuses bytes that are no UTF-8', () => {
    const body = Buffer.concat([Buffer.from('[{"id":"'), Buffer.from([0xe6]), Buffer.from('"}]')]);
    expect(readBody(body, 'publicOrder').verdict.kind).toBe('broken');
  });

  it('keeps the records before a broken one, and the values of a series that broke off', () => {
    expect(readBody('[{"id":"1"},{"id":"2"},{"id":tru', 'publicOrder').table.rows).toBe(2);
    expect(readBody('[{"id":"1"},{"id":nope},{"id":"3"}]', 'publicOrder').table.rows).toBe(1);
    const whole = value('2026-03-28T23:00:00Z', '1.50');
    const { table, verdict } = readBody(`[${series(`${whole},${whole}`).slice(0, -20)}`);
    expect(verdict.kind).toBe('broken');
    expect(table.rows).toBe(1);
    expect(table.column('value')?.text(0)).toBe('1.50');
  });

  it('never shows an order in part, whose missing fields would look like nulls', () => {
    expect(readBody('[{"id":"1"},{"id":"2","price":', 'publicOrder').table.rows).toBe(1);
  });
});

const anyRecord = fc.record(
  {
    id: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.integer()),
    price: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
    quantity: fc.maxSafeInteger(),
    side: fc.constantFrom('BUY', 'SELL', '{"', '}],[{'),
    deliveryStart: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    further: fc.jsonValue(),
  },
  { requiredKeys: ['id'] },
);

describe('properties', () => {
  it('gives the same table however the body is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(anyRecord, { minLength: 1 }),
        fc.array(fc.nat(2000)),
        fc.boolean(),
        (records, cuts, spaced) => {
          const body = JSON.stringify(records, null, spaced ? 2 : 0);
          const whole = readBody(body, 'publicOrder');
          const pieces = readBody(body, 'publicOrder', cuts);
          expect(pieces.verdict).toEqual(whole.verdict);
          expect(rowsOf(pieces.table)).toEqual(rowsOf(whole.table));
          expect(whole.table.records).toBe(records.length);
        },
      ),
    );
  });

  it('never throws for any bytes, and says "complete" only where JSON.parse agrees', () => {
    const alphabet = fc.constantFrom(...'[]{},:"\\ \n0123456789.-eEtrufalsn"id"'.split(''));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.array(alphabet).map((text) => Buffer.from(text.join(''))),
        ),
        fc.constantFrom<RecordKind[]>('timeSeries', 'priceCurve', 'publicOrder'),
        (bytes, kind) => {
          const { verdict } = readBody(bytes, kind);
          if (verdict.kind !== 'broken') JSON.parse(Buffer.from(bytes).toString());
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never gives a row that the bytes do not hold, wherever they break off', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 5 }), fc.nat(), (records, cut) => {
        const body = Buffer.from(JSON.stringify(records));
        const whole = rowsOf(readBody(body, 'publicOrder').table);
        const broken = rowsOf(readBody(body.subarray(0, cut % body.length), 'publicOrder').table);
        broken.forEach((row, place) => expect(whole[place]).toMatchObject(row));
      }),
    );
  });
});

describe('a body that would fill the memory', () => {
  const pushUntilRefused = (reader: BodyReader, piece: Buffer, times: number) => {
    for (let count = 0; count < times; count += 1) reader.push(piece);
    return reader.end(false);
  };

  it.each(['<html>', '12', 'null', 'x'])('is left at once where it begins with %s', (beginning) => {
    const reader = new BodyReader('publicOrder', 1e9);
    reader.push(Buffer.from(beginning));
    // 1 GB of it would be held if it were kept.
    expect(pushUntilRefused(reader, Buffer.alloc(1024 * 1024, 'a'), 1024)).toMatchObject({ kind: 'broken' }); // prettier-ignore
  });

  it('is left where one string goes on for longer than any sentence', () => {
    const reader = new BodyReader('publicOrder', 1e9);
    reader.push(Buffer.from('"'));
    expect(pushUntilRefused(reader, Buffer.alloc(1024 * 1024, 'a'), 1024)).toMatchObject({ kind: 'broken' }); // prettier-ignore
  });

  it('shows of the service\'s "no data" no more than a person reads', () => {
    const { verdict } = readBody(JSON.stringify('no data '.repeat(1000)));
    expect(verdict).toMatchObject({ kind: 'noData' });
    expect(verdict.kind === 'noData' && verdict.message?.length).toBe(300);
  });

  it('with thousands of fields nobody knows is refused, and so is a table past its limit', () => {
    const fields = Array.from({ length: 1000 }, (_, field) => `"x${field}":${field}`).join(',');
    const { verdict, table } = readBody(`[{"id":"1"},{"id":"2",${fields}}]`, 'publicOrder');
    expect(verdict.kind === 'broken' && verdict.message).toMatch(/256 fields/);
    expect(table.columns.length).toBeLessThan(300);

    const small = new BodyReader('publicOrder', 64 * 1024);
    small.push(Buffer.from('['));
    for (let order = 0; order < 2000; order += 1) {
      small.push(Buffer.from(`{"id":"${order}${'i'.repeat(200)}"},`));
    }
    const refused = small.end(false);
    expect(refused.kind === 'broken' && refused.message).toMatch(/maxResultMegabytes/);
    expect(small.table.rows).toBeLessThan(1000);
  });
});

describe('what a breaker found', () => {
  const points = (count: number) =>
    Array.from({ length: count }, () => value('2026-03-28T23:00:00Z', '1')).join(',');

  it('too many attributes are said however the body is cut', () => {
    const attributes = Array.from(
      { length: 400 },
      (_, place) => `{"name":"n${place}","value":"v"}`,
    );
    const body = `[{"type":"a","attributes":[${attributes.join(',')}],"values":[${points(3)}]},{"type":"b","values":[${points(2)}]}]`;
    for (const cuts of [[], [10, 20], [9000]]) {
      const { verdict } = readBody(body, 'timeSeries', cuts);
      expect(verdict.kind === 'broken' && verdict.message).toMatch(/256 fields/);
    }
  });

  it('a body that ends in the middle of a truth value at the end of the buffer throws nothing', () => {
    const record = '{"areaFrom":"A","areaTo":"B","border":true,"internal":false}';
    const reader = new BodyReader('hubToHubCapacity', 1e9);
    reader.push(Buffer.from(`[${record},${record},`));
    const many = Array.from({ length: 6000 }, () => record).join(',');
    reader.push(Buffer.from(`${many},${record.slice(0, -2)}`));
    reader.push(Buffer.from('e}]'));
    expect(reader.end(true)).toEqual({ kind: 'records' });
    expect(reader.table.rows).toBe(6003);
  });

  it('values of an inner object are not taken for those of the record', () => {
    const body = `[${series(points(2))},{"type":"a","meta":{"values":[${points(50)}]},"unit":"u","values":[${points(3)}]},${series(points(4))}]`;
    for (const cuts of [[], [2000], [100, 300, 900]]) {
      const { verdict, table } = readBody(body, 'timeSeries', cuts);
      expect(verdict).toEqual({ kind: 'records' });
      expect(table.rows).toBe(9);
    }
  });

  it('a record without values is kept where the one behind it breaks off, cut anywhere', () => {
    const whole = `[${series(points(2))},{"type":"A","unit":"x"},${series(points(200))}]`;
    const body = whole.slice(0, -300);
    const rows = new Set([[], [180], [330], [1000]].map((cuts) => readBody(body, 'timeSeries', cuts).table.rows)); // prettier-ignore
    expect(rows.size).toBe(1);
    expect([...rows][0]).toBeGreaterThan(150);
  });

  it.each(['"\\u0000"', '+012026-03', '-000001-01', '2026/03/29'])(
    'a day written %s is kept as text, behind whatever record',
    (day) => {
      const text = `${day.replaceAll('"', '')}T00:00:00Z`;
      const order = (start: string) => `{"id":"1","deliveryStart":"${start}","side":"BUY"}`;
      const good = order('2026-03-29T00:00:00Z');
      const { table } = readBody(`[${good},${good},${order(text)},${good}]`, 'publicOrder');
      const column = table.column('deliveryStart');
      expect(column?.kind === 'numeric' && column.value(2)).toBeNaN();
      expect(column?.text(2)).toBe(JSON.parse(`"${text}"`));
    },
  );
});
