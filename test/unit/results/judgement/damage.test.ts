import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { visit, type Visit } from '../../sandbox/sampleRequests';
import { judged, type Judged } from './judgedResponse';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = Record<string, Json>;

/** A query of each dataset whose response is small and complete. */
const period = { startTime: '2026-11-18', endTime: '2026-11-18' };
const queries: Readonly<Record<string, Record<string, string>>> = {
  'dayahead-prices': { deliveryarea: 'NO1', currency: 'EUR', ...period },
  'dayahead-prices-alternate': { deliveryarea: 'NO1,SE3', currency: 'EUR', ...period },
  'dayahead-turnover': period,
  'dayahead-curves': { date: '2026-11-18' },
  'uk-auction-prices': { deliveryarea: 'UK', currency: 'GBP', ...period },
  'uk-flows': period,
  'intraday-scheduled-flow': { deliveryarea: 'NO1', ...period },
  // On most days, the operator reports nothing for a quarter hour.
  'regulation-down-volumes': {
    deliveryarea: 'NO1',
    startTime: '2026-11-18T00:00Z',
    endTime: '2026-11-18T03:00Z',
  },
  'intraday-orders': {
    deliveryarea: 'NO1',
    startTime: '2026-11-18T10:00Z',
    endTime: '2026-11-18T10:05Z',
  },
  'hub-to-hub-capacities': { powerHour: '2026-11-18T12:00Z', daFrom: 'NO1' },
};

const bodies = new Map<string, string>();
let service: Visit;
beforeAll(async () => {
  service = await visit(Date.parse('2026-11-21T14:00:00Z'));
  for (const [id, parameters] of Object.entries(queries)) {
    const read = readQuery(id, parameters, 0, 'Europe/Oslo');
    if (!('query' in read))
      throw new Error(`${id}: ${read.problems.map(({ message }) => message).join(' ')}`);
    bodies.set(id, (await service.get(id, read.query.parameters)).bytes.toString());
  }
});
afterAll(() => service.sandbox.close());

const asked = (id: string, body: Json) => judged(id, queries[id]!, JSON.stringify(body));
const sent = (id: string) => JSON.parse(bodies.get(id)!) as Json;

/** Every object of the body, outermost first. */
function objectsIn(value: Json): Members[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (value === null || typeof value !== 'object') return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const isTime = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** What a service may do to a member of an object. */
const damages: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  'no offset': (value) => (isTime(value) ? value.replace('Z', '') : value),
  epoch: (value) => (isTime(value) ? Date.parse(value) : value),
  'no time': (value) => (isTime(value) ? 'n/a' : value),
  null: () => null,
  text: (value) => (typeof value === 'number' ? String(value) : value),
  comma: (value) => (typeof value === 'number' ? `${value},5` : value),
  'left out': () => undefined,
};

interface Damage {
  readonly how: string;
  /** Which of all members of objects, as a share. */
  readonly where: number;
  /** How many members with the same name are damaged alike, from that one on. */
  readonly many: number;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom(...Object.keys(damages)),
  where: fc.double({ min: 0, max: 0.999, noNaN: true }),
  many: fc.constantFrom(1, 1, 2, 1000),
});

/** What is damaged stays as it is: whatever leaves out a damaged member, or nulls it, repairs the response. */
function damaged(body: Json, all: readonly Damage[]): Json {
  const done = new Map<Members, Set<string>>();
  for (const { how, where, many } of all) {
    const members = objectsIn(body).flatMap((object) =>
      Object.keys(object).map((name) => ({ object, name })),
    );
    const first = Math.floor(where * members.length);
    const name = members[first]?.name;
    const alike = members.slice(first).filter((member) => member.name === name);
    for (const { object } of alike.slice(0, many)) {
      const names = done.get(object) ?? new Set();
      if (names.has(name!)) continue;
      done.set(object, names.add(name!));
      const value = damages[how]!(object[name!] ?? null);
      if (value === undefined) Reflect.deleteProperty(object, name!);
      else object[name!] = value;
    }
  }
  return body;
}

/** The records, and the values of each, in another order. */
function shuffled(body: Json, seed: number): Json {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const mixed = (list: Json[]) => list.map((one) => [next(), one] as const).sort(([a], [b]) => a - b);
  if (Array.isArray(body)) return mixed(body).map(([, one]) => shuffled(one, Math.floor(next() * 1e9)));
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name === 'values' ? shuffled(value, seed) : value]),
  );
}

const findings = ({ findings: all }: Judged) => all.map(({ kind, count }) => [kind, count]);

/** View, check, and judgement never disagree about whether a response is complete. */
function agrees({ judgement, mark, said, isCheckedComplete }: Judged): void {
  const isComplete = judgement === 'complete';
  expect({ mark: mark === 'good', said: /complete/.test(said), isCheckedComplete }).toEqual({
    mark: isComplete,
    said: isComplete,
    isCheckedComplete: isComplete,
  });
}

describe.each(datasets.map(({ id }) => id))('a response of %s', (id) => {
  it('is complete as the service sends it, in whatever order', async () => {
    const whole = await asked(id, sent(id));
    expect([whole.judgement, whole.said]).toEqual(['complete', expect.stringMatching(/, complete$/)]);
    for (const seed of [1, 2, 3]) {
      const mixed = await asked(id, shuffled(sent(id), seed));
      expect([mixed.judgement, findings(mixed)]).toEqual(['complete', findings(whole)]);
    }
  });

  it('is judged alike everywhere, and in any order, whatever is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 1e9 }),
        async (all, seed) => {
          const body = damaged(sent(id), all);
          const one = await asked(id, body);
          agrees(one);
          expect((await asked(id, shuffled(body, seed))).judgement).toBe(one.judgement);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('never becomes complete by further damage to its times and numbers', async () => {
    const worsening = damage.filter(({ how }) => how !== 'null' && how !== 'left out');
    await fc.assert(
      fc.asyncProperty(fc.array(worsening, { minLength: 1, maxLength: 3 }), damage, async (all, more) => {
        const before = await asked(id, damaged(sent(id), all));
        if (before.judgement === 'complete') return;
        const after = await asked(id, damaged(sent(id), [...all, more]));
        expect(after.judgement).not.toBe('complete');
      }),
      { numRuns: 12 },
    );
  });
});
