import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldEntry, settledDay, type CameDay, type DayEntry } from '#src/range/dayState';
import type { RangeWishes } from '#src/range/requestedDays';
import { addDays } from '#src/market/time/deliveryDay';
import { RequestPace } from '#src/range/requestPace';
import type { RangeDay } from '#src/range/rangeDays';
import { RangeReport } from '#src/range/rangeReport';
import { runRange, type FetchedDay, type RangeWork } from '#src/range/rangeRun';
import type { OutcomeKind } from '#src/request/outcome';
import { propertyRuns } from '../propertyRuns';

const daysOf = (count: number): RangeDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: addDays('2026-01-01', at),
    requests: [],
  }));

/** What comes for a day: nothing, or a file with this many values. */
const cameOf = (outcome: OutcomeKind, placed: number): CameDay => {
  const placement = { placed, strays: 0, unreadable: 0 };
  return {
    outcome,
    message: outcome === 'success' || outcome === 'noData' ? undefined : 'Trouble.',
    requestedAt: '2026-01-16T00:00:00Z',
    responses: outcome === 'success' ? [{ isWhole: true, rows: placed, findings: [] }] : [],
    withoutData: 0,
    file: outcome === 'success' ? { rows: placed, bytes: placed * 10, sha256: '', placement } : null,
  };
};

/** Decides about a day, and notes it as a folder does when it takes the file. */
function settledIn(noted: Map<string, DayEntry>, day: string, came: CameDay, isDue: boolean) {
  const held = heldEntry(noted.get(day), true);
  const context = { day, held, isDue, record: 'timeSeries', askedStatus: undefined } as const;
  const settled = settledDay(came, context);
  if (settled.change === 'file') noted.set(day, settled.entry);
  return settled;
}

/** A service and a folder. `answers` says how each request of a day ends; the last answer stays. */
function world(answers: (day: string, request: number) => OutcomeKind = () => 'success') {
  const noted = new Map<string, DayEntry>();
  const requests: string[] = [];
  const state = {
    running: 0,
    most: 0,
    published: (_: string) => true,
    early: (_: string) => false,
    retryAfterSeconds: 0,
    /** Whether days are rejected because the subscription doesn't include them. */
    isExcluded: false,
    /** Why there is no token. */
    signIn: undefined as string | undefined,
    values: (_: string) => 96,
  };
  const work: RangeWork = {
    held: (day) => Promise.resolve({ entry: heldEntry(noted.get(day), true) }),
    take: (days) => Promise.resolve(new Set(days)),
    now: () => Date.parse('2026-02-01T00:00:00Z'),
    isAvailable: (day) => state.published(day) || state.early(day),
    async fetch({ day }, signal): Promise<FetchedDay> {
      const before = requests.filter((each) => each === day).length;
      requests.push(day);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise((resolve) => setTimeout(resolve, 0));
      state.running -= 1;
      signal.throwIfAborted();
      const outcome = answers(day, before);
      const settled = settledIn(noted, day, cameOf(outcome, state.values(day)), state.published(day));
      const { isExcluded, retryAfterSeconds, signIn } = state;
      const failed = outcome === 'success' || signIn === undefined ? {} : { signIn };
      return { outcome, settled, rows: 96, tookMs: 1, isExcluded, retryAfterSeconds, ...failed };
    },
    note: (day, entry) => {
      noted.set(day, entry);
      return Promise.resolve();
    },
    refresh: () => Promise.resolve(new Set()),
  };
  const files = () => [...noted.values()].filter(({ bytes }) => bytes > 0);
  return { work, files, requests, noted, state };
}

const heldOf = (state: DayEntry['state']): DayEntry => ({
  outcome: 'success',
  state,
  rows: 96,
  placed: 96,
  bytes: 960,
  sha256: 'ab',
  requestedAt: '2026-01-16T00:00:00Z',
  integrity: [],
});

const never = new AbortController().signal;
const run = (
  days: RangeDay[],
  { work }: ReturnType<typeof world>,
  signal = never,
  wishes: RangeWishes = {},
) => runWith(days, work, { signal, wishes });

/** Runs, and resolves with what is reported. */
async function runWith(
  days: RangeDay[],
  work: RangeWork,
  options: { signal?: AbortSignal; wishes?: RangeWishes; pace?: RequestPace; report?: RangeReport },
) {
  const { signal = never, wishes = {}, pace = new RequestPace(), report = new RangeReport() } = options;
  const onProgress = () => undefined;
  await runRange(days, work, { signal, pace, wishes, longestWaitSeconds: 600, report, onProgress });
  return report.outcome;
}

describe('a range run', () => {
  it('fetches each day once, at most two at a time', async () => {
    const there = world();
    const outcome = await run(daysOf(20), there);
    expect(outcome).toEqual({
      days: 20,
      fetched: 20,
      kept: 0,
      empty: 0,
      preliminary: 0,
      incomplete: 0,
      pending: 0,
      taken: 0,
      failed: 0,
      rows: 20 * 96,
      bytes: 20 * 960,
      revised: [],
      problems: [],
    });
    expect([...there.requests].sort()).toEqual(daysOf(20).map(({ day }) => day));
    expect(there.state.most).toBe(2);
  });

  it('requests only missing days again', async () => {
    const there = world((day) => (day === '2026-01-03' ? 'noData' : 'success'));
    const first = await run(daysOf(5), there);
    expect(first).toMatchObject({ fetched: 4, empty: 1 });
    there.requests.length = 0;
    const again = await run(daysOf(5), there);
    expect(again).toMatchObject({ fetched: 0, kept: 4, empty: 1, rows: 4 * 96 });
    expect(there.requests).toEqual(['2026-01-03']);
  });

  it('requests a day whose response belongs to another day only once', async () => {
    const there = world();
    there.work.fetch = async ({ day }) => {
      there.requests.push(day);
      const placement = { placed: 0, strays: 96, unreadable: 0 };
      const file = { rows: 0, bytes: 5, sha256: '', placement };
      const settled = settledIn(there.noted, day, { ...cameOf('success', 96), file }, true);
      return { outcome: 'success', settled, rows: 96, tookMs: 1 };
    };
    const outcome = await run(daysOf(2), there);
    expect(outcome).toMatchObject({ failed: 2, fetched: 0, rows: 0 });
    expect(outcome.problems[0]).toBe(
      '2026-01-01 to 01-02: None of the 96 rows in the response starts in the delivery day.',
    );
    expect(there.requests).toHaveLength(2);
  });

  it("distinguishes days without data from unpublished days, which it doesn't request", async () => {
    const there = world((day) => (day >= '2026-01-03' ? 'noData' : 'success'));
    there.state.published = (day) => day <= '2026-01-03';
    there.state.early = (day) => day === '2026-01-04';
    const outcome = await run(daysOf(6), there);
    expect(outcome).toMatchObject({ days: 6, fetched: 2, empty: 1, pending: 3, failed: 0 });
    expect(there.requests).not.toContain('2026-01-05');
    expect(there.requests).toContain('2026-01-04');
  });

  it('requests a day again after a brief failure of the service, and waits if the service requests a wait', async () => {
    const there = world((day, request) => {
      if (day === '2026-01-02' && request < 2) return 'unreachable';
      return day === '2026-01-03' && request < 5 ? 'tooManyRequests' : 'success';
    });
    expect(await run(daysOf(5), there)).toMatchObject({ fetched: 5, failed: 0, problems: [] });
    expect(there.requests.filter((day) => day === '2026-01-03')).toHaveLength(6);
  });

  it('ends at a quota with the days fetched so far, and says until when the quota lasts', async () => {
    const there = world((day) => (day < '2026-01-05' ? 'success' : 'tooManyRequests'));
    there.state.retryAfterSeconds = 86_400;
    const report = new RangeReport();
    const outcome = await runWith(daysOf(9), there.work, { report });
    expect(outcome).toMatchObject({
      fetched: 4,
      failed: 5,
      problems: [
        '2026-01-05 to 01-09: Not requested, because the service accepts no more requests until 2026-02-02T00:00:00Z.',
      ],
    });
    expect(report.hasFailed).toBe(true);
    expect(there.requests.length).toBeLessThanOrEqual(6);
  });

  it('counts a fetched day as kept if requesting it again fails, and reports the failure', async () => {
    const there = world((_, request) => (request === 0 ? 'success' : 'badRequest'));
    await run(daysOf(2), there);
    const report = new RangeReport();
    expect(await runWith(daysOf(2), there.work, { wishes: { again: true }, report })).toMatchObject({
      kept: 2,
      fetched: 0,
      problems: ['2026-01-01 to 01-02: Trouble. The earlier file was kept.'],
    });
    expect(report.hasFailed).toBe(true);
  });

  it('requests fetched days again on demand, and names those that were replaced', async () => {
    const there = world();
    await run(daysOf(3), there);
    there.state.values = (day) => (day === '2026-01-02' ? 100 : 96);
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = async (day, signal) => {
      const fetched = await fetch(day, signal);
      return day.day === '2026-01-02'
        ? { ...fetched, settled: { ...fetched.settled, isRevised: true } }
        : fetched;
    };
    expect(await run(daysOf(3), there)).toMatchObject({ kept: 3, revised: [] });
    expect(await run(daysOf(3), there, never, { again: true })).toMatchObject({
      fetched: 3,
      revised: ['2026-01-02'],
    });
  });

  it('leaves a day that another run has taken while this one was suspended', async () => {
    const there = world();
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = async (day, signal) => {
      const fetched = await fetch(day, signal);
      if (day.day !== '2026-01-02') return fetched;
      there.noted.delete(day.day);
      return { ...fetched, settled: { ...fetched.settled, change: 'none', isTaken: true } };
    };
    expect(await run(daysOf(3), there)).toMatchObject({ fetched: 2, taken: 1, pending: 0, failed: 0 });
  });

  it('tells the worst first and at most twenty lines, with days in a row as one', () => {
    const report = new RangeReport();
    const entry = { ...heldOf('empty'), message: undefined };
    for (const day of ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-03'])
      report.add(day, 'empty', entry);
    for (let at = 0; at < 25; at += 1) {
      report.add(`2026-02-${String(at + 1).padStart(2, '0')}`, 'failed', undefined, `Trouble ${String(at)}.`);
    }
    const { problems } = report;
    expect(problems).toHaveLength(21);
    expect(problems[0]).toBe('2026-02-01: Trouble 0.');
    expect(problems.at(-1)).toBe('And 6 more problems.');
    const oneMore = new RangeReport();
    for (let at = 0; at < 21; at += 1) oneMore.add('2026-02-01', 'failed', undefined, `HTTP ${String(at)}`);
    expect([oneMore.problems[0], oneMore.problems.at(-1)]).toEqual([
      '2026-02-01: HTTP 0.',
      'And 1 more problem.',
    ]);
    const few = new RangeReport();
    for (const day of ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-03']) few.add(day, 'empty', entry);
    few.add('2026-01-05', 'incomplete', {
      ...heldOf('incomplete'),
      integrity: [{ kind: 'missing', count: 2 }],
    });
    few.add('2026-01-06', 'preliminary', heldOf('preliminary'));
    few.add('2026-01-07', 'pending', undefined);
    expect(few.problems).toEqual([
      '2026-01-05: Incomplete: 2 missing.',
      '2026-01-06: Preliminary.',
      '2025-12-30 to 2026-01-01, 2026-01-03: No data.',
    ]);
  });

  it('ends early without a sign-in, because nothing can succeed, with every day counted', async () => {
    const there = world(() => 'unauthorized');
    const outcome = await run(daysOf(100), there);
    expect(outcome).toMatchObject({ days: 100, failed: 100, fetched: 0 });
    expect(outcome.problems.at(-1)).toMatch(/: Not requested, because more requests would have failed\.$/);
    expect(there.requests.length).toBeLessThan(25);
  });

  it('requests all days of a service that is down, most of them only once, and notes each', async () => {
    const there = world(() => 'unreachable');
    const outcome = await run(daysOf(100), there);
    expect(outcome).toMatchObject({ days: 100, failed: 100, problems: ['2026-01-01 to 04-10: Trouble.'] });
    expect(there.noted.size).toBe(100);
    expect(there.requests.length).toBeLessThan(110);
  });

  it('ends early if the sign-in service is down, because each day would send the password again', async () => {
    const there = world(() => 'unexpectedError');
    there.state.signIn = 'Sign-in failed at login.example.com: the service reported an error.';
    const outcome = await run(daysOf(100), there);
    expect(outcome).toMatchObject({ days: 100, fetched: 0, failed: 100 });
    expect(there.requests.length).toBeLessThan(25);
  });

  it('requests all days if the subscription includes only some of them', async () => {
    const there = world((day) => (day < '2026-01-20' ? 'unauthorized' : 'success'));
    there.state.isExcluded = true;
    expect(await run(daysOf(30), there)).toMatchObject({ fetched: 11, failed: 19 });
    expect(there.requests).toHaveLength(30);
  });

  it('fetches every day that succeeds, whichever days fail, and notes the others', async () => {
    const kind = fc.constantFrom<OutcomeKind>(
      ...([
        'success',
        'noData',
        'badRequest',
        'unexpectedError',
        'unexpectedResponse',
        'unreachable',
        'timeout',
      ] as const),
    );
    const span = fc.record({ kind, days: fc.integer({ min: 1, max: 15 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 6 }), async (spans) => {
        const kinds = spans.flatMap(({ kind: each, days }) => Array<OutcomeKind>(days).fill(each));
        const days = daysOf(kinds.length);
        const kindOf = new Map(days.map(({ day }, at) => [day, kinds[at] ?? 'success']));
        const there = world((day) => kindOf.get(day) ?? 'success');
        const count = (...those: OutcomeKind[]) => kinds.filter((each) => those.includes(each)).length;
        const [fetched, empty] = [count('success'), count('noData')];
        expect(await run(days, there)).toMatchObject({
          fetched,
          empty,
          failed: days.length - fetched - empty,
        });
        expect([...there.noted.keys()].sort()).toEqual(days.map(({ day }) => day));
        for (const { day } of days) {
          expect(there.requests.filter((each) => each === day).length).toBeLessThanOrEqual(3);
        }
      }),
      { numRuns: propertyRuns(30, 1000) },
    );
  });

  it('that ends early gives the reason, whatever the day in progress reports', async () => {
    const there = world((day) => (day === '2026-01-02' ? 'unauthorized' : 'success'));
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = (day, signal) =>
      day.day === '2026-01-03'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Cancelled.'))))
        : fetch(day, signal);
    const outcome = await run(daysOf(30), there);
    expect(outcome).toMatchObject({ days: 30, fetched: 1, failed: 29 });
    expect(outcome.problems.at(-1)).toMatch(/^2026-01-03 to 01-30: Not requested/);
  });

  it("rejects if a file can't be written, and sends nothing more", async () => {
    const there = world();
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = (day, signal) =>
      day.day === '2026-01-02' ? Promise.reject(new Error('disk full')) : fetch(day, signal);
    await expect(run(daysOf(30), there)).rejects.toThrow('disk full');
    const sent = there.requests.length;
    // Enough for the requests of all days, each of which takes a turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(there.requests.length).toBe(sent);
    expect(sent).toBeLessThan(8);
  });

  it('ends when canceled, even during a wait', async () => {
    const there = world();
    const pace = new RequestPace();
    pace.refused(3600);
    const cancel = new AbortController();
    const running = runWith(daysOf(3), there.work, { pace, signal: cancel.signal });
    setTimeout(() => cancel.abort(new Error('cancelled')), 20);
    await expect(running).rejects.toThrow('cancelled');
    expect(there.requests).toEqual([]);
  });
});

describe('the pace of a run', () => {
  const turn = (pace: RequestPace) => {
    let got = false;
    void pace.turn(new AbortController().signal).then(() => (got = true));
    return async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return got;
    };
  };

  it.each<[string, before: [ms: number, rows: number][], then: [ms: number, rows: number]]>([
    [
      'while responses take much longer than before',
      [
        [200, 96],
        [5000, 96],
      ],
      [300, 96],
    ],
    ['while days are large, so that two of them are never in memory', [[200, 100_000]], [200, 2000]],
    ['until it is known that days are small', [], [200, 2000]],
  ])('is one request at a time %s', async (_, before, then) => {
    const pace = new RequestPace();
    for (const response of before) pace.responded(...response);
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.responded(...then);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is exactly as slow as the service says, otherwise slower each time', () => {
    let now = 1000;
    const waits: number[] = [];
    const pace = new RequestPace(
      ({ untilEpochMs }) => waits.push(untilEpochMs - now),
      () => now,
    );
    pace.refused(7);
    now += 7000;
    // The least that is reported, also for a time that is over.
    pace.refused(1);
    now += 1000;
    pace.refused(undefined);
    now += 600_000;
    pace.refused(undefined);
    now += 600_000;
    for (let time = 0; time < 10; time += 1) {
      pace.refused(undefined);
      now += 600_000;
    }
    expect(waits.slice(0, 4)).toEqual([7000, 1000, 20_000, 40_000]);
    expect(waits.at(-1)).toBe(300_000);
  });
});
