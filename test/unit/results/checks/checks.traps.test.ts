import { describe, expect, it } from 'vitest';
import { outcomeOfStatus } from '#src/request/outcome';
import { trapTexts } from '../../traps/trapFiles';
import { checksFor, queryFileText, type CheckedCase } from './checkedResponse';

const texts = [...trapTexts.values()];
const textOf = (number: number) => texts[number - 1]!;
const recordOf = (number: number, at: number) =>
  JSON.stringify([(JSON.parse(textOf(number)) as unknown[])[at]]);

const prices = 'dayahead-prices';
const capacities = 'hub-to-hub-capacities';
const day = (date: string) => ({ startTime: date, endTime: date });
const powerHour = { powerHour: '2026-11-21T12:00Z', daFrom: 'NO1' };
const complete = true;

interface Trap extends Omit<CheckedCase, 'body'> {
  readonly number: number;
  /** What a person expects who falls into the trap. */
  readonly title: string;
  readonly body?: string;
  /** The check that fails, and the text of its line in the file. */
  readonly red: string;
  readonly at: string;
  readonly says: string;
  readonly actual: unknown;
  /** The rows that each of its sentences leads to; by default, it has one that leads to the whole result. */
  readonly leads?: readonly Readonly<{ finding?: string; filter?: readonly unknown[] }>[];
}

/** Traps of each kind of check; the others differ only in what is sent (test/unit/traps). */
const traps: readonly Trap[] = [
  {
    number: 1,
    title: 'a delivery day to be a UTC day',
    dataset: prices,
    timeZone: 'UTC',
    parameters: day('2026-07-15'),
    expect: { complete },
    red: 'complete',
    at: '"complete": true',
    says: '2 of 24 hours are missing: NO1: 2026-07-15 22:00–2026-07-16 00:00 (UTC). 2 outside the requested period: 2026-07-14 22:00–2026-07-15 00:00 (UTC).',
    actual: { missing: 2, outside: 2 },
    leads: [{ finding: 'missing' }, { finding: 'outside' }],
  },
  {
    number: 2,
    title: '96 quarter hours on a day with 92',
    dataset: prices,
    parameters: day('2026-03-29'),
    body: recordOf(2, 0),
    expect: { complete, rows: 96 },
    red: 'rows',
    at: '"rows": 96',
    says: '92 rows were received; expected: 96.',
    actual: 92,
  },
  {
    number: 3,
    title: '24 hours on a day with 25',
    dataset: prices,
    parameters: day('2026-10-25'),
    expect: { complete, rows: { '<=': 24 } },
    red: 'rows',
    at: '"rows": {',
    says: '25 rows were received; expected: at most 24.',
    actual: 25,
  },
  {
    number: 5,
    title: 'only one of the two auctions in the UK',
    dataset: 'uk-auction-prices',
    parameters: day('2026-03-29'),
    expect: { complete, records: 1 },
    red: 'records',
    at: '"records": 1',
    says: '2 records were received; expected: 1.',
    actual: 2,
  },
  {
    number: 6,
    title: 'only quarter hours on a day that begins with hours',
    dataset: prices,
    parameters: { startTime: '2025-09-30T20:00Z', endTime: '2025-10-01T00:00Z' },
    expect: { complete, rows: { '>=': 16 } },
    red: 'rows',
    at: '"rows": {',
    says: '10 rows were received; expected: at least 16.',
    actual: 10,
  },
  {
    number: 7,
    title: 'only one of the two spellings of an hour',
    dataset: prices,
    parameters: { startTime: '2026-06-15T06:00Z', endTime: '2026-06-15T10:00Z' },
    expect: { complete, columns: { resolution: { in: ['PT1H'] } } },
    red: 'columns.resolution',
    at: '"resolution": {',
    says: "2 of 4 values aren't among those expected (PT1H): PT60M for NO1 at 2026-06-15 10:00–11:00 (+02:00), PT60M for NO1 at 2026-06-15 11:00–12:00 (+02:00).",
    actual: { in: ['PT60M'] },
    leads: [
      {
        filter: [
          { column: 'resolution', op: '!=', value: 'PT1H' },
          { column: 'resolution', op: '!=', value: null },
        ],
      },
    ],
  },
  {
    number: 9,
    title: 'a value in each hour',
    dataset: prices,
    parameters: { startTime: '2026-06-15T06:00Z', endTime: '2026-06-15T12:00Z' },
    expect: { complete, columns: { value: { notNull: true } } },
    red: 'complete',
    at: '"complete": true',
    says: '1 of 6 hours is missing: NO1: 2026-06-15 12:00–13:00 (+02:00). 1 value is null: 2026-06-15 10:00–11:00 (+02:00).',
    actual: { missing: 1, nulls: 1 },
    leads: [{ finding: 'missing' }, { finding: 'nulls' }],
  },
  {
    number: 11,
    title: 'prices for tomorrow that are for yesterday',
    dataset: prices,
    parameters: day('2026-11-22'),
    expect: { complete },
    red: 'complete',
    at: '"complete": true',
    says: 'Nothing was received within the requested period. 24 outside the requested period: 2026-11-21 00:00–20:00 (+01:00), …',
    actual: { received: 0, outside: 24 },
    leads: [{}, { finding: 'outside' }],
  },
  {
    number: 14,
    title: 'the requested currency',
    dataset: prices,
    parameters: { currency: 'NOK' },
    expect: { complete },
    red: 'complete',
    at: '"complete": true',
    says: 'Currency: requested NOK, received EUR.',
    actual: { 'absent.currency': 1 },
  },
  {
    number: 20,
    title: 'the same capacity in both directions',
    dataset: capacities,
    parameters: powerHour,
    expect: { complete, columns: { inCapacity: { '<=': 2000 } } },
    red: 'columns.inCapacity',
    at: '"inCapacity": {',
    says: '1 of 2 values is above 2000: 2095 in row 1 (NO1 → SE3).',
    actual: { '<=': 2095 },
    leads: [{ filter: [{ column: 'inCapacity', op: '>', value: 2000 }] }],
  },
  {
    number: 26,
    title: 'a rounded period to be the one entered',
    dataset: prices,
    parameters: (JSON.parse(textOf(26)) as { asked: Record<string, string> }[])[0]!.asked,
    body: JSON.stringify([
      {
        type: 'price',
        resolution: 'PT15M',
        attributes: [],
        unit: 'EUR/MWh',
        startTime: '2026-11-20T09:00:00Z',
        endTime: '2026-11-20T10:00:00Z',
        values: [0, 15, 30, 45].map((minute) => ({
          startTime: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
          endTime: new Date(Date.UTC(2026, 10, 20, 9, minute + 15)).toISOString(),
          value: minute,
        })),
      },
    ]),
    expect: { complete },
    red: 'complete',
    at: '"complete": true',
    says: '2 outside the requested period: 2026-11-20 10:00–10:15 (+01:00), 10:45–11:00 (+01:00).',
    actual: { outside: 2 },
    leads: [{ finding: 'outside' }],
  },
];

describe('someone who expects', () => {
  it.each(traps)('$title is told where and why that is wrong (trap $number)', async (trap) => {
    const checks = await checksFor({ ...trap, body: trap.body ?? textOf(trap.number) });
    const red = checks.find(({ check }) => check === trap.red)!;
    expect(red).toMatchObject({ query: 'q', ok: false, message: trap.says, result: 'the-result' });
    expect(red.actual).toEqual(trap.actual);
    expect(red.failures.map(({ message: _, lines: _lines, ...rows }) => rows)).toEqual(trap.leads ?? [{}]);
    expect(red.failures.map(({ message }) => message).join(' ')).toBe(trap.says);
    expect(queryFileText(trap).split('\n')[red.line - 1]).toContain(trap.at);
    const member = trap.red.split('.')[0]!;
    const expected = (trap.expect as Record<string, unknown>)[member];
    const ofColumn = (expected as Record<string, unknown>)[trap.red.slice('columns.'.length)];
    expect(red.expected).toEqual(member === 'columns' ? ofColumn : expected);
    // Nothing else is wrong, unless it's the same thing seen from another side.
    const others = checks.filter(({ check, ok }) => check !== trap.red && !ok).map(({ check }) => check);
    expect(others).toEqual(trap.number === 9 ? ['columns.value'] : []);
  });

  const ways = (JSON.parse(textOf(10)) as { status: number; body: string }[]).map(({ status, body }, at) => {
    const kind = outcomeOfStatus(status);
    return {
      status,
      body: kind === 'body' ? body : null,
      ...(kind === 'body' ? {} : { outcome: { kind, status } }),
      says: [
        /^The response contains no data\.$/,
        /^The response contains no data\.$/,
        /^The response contains no data\.$/,
        /^1 series without values\.$/,
        /^The response wasn't received in full \(unexpectedResponse\): .+ The response contains no data\.$/,
        /^The response wasn't received in full \(unexpectedError\)\. The response contains no data\.$/,
      ][at]!,
    };
  });
  it.each(ways)(
    'data is told that there is none, however the service says so ($status, $body)',
    async (way) => {
      const checks = await checksFor({ dataset: prices, expect: { complete }, ...way });
      const red = checks.find(({ check }) => check === 'complete')!;
      expect(red).toMatchObject({ ok: false, line: 8 });
      expect(red.message).toMatch(way.says);
    },
  );
});
