import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import { readBody, rowsOf, series, value } from '../readBody';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter } from '../../anyText';

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
    'shows the number %s with the digits that the service sent',
    (text) => {
      const { table } = readBody(`[${series(value('2026-03-28T23:00:00Z', text))}]`);
      expect(table.column('value')?.text(0)).toBe(text);
    },
  );

  it('keeps a series without values as one row with empty time and value', () => {
    const { table } = readBody(`[${series('')}]`);
    expect(rowsOf(table)).toMatchObject([{ startTime: null, value: null, type: 'price' }]);
  });

  it('keeps unknown fields as additional columns in order of first appearance', () => {
    const { table } = readBody('[{"id":"1","venue":7},{"id":"2","note":"x","venue":8}]', 'publicOrder');
    expect(table.columns.slice(-2).map(({ key, type }) => [key, type])).toEqual([
      ['venue', 'number'],
      ['note', 'text'],
    ]);
  });

  it('reads fields named like built-in properties of objects', () => {
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

  it('keeps the digits of numbers within values that are joined', () => {
    const attributes =
      '[{"name":"unit","value":{"a":1.0}},{"name":"unit","value":[1e3]},{"name":"unit","value":7}]';
    const { table } = readBody(`[{"attributes":${attributes},"values":[{"value":1}]}]`);
    expect(rowsOf(table)).toMatchObject([{ 'attribute.unit': '{"a":1.0}, [1e3], 7' }]);
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

const anyRecord = fc.record(
  {
    id: fc.oneof(fc.string({ unit: anyCharacter }), fc.constant(null), fc.integer()),
    price: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
    quantity: fc.maxSafeInteger(),
    side: fc.constantFrom('BUY', 'SELL', '{"', '}],[{'),
    deliveryStart: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    further: fc.jsonValue(),
  },
  { requiredKeys: ['id'] },
);

describe('properties', () => {
  it('the table is the same however the body is cut into chunks', () => {
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

  it('reading never throws for any bytes, and reports "complete" only if JSON.parse agrees', () => {
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
      { numRuns: propertyRuns(100, 8000) },
    );
  });

  it("an interrupted body never gives a row that it doesn't contain", () => {
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

describe('bodies that once broke the reader', () => {
  const points = (count: number) =>
    Array.from({ length: count }, () => value('2026-03-28T23:00:00Z', '1')).join(',');

  it('too many attributes are reported however the body is cut', () => {
    const attributes = Array.from({ length: 400 }, (_, place) => `{"name":"n${place}","value":"v"}`);
    const body = `[{"type":"a","attributes":[${attributes.join(',')}],"values":[${points(3)}]},{"type":"b","values":[${points(2)}]}]`;
    for (const cuts of [[], [10, 20], [9000]]) {
      const { verdict } = readBody(body, 'timeSeries', cuts);
      expect(verdict.kind === 'broken' && verdict.message).toMatch(/256 undocumented fields/);
    }
  });

  it("a body that ends within a boolean at the end of the buffer doesn't throw", () => {
    const record = '{"areaFrom":"A","areaTo":"B","border":true,"internal":false}';
    const reader = new BodyReader('hubToHubCapacity', 1e9);
    reader.push(Buffer.from(`[${record},${record},`));
    const many = Array.from({ length: 6000 }, () => record).join(',');
    reader.push(Buffer.from(`${many},${record.slice(0, -2)}`));
    reader.push(Buffer.from('e}]'));
    expect(reader.end(true)).toEqual({ kind: 'records' });
    expect(reader.table.rows).toBe(6003);
  });

  it("values of an inner object aren't mistaken for those of the record", () => {
    const body = `[${series(points(2))},{"type":"a","meta":{"values":[${points(50)}]},"unit":"u","values":[${points(3)}]},${series(points(4))}]`;
    for (const cuts of [[], [2000], [100, 300, 900]]) {
      const { verdict, table } = readBody(body, 'timeSeries', cuts);
      expect(verdict).toEqual({ kind: 'records' });
      expect(table.rows).toBe(9);
    }
  });

  it('a record without values is kept if the next one is interrupted, wherever the chunks are cut', () => {
    const whole = `[${series(points(2))},{"type":"A","unit":"x"},${series(points(200))}]`;
    const body = whole.slice(0, -300);
    const rows = new Set(
      [[], [180], [330], [1000]].map((cuts) => readBody(body, 'timeSeries', cuts).table.rows),
    );
    expect(rows.size).toBe(1);
    expect([...rows][0]).toBeGreaterThan(150);
  });

  it.each(['"\\u0000"', '+012026-03', '-000001-01', '2026/03/29'])(
    'an invalid day written %s is kept as text, whatever record precedes it',
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
