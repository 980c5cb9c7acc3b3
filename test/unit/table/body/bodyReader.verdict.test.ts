import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import type { Verdict } from '#src/protocol/workerMessages';
import { readBody, series, value } from '../readBody';

const twice = 'The response is a text that contains JSON.';

describe("a body that isn't the expected data", () => {
  const cases: [string, RecordKind, Verdict][] = [
    ['[]', 'timeSeries', { kind: 'noData' }],
    [' [ \n] ', 'publicOrder', { kind: 'noData' }],
    ['[]', 'priceCurve', { kind: 'noData' }],
    ['"nothing here"', 'timeSeries', { kind: 'noData', message: 'nothing here' }],
    ['"nothing"', 'priceCurve', { kind: 'noData', message: 'nothing' }],
    ['"[closed] {for now}"', 'timeSeries', { kind: 'noData', message: '[closed] {for now}' }],
    ['"42"', 'timeSeries', { kind: 'noData', message: '42' }],
    ['"[]"', 'timeSeries', { kind: 'broken', message: twice, data: '[]' }],
    [' "{\\"id\\": 1}"', 'publicOrder', { kind: 'broken', message: twice, data: '{"id": 1}' }],
    ['"\\n[{\\"a\\": null}]"', 'priceCurve', { kind: 'broken', message: twice, data: '\n[{"a": null}]' }],
  ];
  it.each(cases)('%s as %s is recognized', (body, kind, expected) => {
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
    ['{"id":"1"}', 'publicOrder'],
    ['[[{"id":"1"}]]', 'publicOrder'],
    ['[{"id":"1"},7]', 'publicOrder'],
    ['[{"id":"1"}][{"id":"2"}]', 'publicOrder'],
    ["[{'id':'1'}]", 'publicOrder'],
    ['[{"values":[]}]', 'priceCurve'],
    ['[{"id":"1"},]', 'publicOrder'],
    ['[{"id":"1"}{"id":"2"}]', 'publicOrder'],
    ['[,{"id":"1"}]', 'publicOrder'],
    ['[{"id":"1"}] x', 'publicOrder'],
    ['[{"id":"1"}}', 'publicOrder'],
    ['[{"id":01.20}]', 'publicOrder'],
    [`[${'['.repeat(100)}`, 'publicOrder'],
  ] as [string, RecordKind][])('%s as %s is reported as broken, never as complete', (body, kind) => {
    expect(readBody(body, kind).verdict.kind).toBe('broken');
  });

  it("is rejected if it isn't UTF-8", () => {
    const body = Buffer.concat([Buffer.from('[{"id":"'), Buffer.from([0xe6]), Buffer.from('"}]')]);
    expect(readBody(body, 'publicOrder').verdict.kind).toBe('broken');
  });

  it('keeps the records before a broken one, and the values of an interrupted series', () => {
    expect(readBody('[{"id":"1"},{"id":"2"},{"id":tru', 'publicOrder').table.rows).toBe(2);
    expect(readBody('[{"id":"1"},{"id":nope},{"id":"3"}]', 'publicOrder').table.rows).toBe(1);
    const whole = value('2026-03-28T23:00:00Z', '1.50');
    const { table, verdict } = readBody(`[${series(`${whole},${whole}`).slice(0, -20)}`);
    expect(verdict.kind).toBe('broken');
    expect(table.rows).toBe(1);
    expect(table.column('value')?.text(0)).toBe('1.50');
  });

  it('never shows an incomplete order, whose missing fields would look like nulls', () => {
    expect(readBody('[{"id":"1"},{"id":"2","price":', 'publicOrder').table.rows).toBe(1);
  });
});

describe('an error that is sent as a success', () => {
  const problem = '{"type":"https://example.com/bad","title":"Bad request.","status":400,"traceId":"00-1"}';
  const kinds: readonly RecordKind[] = ['timeSeries', 'priceCurve', 'publicOrder', 'hubToHubCapacity'];
  const errors: readonly [string, string][] = [
    [problem, 'Bad request.'],
    ['{"error":"Not allowed"}', 'Not allowed'],
    ['{"type":"error","message":"Try later"}', 'Try later'],
    [
      '{"id":"e-1","state":"failed","action":"none","category":"input","detail":"No such area"}',
      'No such area',
    ],
    [
      '{"message":"No access","startTime":"2026-03-10T00:00:00Z","endTime":null,"deliveryArea":"NO1"}',
      'No access',
    ],
    ['{"error":{"code":7,"message":"Closed"},"createdTime":"2026-03-10T00:00:00Z"}', 'Closed'],
    ['{"values":null,"resolution":null,"price":null,"border":null,"message":"Out of order"}', 'Out of order'],
  ];
  const cases = kinds.flatMap((kind) => errors.map(([error, words]) => [kind, error, words] as const));

  it.each(cases)('never counts as %s: %s', (kind, error, words) => {
    for (const body of [error, ` [\n${error} ]`, `[${error},${error}]`]) {
      const { verdict, table } = readBody(body, kind, [3, 40]);
      expect(verdict).toMatchObject({ kind: 'broken', words });
      expect(table).toMatchObject({ rows: 0, records: 0 });
    }
  });

  it.each(kinds)('has no words if it says nothing: %s', (kind) => {
    for (const body of [
      '{"type":"about:blank","status":400}',
      '[{"state":"error","code":3}]',
      '{}',
      '[{}]',
    ]) {
      const { verdict, table } = readBody(body, kind);
      expect(verdict.kind).toBe('broken');
      expect(verdict).not.toHaveProperty('words');
      expect(table.rows).toBe(0);
    }
  });

  it.each<[RecordKind, string]>([
    ['timeSeries', series(value('2026-03-28T23:00:00Z', '1.50'))],
    ['publicOrder', '{"id":"1","side":"BUY","message":"made by hand"}'],
    ['hubToHubCapacity', '{"areaFrom":"NO1","inCapacity":5}'],
  ])('among records of %s leaves those before it, and is quoted', (kind, record) => {
    const error = '{"id":"2","message":"Interrupted"}';
    for (const count of [1, 2, 500]) {
      const records = Array.from({ length: count }, () => record);
      const { verdict, table } = readBody(`[${[...records, error, record].join(',')}]`, kind, [50, 5000]);
      expect(verdict).toEqual({
        kind: 'broken',
        message: expect.stringContaining(`Element ${count + 1} isn't a valid`) as string,
        words: 'Interrupted',
      });
      expect(table.records).toBe(count);
    }
  });

  it.each<[RecordKind, string]>([
    ['timeSeries', '[{"values":[]}]'],
    ['timeSeries', '[{"unit":"EUR/MWh","title":"Prices of NO1"}]'],
    ['timeSeries', '[{"startTime":"2026-03-10T00:00:00Z"}]'],
    ['timeSeries', '[{"values":null,"unit":null}]'],
    ['priceCurve', '{"values":[],"message":"preliminary"}'],
    ['publicOrder', '[{"id":"1"}]'],
    ['publicOrder', '[{"price":1.5,"error":"none"}]'],
    ['hubToHubCapacity', '[{"border":false,"detail":"planned"}]'],
  ])('is never seen in a record with few fields: %s %s', (kind, body) => {
    const { verdict, table } = readBody(body, kind);
    expect(verdict).toEqual({ kind: 'records' });
    expect(table.records).toBe(1);
  });

  it('is never seen in a single record without an array', () => {
    const record = series(value('2026-03-28T23:00:00Z', '1.50')).replace('{', '{"title":"Prices",');
    const { verdict } = readBody(record, 'timeSeries');
    expect(verdict).toEqual({
      kind: 'broken',
      message: 'The response is a single object, but an array of records was expected.',
    });
  });

  it("isn't searched for a message if it is longer than any, and the bytes aren't kept", () => {
    const reader = new BodyReader('timeSeries', 1e9);
    reader.push(Buffer.from(`{"message":"${'x'.repeat(70_000)}`));
    for (let chunk = 0; chunk < 100; chunk += 1) reader.push(Buffer.alloc(1024 * 1024, 'a'));
    expect(reader.isHopeless).toBe(true);
    expect(reader.end(true)).not.toHaveProperty('words');
  });

  it('gives no rows and no success, whatever fields it has beside its message', () => {
    const generic = [
      'type',
      'title',
      'status',
      'detail',
      'code',
      'id',
      'state',
      'action',
      'category',
      'name',
    ];
    const members = fc.dictionary(fc.constantFrom(...generic), fc.oneof(fc.string(), fc.integer()));
    fc.assert(
      fc.property(members, fc.constantFrom(...kinds), fc.boolean(), (fields, kind, isListed) => {
        const error = { ...fields, message: 'It failed.' };
        const { verdict, table } = readBody(JSON.stringify(isListed ? [error] : error), kind);
        expect(verdict.kind).toBe('broken');
        expect(table.rows).toBe(0);
      }),
    );
  });
});

describe('a body that is nested too deeply', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const whole = value('2026-03-28T23:00:00Z', '1.50');
  const bodies: Record<string, [RecordKind, (levels: number) => string]> = {
    'before the values of a series': [
      'timeSeries',
      (levels) => `[${series(whole)},{"further":${nested(levels)},"values":[${whole}]},${series(whole)}]`,
    ],
    'after the values of a series': [
      'timeSeries',
      (levels) => `[${series(whole)},{"values":[${whole}],"further":${nested(levels)}}]`,
    ],
    'in an order': [
      'publicOrder',
      (levels) => `[{"id":"1"},{"id":"2","further":${nested(levels)}},{"id":"3"}]`,
    ],
  };

  it.each(Object.entries(bodies))(
    '%s is rejected wherever it is cut, with the same rows',
    (_, [kind, body]) => {
      const deep = body(63);
      const places = Array.from({ length: deep.length }, (_, cut) => cut);
      for (const cuts of [[], ...places.map((cut) => [cut]), places]) {
        const { verdict, table } = readBody(deep, kind, cuts);
        expect(verdict).toEqual({
          kind: 'broken',
          message: 'The response is nested more than 64 levels deep.',
        });
        expect(table.rows).toBe(1);
      }
    },
  );

  it.each(Object.entries(bodies))('%s is read up to the limit, wherever it is cut', (_, [kind, body]) => {
    const deep = body(62);
    const { verdict, table } = readBody(deep, kind);
    expect(verdict.kind).toBe('records');
    for (let cut = 1; cut < deep.length; cut += 1) {
      const again = readBody(deep, kind, [cut]);
      expect([again.verdict.kind, again.table.rows]).toEqual(['records', table.rows]);
    }
  });
});

describe('a value nested as deeply as a response may be', () => {
  const levels = 62;
  const arrays = `${'['.repeat(levels)}12.10${']'.repeat(levels)}`;
  const objects = `${'{"a":'.repeat(levels)}1e3${'}'.repeat(levels)}`;

  it.each([
    ['of text', 'publicOrder', 'contractId'],
    ['of numbers', 'publicOrder', 'price'],
    ['of booleans', 'hubToHubCapacity', 'border'],
    ['that is not documented', 'publicOrder', 'more'],
  ] as const)('is kept with its digits in a column %s', (_, kind, key) => {
    const records = [arrays, objects].map((text) => `{"areaFrom":"NO1","id":"1","${key}":${text}}`);
    const { verdict, table } = readBody(`[${records.join(',')}]`, kind);
    expect(verdict.kind).toBe('records');
    expect([0, 1].map((row) => table.column(key)?.text(row))).toEqual([arrays, objects]);
  });

  it.each(['[', '{"a":'])('is rejected if it goes on for a million levels of %s', (opening) => {
    const { verdict } = readBody(`[{"id":${opening.repeat(1_000_000)}`, 'publicOrder');
    expect(verdict).toEqual({ kind: 'broken', message: 'The response is nested more than 64 levels deep.' });
  });
});

describe('a body that would fill the memory', () => {
  const pushUntilRefused = (reader: BodyReader, piece: Buffer, times: number) => {
    for (let count = 0; count < times; count += 1) reader.push(piece);
    return reader.end(false);
  };

  it.each(['<html>', '12', 'null', 'x', '"'])('is rejected immediately if it starts with %s', (beginning) => {
    const reader = new BodyReader('publicOrder', 1e9);
    reader.push(Buffer.from(beginning));
    // If this were kept, it would take 1 GB.
    expect(pushUntilRefused(reader, Buffer.alloc(1024 * 1024, 'a'), 1024)).toMatchObject({ kind: 'broken' });
  });

  it('with texts instead of numbers is rejected beyond the limit', () => {
    const reader = new BodyReader('publicOrder', 1024 * 1024);
    reader.push(Buffer.from('[{"id":"1"},'));
    const order = `{"price":"${'x'.repeat(10_000)}"},`;
    const refused = pushUntilRefused(reader, Buffer.from(order), 1000);
    expect(refused.kind === 'broken' && refused.message).toMatch(/maxResultMegabytes/);
    expect(reader.table.rows).toBeLessThan(200);
  });

  it('is rejected beyond its limit', () => {
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
