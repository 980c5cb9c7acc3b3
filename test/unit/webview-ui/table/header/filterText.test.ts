import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Column } from '#src/protocol/tableTypes';
import { operatorNames } from '#src/protocol/filterOperators';
import { filterExample, filterForCell, readFilter, typedValue } from '#view/table/header/filterText';

const oslo = 'Europe/Oslo';
const column = (type: Column['type']): Column => ({ key: 'c', title: 'C', type });
/** The day the clocks go back, in Oslo; in UTC, the day before. */
const now = Date.parse('2026-10-24T22:30Z');
const read = (text: string, type: Column['type'], zone = oslo) => readFilter(text, column(type), zone, now);
const one = (op: string, value: unknown) => ({ filters: [{ column: 'c', op, value }] });
const utc = (text: string) => Date.parse(text);

describe('the text of a filter field', () => {
  it.each<[string, Column['type'], unknown]>([
    ['', 'text', { filters: [] }],
    ['  ', 'number', { filters: [] }],
    ['NO1', 'text', one('contains', 'NO1')],
    ['= NO1', 'text', one('=', 'NO1')],
    ['!=NO1', 'text', one('!=', 'NO1')],
    ['12.10', 'number', one('=', 12.1)],
    ['>=10', 'number', one('>=', 10)],
    ['< -5.5', 'number', one('<', -5.5)],
    ['<=1e3', 'integer', one('<=', 1000)],
    ['=12345678901234567890', 'integer', one('=', '12345678901234567890')],
    ['=', 'number', one('=', null)],
    ['!=', 'text', one('!=', null)],
    ['yes', 'boolean', one('=', true)],
    ['!= No', 'boolean', one('!=', false)],
  ])('is understood: %j on a %s column', (text, type, expected) => {
    expect(read(text, type)).toEqual(expected);
  });

  it.each<[string, Column['type']]>([
    ['ten', 'number'],
    ['>=', 'number'],
    ['0x10', 'integer'],
    ['Infinity', 'number'],
    ['maybe', 'boolean'],
    ['>yes', 'boolean'],
    ['2026-02-30', 'time'],
    ['2026-03-29 25:00', 'time'],
    ['!=2026-03-29', 'time'],
    ['2026-03-29 02:30', 'time'],
    ['!=today', 'time'],
    ['0000-01-01', 'time'],
  ])('is rejected with a reason: %j on a %s column', (text, type) => {
    expect(read(text, type)).toEqual({ problem: expect.stringMatching(/\.$/) as string });
  });

  it.each(['number', 'integer', 'time', 'boolean'] as const)(
    'can be what the empty field of a %s column has as an example',
    (type) => {
      const [, example = ''] = /^e\.g\. (.+)$/.exec(filterExample(column(type))) ?? [];
      expect(read(example, type)).toHaveProperty('filters');
    },
  );

  it('means the whole day for a date, which has 23 hours on the day clocks go forward', () => {
    expect(read('2026-03-29', 'time')).toEqual({
      filters: [
        { column: 'c', op: '>=', value: utc('2026-03-28T23:00Z') },
        { column: 'c', op: '<', value: utc('2026-03-29T22:00Z') },
      ],
    });
  });

  it.each([
    ['>=2026-03-29', '>=', '2026-03-28T23:00Z'],
    ['<2026-03-29', '<', '2026-03-28T23:00Z'],
    ['>2026-03-29', '>=', '2026-03-29T22:00Z'],
    ['<=2026-03-29', '<', '2026-03-29T22:00Z'],
    ['>=2026-03-29 03:00', '>=', '2026-03-29T01:00Z'],
    ['2026-03-29T03:00:00.250', '=', '2026-03-29T01:00:00.250Z'],
    ['<2026-10-25 02:30+01:00', '<', '2026-10-25T01:30Z'],
    ['<2026-10-25T00:30z', '<', '2026-10-25T00:30Z'],
    ['>=2026-10-25 02:30+0100', '>=', '2026-10-25T01:30Z'],
    ['>=today', '>=', '2026-10-24T22:00Z'],
    ['<tomorrow', '<', '2026-10-25T23:00Z'],
    ['> today', '>=', '2026-10-25T23:00Z'],
    ['<=today-1d', '<', '2026-10-24T22:00Z'],
  ])('is read in the time zone: %j', (text, op, instant) => {
    expect(read(text, 'time')).toEqual(one(op, utc(instant)));
  });

  it.each([
    ['today', oslo, '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['today', 'UTC', '2026-10-24T00:00Z', '2026-10-25T00:00Z'],
    ['= Yesterday', oslo, '2026-10-23T22:00Z', '2026-10-24T22:00Z'],
    ['tomorrow', oslo, '2026-10-25T23:00Z', '2026-10-26T23:00Z'],
    ['today-7d', oslo, '2026-10-17T22:00Z', '2026-10-18T22:00Z'],
    ['today+2d', 'America/New_York', '2026-10-26T04:00Z', '2026-10-27T04:00Z'],
    ['today-210d', oslo, '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ])('finds the rows of a day however many hours it has: %j in %s', (text, zone, start, end) => {
    expect(read(text, 'time', zone)).toEqual({
      filters: [
        { column: 'c', op: '>=', value: utc(start) },
        { column: 'c', op: '<', value: utc(end) },
      ],
    });
  });

  it('means the first of two equal hours, and the field says how to filter by the second', () => {
    expect(read('>=2026-10-25 02:30', 'time')).toEqual({
      ...one('>=', utc('2026-10-25T00:30Z')),
      note: '02:30 occurs twice; the first (+02:00) is used. Add +01:00 to use the second.',
    });
  });

  it('is rejected as a time with the reason: clocks skip it, or what can be written instead', () => {
    expect(read('2026-03-29 02:30', 'time')).toEqual({
      problem: expect.stringContaining('clocks skip that time') as string,
    });
    expect(read('someday', 'time')).toEqual({ problem: expect.stringContaining('today-7d') as string });
  });

  it.each([
    ['1774047600000', [['=', 1_774_047_600_000]]],
    ['>=2026-03-21 00:00', [['>=', 1_774_047_600_000]]],
    ['>2026-03-20', [['>=', 1_774_047_600_000]]],
    ['>=today', [['>=', utc('2026-10-24T22:00Z')]]],
  ])('finds a time that was sent as an integer: %j', (text, expected) => {
    const created: Column = { key: 'createdTime', title: 'Created', type: 'integer' };
    expect(readFilter(text, created, oslo, now)).toEqual({
      filters: expected.map(([op, value]) => ({ column: 'createdTime', op, value })),
    });
  });

  it('never throws, and only makes filters that the table knows', () => {
    const types = fc.constantFrom<Column['type']>('time', 'number', 'integer', 'text', 'boolean');
    const start = fc.constantFrom('', '>=', '<', '=', '!=', '>', '2026-03-');
    fc.assert(
      fc.property(start, fc.string(), types, (prefix, rest, type) => {
        const reading = read(prefix + rest, type);
        if ('problem' in reading) return reading.problem !== '';
        return reading.filters.every(
          ({ op, value }) =>
            operatorNames.includes(op) && (typeof value !== 'number' || Number.isFinite(value)),
        );
      }),
    );
  });
});

describe('the value list below a filter field is narrowed by what is typed:', () => {
  it.each([
    ['', { op: '=', text: '' }],
    ['NO', { op: '=', text: 'NO' }],
    ['= NO1 ', { op: '=', text: 'NO1' }],
    ['!=NO1', { op: '!=', text: 'NO1' }],
    ['!', { op: '=', text: '!' }],
    ['<5', null],
    ['>= 5', null],
  ])('%j', (text, expected) => {
    expect(typedValue(text)).toEqual(expected);
  });
});

describe('the filter for the value of a cell', () => {
  it.each<[Cell, Column['type'], string | null]>([
    ['NO1', 'text', '=NO1'],
    ['>=10', 'text', '=>=10'],
    ['12.10', 'number', '=12.10'],
    ['-0', 'number', '=-0'],
    ['12345678901234567890', 'integer', '=12345678901234567890'],
    [true, 'boolean', '=yes'],
    [false, 'boolean', '=no'],
    [null, 'text', '='],
    [null, 'number', '='],
    [utc('2026-03-28T10:00Z'), 'time', '=2026-03-28 11:00'],
    // The hour that the clocks repeat.
    [utc('2026-10-25T00:30Z'), 'time', '=2026-10-25 02:30 +02:00'],
    [utc('2026-10-25T01:30Z'), 'time', '=2026-10-25 02:30 +01:00'],
    // No text selects exactly these.
    ['', 'text', null],
    [' NO1', 'text', null],
    ['"ten"', 'number', null],
  ])('of %j in a %s column is %j', (cell, type, expected) => {
    expect(filterForCell('=', cell, column(type), oslo, now)).toBe(expected);
  });

  it('finds it, and excluded finds the others, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('=' as const, '!=' as const), (cell, op) => {
        const text = filterForCell(op, cell, column('text'), oslo, now);
        if (text === null) expect(cell === '' || cell !== cell.trim()).toBe(true);
        else expect(read(text, 'text')).toEqual(one(op, cell));
      }),
    );
  });
});
