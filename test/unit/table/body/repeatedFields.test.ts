import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { hasRepeatedField, RepeatedFieldReader } from '#src/table/body/repeatedFields';
import { NumberText } from '#src/table/columns/numberText';
import { propertyRuns } from '../../propertyRuns';
import { readBody, rowsOf } from '../readBody';

const numRuns = propertyRuns(150, 5000);
/** Bodies of many records. */
const bodyRuns = propertyRuns(40, 1000);

/** JSON as written, with what it means if lists of the same name are joined. */
interface Written {
  readonly json: string;
  readonly value: unknown;
  readonly isRepeated: boolean;
}

const leaf = fc
  .oneof(
    fc.constantFrom<unknown>(null, true, 0, 21.5, 999),
    fc.constantFrom('', 'NO1', '":', '{"a":1,"a":2}', '\\', 'å:"\\"'),
  )
  .map((value): Written => ({ json: JSON.stringify(value), value, isRepeated: false }));

const fieldName = fc
  .constantFrom('value', 'values', 'a', '__proto__', '1', 'say ":"')
  .chain((name) => fc.boolean().map((isEscaped) => ({ name, json: nameAsWritten(name, isEscaped) })));

/** Services may escape letters that need no escape. */
const nameAsWritten = (name: string, isEscaped: boolean) =>
  isEscaped ? JSON.stringify(name).replace('a', '\\u0061') : JSON.stringify(name);

const space = fc.constantFrom('', '', ' ', '\n\t');

function objectOf(members: readonly { name: string; json: string; value: Written }[], gap: string): Written {
  const fields = new Map<string, unknown>();
  for (const { name, value } of members) {
    const before = fields.get(name);
    const areLists = Array.isArray(before) && Array.isArray(value.value);
    fields.set(name, areLists ? [...(before as unknown[]), ...(value.value as unknown[])] : value.value);
  }
  return {
    json: `{${gap}${members.map(({ json, value }) => `${json}${gap}:${value.json}`).join(`${gap},`)}${gap}}`,
    value: Object.fromEntries(fields),
    isRepeated: fields.size < members.length || members.some(({ value }) => value.isRepeated),
  };
}

const { any } = fc.letrec<{ any: Written; list: Written; object: Written }>((tie) => ({
  any: fc.oneof({ maxDepth: 4, depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.tuple(fc.array(tie('any'), { maxLength: 4 }), space).map(([values, gap]): Written => ({
    json: `[${gap}${values.map(({ json }) => json).join(`${gap},${gap}`)}${gap}]`,
    value: values.map(({ value }) => value),
    isRepeated: values.some(({ isRepeated }) => isRepeated),
  })),
  object: fc
    .tuple(
      fc.array(
        fc.tuple(fieldName, tie('any')).map(([name, value]) => ({ ...name, value })),
        { maxLength: 5 },
      ),
      space,
    )
    .map(([members, gap]) => objectOf(members, gap)),
}));

describe('JSON in which an object has a field twice', () => {
  it('is recognized wherever the object is, whatever texts contain', () => {
    fc.assert(
      fc.property(any, ({ json, isRepeated }) => {
        expect(hasRepeatedField(JSON.parse(json), Buffer.from(json))).toBe(isRepeated);
      }),
      { numRuns },
    );
  });

  it('is read with the last value of a field, or with all its lists one after the other', () => {
    fc.assert(
      fc.property(any, ({ json, value, isRepeated }) => {
        const reader = new RepeatedFieldReader(Buffer.from(json));
        const read = reader.read();
        expect(read).toEqual(value);
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
        expect(reader.repeated !== undefined).toBe(isRepeated);
      }),
      { numRuns },
    );
  });

  it('keeps the digits of its numbers', () => {
    const json = Buffer.from('{"value":1,"value":21.50}');
    expect(new RepeatedFieldReader(json).read()).toEqual({ value: new NumberText('21.50') });
  });
});

const times = '"startTime":"2026-03-09T23:00:00Z","endTime":"2026-03-09T23:15:00Z"';
const point = `{${times},"value":1}`;
const doubled = `{${times},"value":999,"value":21.5}`;
const next = '{"startTime":"2026-03-09T23:15:00Z","endTime":"2026-03-09T23:30:00Z","value":2}';
const area = '"attributes":[{"name":"deliveryArea","value":"NO1"}]';
const seriesWith = (values: string, more = '') => `{"type":"price",${area},"values":[${values}]${more}}`;
const curveWith = (period: string, more = '') =>
  `{"type":"PriceCurve","values":[{${times},"sellCurves":[{"price":1,"volume":2}],${period}}]${more}}`;

const readRecord = (kind: RecordKind, record: string) => {
  const { verdict, table } = readBody(kind === 'priceCurve' ? record : `[${record}]`, kind);
  expect(verdict).toEqual({ kind: 'records' });
  return { rows: rowsOf(table), ...table.repeatedFields };
};

describe('a record with a field twice is counted once', () => {
  it.each<[string, RecordKind, string, string, object[]]>([
    [
      'a capacity',
      'hubToHubCapacity',
      '{"deliveryStart":"2026-03-09T23:00:00Z","inCapacity":5,"inCapacity":6}',
      'inCapacity',
      [{ inCapacity: '6' }],
    ],
    ['a series', 'timeSeries', seriesWith(point, ',"unit":"A","unit":"B"'), 'unit', [{ unit: 'B' }]],
    [
      'an escaped name in a value of a series',
      'timeSeries',
      seriesWith(`${next},{${times},"value":999,"valu\\u0065":21.5}`),
      'value',
      [{ value: '2' }, { value: '21.5' }],
    ],
    [
      'an attribute',
      'timeSeries',
      `{"type":"price","attributes":[{"name":"deliveryArea","value":"SE3","value":"NO1"}],"values":[${point}]}`,
      'value',
      [{ 'attribute.deliveryArea': 'NO1' }],
    ],
    [
      'a series with its attributes in two lists',
      'timeSeries',
      seriesWith(point, ',"attributes":[{"name":"currency","value":"EUR"}]'),
      'attributes',
      [{ 'attribute.deliveryArea': 'NO1', 'attribute.currency': 'EUR' }],
    ],
    [
      'a series with its values in two lists',
      'timeSeries',
      seriesWith(point, `,"values":[${next}]`),
      'values',
      [{ value: '1' }, { value: '2' }],
    ],
    [
      'a series with its values in two lists, the first under an escaped name',
      'timeSeries',
      `{"type":"price","valu\\u0065s":[${point}],"values":[${next}]}`,
      'values',
      [{ value: '1' }, { value: '2' }],
    ],
    [
      'a nested value that isn’t documented',
      'publicOrder',
      '{"id":"1","legs":{"a":1,"a":2}}',
      'a',
      [{ legs: '{"a":2}' }],
    ],
    [
      'a point of a curve',
      'priceCurve',
      curveWith('"buyCurves":[{"price":1,"price":3,"volume":4}]'),
      'price',
      [{ price: '1' }, { price: '3' }],
    ],
    [
      'a side of a curve in two lists',
      'priceCurve',
      curveWith('"sellCurves":[{"price":3,"volume":4}]'),
      'sellCurves',
      [{ price: '1' }, { price: '3' }],
    ],
  ])('%s', (_, kind, record, example, rows) => {
    expect(readRecord(kind, record)).toMatchObject({ records: 1, example, rows });
  });

  it('but not if the same name is in different objects, or in a text', () => {
    const record = seriesWith(`${point},${next}`, ',"note":"{\\"unit\\":1,\\"unit\\":2}"');
    expect(readRecord('timeSeries', record)).toMatchObject({ records: 0, example: '' });
  });

  const order = (at: number, more: string) => `{"id":"${at}","side":"BUY"${more},"price":${at}}`;
  const kinds = {
    publicOrder: (at: number, isRepeated: boolean) =>
      order(at, isRepeated ? ',"price":999,"legs":{"a":1}' : ',"legs":{"a":1}'),
    timeSeries: (at: number, isRepeated: boolean) =>
      seriesWith(Array.from({ length: 1 + (at % 5) }, () => (isRepeated ? doubled : point)).join(',')),
  };

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    'among any others, and all have the values that JSON.parse returns, wherever the chunks are cut: %s',
    (kind) => {
      fc.assert(
        fc.property(
          fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
          fc.array(fc.nat({ max: 6000 }), { maxLength: 6 }),
          (repeated, cuts) => {
            const body = `[${repeated.map((isRepeated, at) => kinds[kind](at, isRepeated)).join(',')}]`;
            const { table } = readBody(body, kind, cuts);
            const once = readBody(JSON.stringify(JSON.parse(body)), kind).table;
            expect(rowsOf(table)).toEqual(rowsOf(once));
            expect(table.repeatedFields.records).toBe(repeated.filter(Boolean).length);
            expect(once.repeatedFields.records).toBe(0);
          },
        ),
        { numRuns: bodyRuns },
      );
    },
  );

  it('also in a body that broke off', () => {
    const { table } = readBody(`[${seriesWith(`${doubled},${next}`).slice(0, -3)}`);
    expect(table.repeatedFields).toEqual({ records: 1, example: 'value' });
  });
});
