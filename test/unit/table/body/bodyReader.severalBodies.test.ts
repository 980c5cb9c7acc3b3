import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import { propertyRuns } from '../../propertyRuns';
import { readBody, rowsOf, series, value } from '../readBody';

/** Reads bodies that arrive as one, cut at these places. */
function readTogether(bodies: readonly string[], kind: RecordKind, cuts: readonly number[] = []) {
  const bytes = Buffer.from(bodies.join('\u001e'));
  const reader = new BodyReader(kind, 1e9, { isSeveral: true });
  const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length)])].sort(
    (one, other) => one - other,
  );
  places.forEach((from, at) => reader.push(bytes.subarray(from, places[at + 1] ?? bytes.length)));
  return { verdict: reader.end(true), table: reader.table };
}

/** The rows without the columns that are null in all of them. */
const filled = (rows: readonly Record<string, string | null>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)));

describe('several bodies that are read as one', () => {
  it.each(datasets.map(({ id, record }) => [id, record] as const))(
    'have the rows and records of each of them, wherever they are cut: %s',
    (id, record) => {
      const body = readFileSync(`test/fixtures/${id}.json`, 'utf8');
      const empty = record === 'priceCurve' ? body : '[]';
      const once = readBody(body, record).table;
      fc.assert(
        fc.property(
          fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
          fc.array(fc.nat(), { maxLength: 8 }),
          (areFilled, cuts) => {
            const count = areFilled.filter((isFilled) => isFilled || empty === body).length;
            const bodies = areFilled.map((isFilled) => (isFilled ? body : empty));
            const { table, verdict } = readTogether(bodies, record, cuts);
            expect(verdict.kind).toBe(count > 0 ? 'records' : 'noData');
            expect(table.records).toBe(count * once.records);
            expect(rowsOf(table)).toEqual(Array.from({ length: count }, () => rowsOf(once)).flat());
          },
        ),
        { numRuns: propertyRuns(20, 500) },
      );
    },
  );

  it('may differ in their fields, and in the order and white space of these', () => {
    const bodies = [
      `[${series(value('2026-03-28T23:00:00Z', '12.10'))}]`,
      '\ufeff [ {"values" : [ {"value":1e3,"endTime":"2026-03-30T00:15:00Z","startTime":"2026-03-30T00:00:00Z","late":"x"} ],\n"unit":"EUR"} ]\n',
      '[{"values":[]}]',
    ];
    const { table } = readTogether(bodies, 'timeSeries');
    const each = bodies.flatMap((body) => rowsOf(readBody(body).table));
    expect(filled(rowsOf(table))).toEqual(filled(each));
    expect(table.recordStarts).toEqual([0, 1, 2]);
  });

  it('are broken from the first one that is, of which the rows before it are kept', () => {
    const whole = '[{"id":"a","price":1}]';
    const broken = '[{"id":"b","price":2},{"id":"c","pri';
    const { table, verdict } = readTogether([whole, broken, whole], 'publicOrder');
    expect(verdict.kind).toBe('broken');
    expect(rowsOf(table).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(readTogether([whole, '', whole], 'publicOrder').verdict).toMatchObject({
      kind: 'broken',
      message: 'The response is empty.',
    });
  });
});
