import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingKind } from '#src/market/integrity/judgement';
import type { Finality } from '#src/market/records/dayFacts';
import { heldEntry, settledDay, type CameDay, type DayContext, type DayEntry } from '#src/range/dayState';
import { outcomeKinds } from '#src/request/outcome';
import { propertyRuns } from '../propertyRuns';
import { day, emptyEntry, entryOf, lastCorrection } from './dayEntries';

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
  day,
  held: undefined,
  isDue: true,
  record: 'timeSeries',
  askedStatus: undefined,
  ...differing,
});
const settled = (each: CameDay, given = context(), hasSameRows = false) => {
  const fingerprint = hasSameRows ? given.held?.fingerprint : 'another';
  return settledDay({ ...each, file: each.file && { ...each.file, fingerprint } }, given);
};
const found = (...findings: [FindingKind, number][]): Pick<CameDay, 'responses'> => ({
  responses: [{ isWhole: true, rows: 96, findings: findings.map(([kind, count]) => ({ kind, count })) }],
});

describe('what came for a day', () => {
  const stateOf = (...given: Parameters<typeof settled>) => settled(...given).entry.state;

  it('is fetched even if its ends were read as inclusive', () => {
    expect(stateOf(came(found(['received', 96], ['inclusiveEnds', 1])))).toBe('fetched');
  });

  it('is fetched only if a value is in the day and nothing is missing', () => {
    expect(settled(came())).toEqual({
      entry: {
        outcome: 'success',
        state: 'fetched',
        rows: 96,
        placed: 96,
        bytes: 960,
        sha256: 'ab',
        fingerprint: 'another',
        requestedAt,
        integrity: [{ kind: 'received', count: 96 }],
      },
      change: 'file',
      isRevised: false,
      mayPass: false,
    });
    expect(stateOf(came(found(['missing', 1])))).toBe('incomplete');
    expect(stateOf(came(found(['texts', 1])), context({ record: 'publicOrder' }))).toBe('incomplete');
    expect(stateOf(came({ responses: [{ isWhole: true, rows: 96, findings: null }] }))).toBe('incomplete');
  });

  it('is incomplete as long as values are still to come, even if none is missing yet', () => {
    expect(stateOf(came(found(['toCome', 12])), context({ isDue: false }))).toBe('incomplete');
    expect(stateOf(came(), context({ isDue: false }))).toBe('fetched');
    // Nobody can tell from curves whether more will be published.
    expect(stateOf(came(), context({ isDue: false, record: 'priceCurve' }))).toBe('incomplete');
  });

  it('is preliminary if records say so, and no official value covers them', async () => {
    const stateWith = (finality: Finality, askedStatus: DayContext['askedStatus']) =>
      stateOf(came({ file: { ...fileOf(96), finality } }), context({ askedStatus }));
    const said = { isStated: true, preliminary: 2, isInEuros: true };
    expect(await stateWith(said, 'any')).toBe('preliminary');
    expect(await stateWith({ ...said, preliminary: 0 }, 'P')).toBe('fetched');
    const incomplete = came({ ...found(['missing', 1]), file: { ...fileOf(96), finality: said } });
    expect(stateOf(incomplete, context({ askedStatus: 'any' }))).toBe('incomplete');
  });

  it("is preliminary by the query if records don't say, until no correction is likely", async () => {
    const stateWith = (isInEuros: boolean, askedStatus: DayContext['askedStatus'], at = requestedAt) => {
      const file = { ...fileOf(96), finality: { isStated: false, preliminary: 0, isInEuros } };
      return stateOf(came({ file, requestedAt: at }), context({ askedStatus }));
    };
    expect(await stateWith(true, 'P')).toBe('preliminary');
    expect(await stateWith(false, 'O')).toBe('fetched');
    expect(await stateWith(true, 'any')).toBe('fetched');
    expect(await stateWith(false, 'any')).toBe('preliminary');
    expect(await stateWith(false, 'any', lastCorrection)).toBe('fetched');
    expect(await stateWith(false, undefined)).toBe('fetched');
  });

  it('is empty if the service has no value, whether it says so or sends nulls and empty series', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    expect(stateOf(noData)).toBe('empty');
    const nulls = came({ file: { ...fileOf(0, 96), placement: placementOf(0) } });
    expect(settled(nulls).entry).toMatchObject({ ...emptyEntry, requestedAt });
    const emptySeries = came({ file: { ...fileOf(0, 1), placement: placementOf(0) } });
    expect(stateOf(emptySeries)).toBe('empty');
  });

  it('is empty with the words that came in place of data', () => {
    const noData = came({ outcome: 'noData', message: 'Maintenance until 14:00', responses: [], file: null });
    expect(settled(noData).entry).toMatchObject({
      state: 'empty',
      message: 'Maintenance until 14:00',
    });
  });

  it('is pending if there was nothing before anything was due', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    expect(stateOf(noData, context({ isDue: false }))).toBe('pending');
  });

  it('has failed if all rows are of other days or of no time at all, which no other try changes', async () => {
    const misplaced = (outside: number, unreadable: number) =>
      settled(came({ file: { ...fileOf(0), placement: { placed: 0, strays: outside, unreadable } } }));
    expect(await misplaced(96, 0)).toMatchObject({
      entry: { state: 'failed', outcome: 'unexpectedResponse', rows: 0, bytes: 0 },
      problem: 'None of the 96 rows in the response starts in the delivery day.',
      mayPass: false,
    });
    expect(await misplaced(0, 96)).toMatchObject({
      entry: { state: 'failed' },
      problem: 'None of the 96 values in the response has a readable time.',
      mayPass: false,
    });
    expect((await misplaced(1, 0)).problem).toBe(
      'The only row in the response starts outside the delivery day.',
    );
  });

  it('has failed if its values may be elsewhere in the response than documented', async () => {
    const file = { ...fileOf(0), placement: { placed: 0, strays: 0, unreadable: 0 } };
    const with_ = (kind: 'renamed' | 'nulls') =>
      settled(came({ file, responses: [{ isWhole: true, rows: 96, findings: [{ kind, count: 1 }] }] }));
    expect(await with_('renamed')).toMatchObject({
      entry: { state: 'failed', outcome: 'unexpectedResponse' },
      problem: 'The response has no value in the documented field.',
    });
    expect((await with_('nulls')).entry.state).toBe('empty');
  });

  it("has failed with the service's message, and may be requested again if the failure is temporary", () => {
    const failed = came({ outcome: 'badRequest', message: 'No such area.', responses: [], file: null });
    expect(settled(failed)).toMatchObject({
      entry: { state: 'failed', outcome: 'badRequest' },
      change: 'entry',
      problem: 'No such area.',
      mayPass: false,
    });
    expect(settled({ ...failed, outcome: 'timeout' }).mayPass).toBe(true);
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
  const finality = { isStated: true, preliminary: 1, isInEuros: false };
  /** A response that gives a day this state. */
  const cameAs = (state: DayEntry['state'], placed = 90): CameDay => {
    if (state === 'failed') return came({ outcome: 'timeout', message: 'No connection.', file: null });
    if (state === 'empty') return came({ outcome: 'noData', responses: [], file: null });
    const rest = state === 'incomplete' ? found(['missing', 1]) : {};
    return came({ ...rest, file: { ...fileOf(placed), ...(state === 'preliminary' && { finality }) } });
  };

  it.each([
    ['empty', 'incomplete', false],
    ['incomplete', 'preliminary', false],
    ['incomplete', 'fetched', false],
    ['preliminary', 'fetched', true],
  ] as const)(
    'that is %s is replaced by one that is %s, even with fewer values',
    (before, after, isRevised) => {
      const held = before === 'empty' ? emptyEntry : entryOf({ state: before });
      expect(settled(cameAs(after, 80), context({ held }))).toMatchObject({
        entry: { state: after, placed: 80 },
        change: 'file',
        isRevised,
      });
    },
  );

  it.each([
    ['fetched', 'preliminary', 'The response is preliminary. The earlier file was kept.'],
    ['fetched', 'incomplete', 'The response is incomplete. The earlier file was kept.'],
    ['preliminary', 'incomplete', 'The response is incomplete. The earlier file was kept.'],
    ['incomplete', 'empty', 'The response has no data. The earlier file was kept.'],
    ['incomplete', 'failed', 'No connection. The earlier file was kept.'],
    ['empty', 'failed', 'No connection.'],
  ] as const)('that is %s is kept if what comes is %s', (before, after, problem) => {
    const held = before === 'empty' ? emptyEntry : entryOf({ state: before });
    // A response that isn't taken is noted, a request that failed isn't.
    const isNoted = after !== 'failed';
    expect(settled(cameAs(after), context({ held }))).toMatchObject({
      entry: isNoted ? { ...held, message: problem.replace(' The earlier file was kept.', '') } : held,
      change: isNoted ? 'entry' : 'none',
      isRevised: false,
      problem,
    });
  });

  it.each([
    ['The service reported an error', 'The service reported an error. The earlier file was kept.'],
    ['No connection.', 'No connection. The earlier file was kept.'],
    ['Unexpected response. Sorry!', 'Unexpected response. Sorry! The earlier file was kept.'],
  ])('is kept, which is a sentence of its own after "%s"', (message, problem) => {
    const held = entryOf({ state: 'incomplete' });
    expect(settled({ ...cameAs('failed'), message }, context({ held }))).toMatchObject({ problem });
  });

  it('in the same state is replaced by as many values, if they differ', () => {
    const held = entryOf({ state: 'fetched' });
    const of = (placed: number, hasSameRows = false) =>
      settled(cameAs('fetched', placed), context({ held }), hasSameRows);
    expect(of(90)).toMatchObject({
      change: 'file',
      isRevised: true,
      entry: { placed: 90, sha256: 'ab' },
    });
    expect(of(91)).toMatchObject({ change: 'file', isRevised: true });
    expect(of(89)).toMatchObject({
      change: 'entry',
      entry: { ...held, message: 'The response has fewer values than before: 89 instead of 90.' },
      problem: 'The response has fewer values than before: 89 instead of 90. The earlier file was kept.',
    });
    // Brings back the response that is gone.
    expect(settled(cameAs('fetched', 90), context({ held, lacksResponse: true }), true)).toMatchObject({
      change: 'file',
      isRevised: false,
    });
    // Only when the day was requested is new.
    expect(of(90, true)).toMatchObject({ change: 'entry', entry: { sha256: 'cd', requestedAt } });
    // Words in place of a part of the data are those of the latest response.
    const words = { ...cameAs('incomplete'), message: 'Maintenance' };
    const noted = settled(words, context({ held: entryOf() }), true);
    expect(noted).toMatchObject({ change: 'entry', entry: { sha256: 'cd', message: 'Maintenance' } });
  });

  it('stays empty if the service still has no data, with the time of the last request', () => {
    const noData = came({ outcome: 'noData', responses: [], file: null });
    expect(settled(noData, context({ held: emptyEntry }))).toMatchObject({
      entry: { ...emptyEntry, requestedAt },
      change: 'entry',
      isRevised: false,
    });
  });

  it('never gets worse, whatever comes', () => {
    const ranks = ['failed', 'pending', 'empty', 'incomplete', 'preliminary', 'fetched'];
    const placement = fc.record({ placed: fc.nat(3), strays: fc.nat(3), unreadable: fc.nat(3) });
    const facts = fc.record({ isStated: fc.boolean(), preliminary: fc.nat(1), isInEuros: fc.boolean() });
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
      file: fc.option(
        fc.tuple(placement, facts).map(([of, each]) => ({ ...fileOf(3), placement: of, finality: each })),
      ),
    });
    const held = fc.option(
      fc
        .tuple(fc.nat(3), fc.constantFrom('fetched', 'preliminary', 'incomplete'))
        .map(([placed, state]) => (placed === 0 ? emptyEntry : entryOf({ placed, state }))),
      { nil: undefined },
    );
    fc.assert(
      fc.property(anyCame, held, fc.boolean(), fc.boolean(), (each, before, isDue, hasSameRows) => {
        const given = context({ held: before, isDue, askedStatus: 'any' });
        const { entry, change, problem } = settled(each, given, hasSameRows);
        const gain = ranks.indexOf(entry.state) - ranks.indexOf(before?.state ?? 'failed');
        expect(gain).toBeGreaterThanOrEqual(0);
        if (before && gain === 0) expect(entry.placed).toBeGreaterThanOrEqual(before.placed);
        if (change === 'none') {
          expect(entry).toBe(before);
          expect(problem).toBeDefined();
        }
        if (entry.state === 'fetched') expect(entry.placed).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

it('a day whose file is gone, or that has none, is requested as if the folder had nothing of it', () => {
  expect(heldEntry(entryOf({ state: 'fetched' }), false)).toBeUndefined();
  expect(heldEntry(entryOf(), false)).toBeUndefined();
  expect(heldEntry(emptyEntry, false)).toBe(emptyEntry);
  expect(heldEntry(entryOf({ state: 'failed', bytes: 0 }), true)).toBeUndefined();
  expect(heldEntry(entryOf({ state: 'pending', bytes: 0 }), true)).toBeUndefined();
});
