import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingKind } from '../../../src/market/integrity/judgement';
import {
  dayStates,
  heldEntry,
  judgedAnew,
  dayPlan,
  settledDay,
  type CameDay,
  type DayContext,
  type DayEntry,
  type NotedDay,
} from '../../../src/range/dayState';
import { outcomeKinds } from '../../../src/request/outcome';
import { propertyRuns } from '../propertyRuns';

const day = '2026-03-28';
/** The day ends at 23:00 UTC; 14 days later, clocks have gone forward, which changes nothing. */
const lastCorrection = '2026-04-11T23:00:00Z';
const requestedAt = '2026-03-29T12:00:00Z';

const placementOf = (placed: number) => ({ placed, strays: 0, unreadable: 0 });
const fileOf = (placed: number, rows = placed) => ({
  rows,
  bytes: rows * 10,
  sha256: 'ab',
  placement: placementOf(placed),
});
const came = (differing: Partial<CameDay> = {}): CameDay => ({
  outcome: 'success',
  requestedAt,
  responses: [{ isWhole: true, rows: 96, findings: [{ kind: 'received', count: 96 }] }],
  withoutData: 0,
  file: fileOf(96),
  ...differing,
});
const context = (differing: Partial<DayContext> = {}): DayContext => ({
  held: undefined,
  isDue: true,
  record: 'timeSeries',
  ...differing,
});
const found = (...findings: [FindingKind, number][]): Pick<CameDay, 'responses'> => ({
  responses: [{ isWhole: true, rows: 96, findings: findings.map(([kind, count]) => ({ kind, count })) }],
});
const entryOf = (differing: Partial<DayEntry> = {}): DayEntry => ({
  outcome: 'success',
  state: 'incomplete',
  rows: 90,
  placed: 90,
  bytes: 900,
  sha256: 'cd',
  requestedAt: '2026-03-28T20:00:00Z',
  integrity: [],
  ...differing,
});
const emptyEntry = entryOf({ outcome: 'noData', state: 'empty', rows: 0, placed: 0, bytes: 0, sha256: '' });

describe('what came for a day', () => {
  const stateOf = (...given: Parameters<typeof settledDay>) => settledDay(...given).entry.state;

  it('is fetched only if a value is in the day and nothing is missing', () => {
    expect(settledDay(came(), context())).toEqual({
      entry: {
        outcome: 'success',
        state: 'fetched',
        rows: 96,
        placed: 96,
        bytes: 960,
        sha256: 'ab',
        requestedAt,
        integrity: [{ kind: 'received', count: 96 }],
      },
      isNew: true,
      mayPass: false,
    });
    expect(stateOf(came(found(['missing', 1])), context())).toBe('incomplete');
    expect(stateOf(came(found(['texts', 1])), context({ record: 'publicOrder' }))).toBe('incomplete');
    expect(stateOf(came({ responses: [{ isWhole: true, rows: 96, findings: null }] }), context())).toBe(
      'incomplete',
    );
  });

  it('is incomplete as long as values are still to come, even if none is missing yet', () => {
    expect(stateOf(came(found(['toCome', 12])), context({ isDue: false }))).toBe('incomplete');
    expect(stateOf(came(), context({ isDue: false }))).toBe('fetched');
    // Nobody can tell from curves whether more will be published.
    expect(stateOf(came(), context({ isDue: false, record: 'priceCurve' }))).toBe('incomplete');
  });

  it('is empty if the service has no value, whether it says so or sends nulls and empty series', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    expect(stateOf(noData, context())).toBe('empty');
    const nulls = came({ file: { ...fileOf(0, 96), placement: placementOf(0) } });
    expect(settledDay(nulls, context()).entry).toMatchObject({ ...emptyEntry, requestedAt });
    const emptySeries = came({ file: { ...fileOf(0, 1), placement: placementOf(0) } });
    expect(stateOf(emptySeries, context())).toBe('empty');
  });

  it('is pending if there was nothing before anything was due', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    expect(stateOf(noData, context({ isDue: false }))).toBe('pending');
  });

  it('has failed if all rows are of other days or of no time at all, which no other try changes', () => {
    const misplaced = (outside: number, unreadable: number) =>
      settledDay(
        came({ file: { ...fileOf(0), placement: { placed: 0, strays: outside, unreadable } } }),
        context(),
      );
    expect(misplaced(96, 0)).toMatchObject({
      entry: { state: 'failed', outcome: 'unexpectedResponse', rows: 0, bytes: 0 },
      problem: 'None of the 96 rows in the response starts in the delivery day.',
      mayPass: false,
    });
    expect(misplaced(0, 96)).toMatchObject({
      entry: { state: 'failed' },
      problem: 'None of the 96 values in the response has a readable time.',
      mayPass: false,
    });
    expect(misplaced(1, 0).problem).toBe('The only row in the response starts outside the delivery day.');
  });

  it('has failed if its values may be elsewhere in the response than documented', () => {
    const file = { ...fileOf(0), placement: { placed: 0, strays: 0, unreadable: 0 } };
    const settled = (kind: 'renamed' | 'nulls') =>
      settledDay(
        came({ file, responses: [{ isWhole: true, rows: 96, findings: [{ kind, count: 1 }] }] }),
        context(),
      );
    expect(settled('renamed')).toMatchObject({
      entry: { state: 'failed', outcome: 'unexpectedResponse' },
      problem: "The response has no value where it's documented.",
    });
    expect(settled('nulls').entry.state).toBe('empty');
  });

  it('has failed with the words of the service, and may be tried again if that passes', () => {
    const failed = came({ outcome: 'badRequest', problem: 'No such area.', responses: [], file: null });
    expect(settledDay(failed, context())).toMatchObject({
      entry: { state: 'failed', outcome: 'badRequest' },
      problem: 'No such area.',
      mayPass: false,
    });
    expect(settledDay({ ...failed, outcome: 'timeout' }, context()).mayPass).toBe(true);
  });

  it('lacks an hour if one of several responses has no data, except for orders', () => {
    const hours = came({ withoutData: 1 });
    expect(stateOf(hours, context({ record: 'hubToHubCapacity' }))).toBe('incomplete');
    expect(stateOf(hours, context({ record: 'publicOrder' }))).toBe('fetched');
    const quiet = came({
      responses: [
        { isWhole: true, rows: 96, findings: [] },
        { isWhole: true, rows: 0, findings: [] },
      ],
    });
    expect(stateOf(quiet, context({ record: 'publicOrder' }))).toBe('fetched');
    expect(stateOf(quiet, context({ record: 'timeSeries' }))).toBe('incomplete');
  });
});

describe('a day that the folder already has', () => {
  it('is replaced by a response with at least as many values, and by nothing else', () => {
    const held = entryOf();
    const settled = (differing: Partial<CameDay>) => settledDay(came(differing), context({ held }));
    expect(settled({ file: fileOf(90) })).toMatchObject({ isNew: true, entry: { placed: 90, requestedAt } });
    const unchecked = { ...held, placed: 100, integrity: [{ kind: 'unchecked', count: 96 }] };
    expect(settledDay(came(), context({ held: unchecked }))).toMatchObject({
      isNew: true,
      entry: { placed: 96, state: 'fetched' },
    });
    expect(settled({ file: fileOf(89) })).toEqual({
      entry: held,
      isNew: false,
      problem: 'The response has fewer values than before: 89 instead of 90. The earlier file was kept.',
      mayPass: false,
    });
    expect(settled({ outcome: 'noData', responses: [], file: null })).toEqual({
      entry: held,
      isNew: false,
      problem: 'The response has no data. The earlier file was kept.',
      mayPass: false,
    });
    expect(settled({ outcome: 'unreachable', problem: 'No connection.', responses: [], file: null })).toEqual(
      {
        entry: held,
        isNew: false,
        problem: 'No connection. The earlier file was kept.',
        mayPass: true,
      },
    );
  });

  it('stays empty if the service still has nothing, and says so when that was', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    const settled = settledDay(noData, context({ held: emptyEntry }));
    expect(settled).toEqual({ entry: { ...emptyEntry, requestedAt }, isNew: true, mayPass: false });
    // A file with nothing but nulls, as earlier versions wrote it, is still described.
    const withFile = entryOf({ state: 'empty', placed: 0 });
    expect(settledDay(noData, context({ held: withFile })).entry).toMatchObject({
      state: 'empty',
      rows: 90,
      bytes: 900,
    });
  });

  it('never gets worse, whatever comes', () => {
    const placement = fc.record({
      placed: fc.nat(3),
      strays: fc.nat(3),
      unreadable: fc.nat(3),
    });
    const anyCame = fc.record({
      outcome: fc.constantFrom(...outcomeKinds),
      requestedAt: fc.constant(requestedAt),
      responses: fc.array(
        fc.record({
          isWhole: fc.constant(true),
          rows: fc.nat(3),
          findings: fc.array(
            fc.record({
              kind: fc.constantFrom<FindingKind>('received', 'missing', 'toCome'),
              count: fc.nat(2),
            }),
          ),
        }),
        { minLength: 1 },
      ),
      withoutData: fc.nat(1),
      file: fc.option(placement.map((each) => ({ ...fileOf(3), placement: each }))),
    });
    const held = fc.option(
      fc.nat(3).map((placed) => (placed === 0 ? emptyEntry : entryOf({ placed }))),
      { nil: undefined },
    );
    fc.assert(
      fc.property(anyCame, held, fc.boolean(), (each, before, isDue) => {
        const { entry, isNew, problem } = settledDay(each, context({ held: before, isDue }));
        expect(entry.placed).toBeGreaterThanOrEqual(before?.placed ?? 0);
        if (!isNew) {
          expect(entry).toBe(before);
          expect(problem).toBeDefined();
        }
        if (entry.state === 'fetched') expect(entry.placed).toBeGreaterThan(0);
        if (before && entry.state === 'failed') throw new Error('lost');
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

describe('the next run', () => {
  const plan = (held: DayEntry | undefined, wishes = {}, isAvailable = true) =>
    dayPlan(day, held, isAvailable, wishes);

  it('requests days that the folder does not have, once their data may be there', () => {
    expect(plan(undefined)).toBe('request');
    expect(plan(undefined, {}, false)).toBe('pending');
  });

  it('keeps what is complete, even if everything else is requested again', () => {
    expect(plan(entryOf({ state: 'fetched' }), { again: true })).toBe('kept');
  });

  it('requests incomplete and empty days again for 14 days, then only on demand', () => {
    for (const each of [entryOf(), emptyEntry]) {
      const before = { ...each, requestedAt: '2026-04-11T22:59:59Z' };
      const after = { ...each, requestedAt: lastCorrection };
      expect(plan(before)).toBe('request');
      expect(plan(after)).toBe(each.state);
      expect(plan(after, { again: true })).toBe('request');
      // Nobody knows when that was.
      expect(plan({ ...each, requestedAt: 'yesterday' })).toBe('request');
    }
  });

  it('keeps incomplete days on demand, but not empty ones', () => {
    expect(plan(entryOf(), { keepIncomplete: true })).toBe('kept');
    expect(plan(entryOf(), { keepIncomplete: true, again: true })).toBe('kept');
    expect(plan(emptyEntry, { keepIncomplete: true })).toBe('request');
  });

  it('trusts only a file that is as it was written', () => {
    expect(heldEntry(entryOf({ state: 'fetched' }), false)).toBeUndefined();
    expect(heldEntry(entryOf(), false)).toBeUndefined();
    expect(heldEntry(emptyEntry, false)).toBe(emptyEntry);
    expect(heldEntry(entryOf({ state: 'failed', bytes: 0 }), true)).toBeUndefined();
    expect(heldEntry(entryOf({ state: 'pending', bytes: 0 }), true)).toBeUndefined();
  });
});

describe('a day noted without a state, by an earlier version', () => {
  const noted = (differing: Partial<NotedDay> = {}): NotedDay => ({
    outcome: 'success',
    rows: 96,
    bytes: 960,
    sha256: 'ab',
    requestedAt,
    integrity: [{ kind: 'received', count: 96 }],
    ...differing,
  });
  const stateOf = (differing: Partial<NotedDay> = {}, wasDue = true) =>
    judgedAnew(noted(differing), wasDue).state;

  it('is judged like a response of today', () => {
    expect(stateOf()).toBe('fetched');
    expect(stateOf({ integrity: [{ kind: 'missing', count: 2 }] })).toBe('incomplete');
    expect(stateOf({ integrity: [{ kind: 'missing', count: 0 }] })).toBe('fetched');
    expect(stateOf({ integrity: [{ kind: 'toCome', count: 2 }] })).toBe('incomplete');
    expect(stateOf({ outcome: 'noData', rows: 0, bytes: 0 })).toBe('empty');
    expect(stateOf({ outcome: 'noData', rows: 0, bytes: 0 }, false)).toBe('pending');
    expect(stateOf({ outcome: 'timeout', rows: 0, bytes: 0 })).toBe('failed');
  });

  it('without a value is empty, so that it is requested again', () => {
    expect(stateOf({ integrity: [{ kind: 'nulls', count: 96 }] })).toBe('empty');
    expect(stateOf({ rows: 1, integrity: [{ kind: 'empty', count: 1 }] })).toBe('empty');
    expect(judgedAnew(noted({ integrity: [{ kind: 'nulls', count: 90 }] }), true)).toMatchObject({
      state: 'incomplete',
      placed: 6,
    });
  });

  it('is never complete if nobody compared it, or if a later version found something', () => {
    expect(stateOf({ integrity: [{ kind: 'unchecked', count: 96 }] })).toBe('incomplete');
    expect(stateOf({ integrity: [{ kind: 'ghosts', count: 1 }] })).toBe('incomplete');
  });

  it('has one of the states, whatever is noted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...outcomeKinds),
        fc.nat(5),
        fc.array(fc.record({ kind: fc.string(), count: fc.nat(5) })),
        fc.boolean(),
        (outcome, rows, integrity, wasDue) => {
          const { state, placed } = judgedAnew(noted({ outcome, rows, integrity }), wasDue);
          expect(dayStates).toContain(state);
          expect(placed).toBeGreaterThanOrEqual(0);
          if (state === 'fetched') expect([outcome, placed > 0]).toEqual(['success', true]);
        },
      ),
      { numRuns: propertyRuns(200, 10_000) },
    );
  });
});
