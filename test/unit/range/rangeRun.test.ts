import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heldEntry,
  settledDay,
  type CameDay,
  type DayEntry,
  type RangeWishes,
} from '../../../src/range/dayState';
import { RequestPace } from '../../../src/range/requestPace';
import type { RangeDay } from '../../../src/range/rangeDays';
import { endedDays, runRange, type FetchedDay, type RangeWork } from '../../../src/range/rangeRun';
import type { OutcomeKind } from '../../../src/request/outcome';
import { propertyRuns } from '../propertyRuns';

const daysOf = (count: number): RangeDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: `2026-01-${String(at + 1).padStart(2, '0')}`,
    requests: [],
  }));

/** What comes for a day: nothing, or a file with this many values. */
const cameOf = (outcome: OutcomeKind, placed: number): CameDay => {
  const placement = { placed, strays: 0, unreadable: 0 };
  return {
    outcome,
    problem: 'Trouble.',
    requestedAt: '2026-01-16T00:00:00Z',
    responses: outcome === 'success' ? [{ isWhole: true, rows: placed, findings: [] }] : [],
    withoutData: 0,
    file: outcome === 'success' ? { rows: placed, bytes: placed * 10, sha256: '', placement } : null,
  };
};

/** A service and a folder. `answers` says how each request of a day ends; the last answer stays. */
function world(answers: (day: string, request: number) => OutcomeKind = () => 'success') {
  const noted = new Map<string, DayEntry>();
  const requests: string[] = [];
  const state = {
    running: 0,
    most: 0,
    published: (_: string) => true,
    early: (_: string) => false,
    values: (_: string) => 96,
  };
  const work: RangeWork = {
    held: (day) => Promise.resolve(heldEntry(noted.get(day), true)),
    isAvailable: (day) => state.published(day) || state.early(day),
    async fetch({ day }, held, signal): Promise<FetchedDay> {
      const before = requests.filter((each) => each === day).length;
      requests.push(day);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise((resolve) => setTimeout(resolve, 0));
      state.running -= 1;
      signal.throwIfAborted();
      const outcome = answers(day, before);
      const context = { held, isDue: state.published(day), record: 'timeSeries' } as const;
      const settled = settledDay(cameOf(outcome, state.values(day)), context);
      return { outcome, settled, rows: 96, tookMs: 1, retryAfterSeconds: 0 };
    },
    note: (day, entry) => {
      noted.set(day, entry);
      return Promise.resolve();
    },
  };
  const files = () => [...noted.values()].filter(({ bytes }) => bytes > 0);
  return { work, files, requests, noted, state };
}

const never = new AbortController().signal;
const run = (
  days: RangeDay[],
  { work }: ReturnType<typeof world>,
  signal = never,
  wishes: RangeWishes = {},
) => runRange(days, work, new RequestPace(), signal, wishes);

describe('a range run', () => {
  it('fetches each day once, at most two at a time', async () => {
    const there = world();
    const outcome = await run(daysOf(20), there);
    expect(outcome).toEqual({
      days: 20,
      fetched: 20,
      kept: 0,
      empty: 0,
      incomplete: 0,
      pending: 0,
      failed: 0,
      rows: 20 * 96,
      bytes: 20 * 960,
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

  it('leaves old empty days alone, unless it is to request them again', async () => {
    const there = world(() => 'noData');
    expect(await run(daysOf(10), there)).toMatchObject({ empty: 10 });
    there.requests.length = 0;
    // The request on the 16th was 14 days after the end of the first day.
    const later = await run(daysOf(10), there);
    expect(later).toMatchObject({ days: 10, empty: 10, problems: [] });
    expect([...there.requests].sort()).toEqual(
      daysOf(10)
        .slice(1)
        .map(({ day }) => day),
    );
    there.requests.length = 0;
    expect(await run(daysOf(10), there, never, { again: true })).toMatchObject({ empty: 10 });
    expect(there.requests).toHaveLength(10);
  });

  it('keeps a day that was better before, and names it', async () => {
    const there = world();
    there.state.published = () => false;
    there.state.early = () => true;
    there.state.values = () => 50;
    const findings = [{ kind: 'toCome', count: 46 }] as const;
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = ({ day }, held) => {
      const came = { ...cameOf('success', 50), responses: [{ isWhole: true, rows: 50, findings }] };
      const settled = settledDay(came, { held, isDue: false, record: 'timeSeries' });
      there.requests.push(day);
      return Promise.resolve({ outcome: 'success', settled, rows: 50, tookMs: 1 });
    };
    const days = daysOf(20).slice(18);
    expect(await run(days, there)).toMatchObject({ incomplete: 2, fetched: 0, rows: 100 });
    const before = new Map(there.noted);
    there.work.fetch = fetch;
    there.state.values = (day) => (day === '2026-01-19' ? 40 : 96);
    const again = await run(days, there);
    expect(again).toMatchObject({ incomplete: 1, fetched: 1, failed: 0, rows: 146 });
    expect(again.problems).toEqual([
      '2026-01-19: The response has fewer values than before: 40 instead of 50. The earlier file was kept.',
    ]);
    expect(there.noted.get('2026-01-19')).toBe(before.get('2026-01-19'));
    const kept = await run(days, there, never, { keepIncomplete: true });
    expect(kept).toMatchObject({ kept: 2, incomplete: 0, rows: 146 });
  });

  it('requests a day whose response belongs to another day only once', async () => {
    const there = world();
    there.work.fetch = ({ day }, held) => {
      there.requests.push(day);
      const placement = { placed: 0, strays: 96, unreadable: 0 };
      const came = cameOf('success', 96);
      const file = { rows: 0, bytes: 5, sha256: '', placement };
      const settled = settledDay({ ...came, file }, { held, isDue: true, record: 'timeSeries' });
      return Promise.resolve({ outcome: 'success', settled, rows: 96, tookMs: 1 });
    };
    const outcome = await run(daysOf(2), there);
    expect(outcome).toMatchObject({ failed: 2, fetched: 0, rows: 0 });
    expect(outcome.problems[0]).toBe(
      '2026-01-01: None of the 96 rows in the response starts in the delivery day.',
    );
    expect(there.requests).toHaveLength(2);
  });

  it('distinguishes days without data from unpublished days, which it does not request', async () => {
    const there = world((day) => (day >= '2026-01-03' ? 'noData' : 'success'));
    there.state.published = (day) => day <= '2026-01-03';
    there.state.early = (day) => day === '2026-01-04';
    const outcome = await run(daysOf(6), there);
    expect(outcome).toMatchObject({ days: 6, fetched: 2, empty: 1, pending: 3, failed: 0 });
    expect(there.requests).not.toContain('2026-01-05');
    expect(there.requests).toContain('2026-01-04');
  });

  it('tries a day again after a brief failure of the service, and waits if the service asks for it', async () => {
    const there = world((day, request) => {
      if (day === '2026-01-02' && request < 2) return 'unreachable';
      return day === '2026-01-03' && request < 5 ? 'tooManyRequests' : 'success';
    });
    expect(await run(daysOf(5), there)).toMatchObject({ fetched: 5, failed: 0, problems: [] });
    expect(there.requests.filter((day) => day === '2026-01-03')).toHaveLength(6);
  });

  it('names the days that failed, and continues', async () => {
    const there = world((day) => (day === '2026-01-02' ? 'badRequest' : 'success'));
    const outcome = await run(daysOf(4), there);
    expect(outcome).toMatchObject({ fetched: 3, failed: 1, problems: ['2026-01-02: Trouble.'] });
    expect(there.requests.filter((day) => day === '2026-01-02')).toHaveLength(1);
    expect(there.noted.get('2026-01-02')?.outcome).toBe('badRequest');
  });

  it.each<OutcomeKind>(['unauthorized', 'unreachable'])(
    'ends early if nothing can succeed (%s), with every day counted',
    async (kind) => {
      const there = world(() => kind);
      const outcome = await run(daysOf(100), there);
      expect(outcome).toMatchObject({ days: 100, failed: 100, fetched: 0 });
      expect(outcome.problems.at(-1)).toMatch(/ended early/);
      expect(there.requests.length).toBeLessThan(25);
    },
  );

  it('that ends early says so, whatever the day that was being written then says of being stopped', async () => {
    const there = world((day) => (day === '2026-01-02' ? 'unauthorized' : 'success'));
    const fetch = there.work.fetch.bind(there.work);
    there.work.fetch = (day, held, signal) =>
      day.day === '2026-01-03'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Cancelled.'))))
        : fetch(day, held, signal);
    const outcome = await run(daysOf(30), there);
    expect(outcome).toMatchObject({ days: 30, fetched: 1, failed: 29 });
    expect(outcome.problems.at(-1)).toMatch(/ended early/);
  });

  it('rejects if a file cannot be written, and sends nothing more', async () => {
    const there = world();
    there.work.note = (day) =>
      day === '2026-01-02' ? Promise.reject(new Error('disk full')) : Promise.resolve();
    await expect(run(daysOf(30), there)).rejects.toThrow('disk full');
    const sent = there.requests.length;
    // Enough for the requests of all days, each of which takes a turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(there.requests.length).toBe(sent);
    expect(sent).toBeLessThan(8);
  });

  it('ends when canceled, even during a pause or a wait', async () => {
    for (const prepare of [
      (pace: RequestPace) => void pace.pause(),
      (pace: RequestPace) => pace.refused(3600),
    ]) {
      const there = world();
      const pace = new RequestPace();
      prepare(pace);
      const cancel = new AbortController();
      const running = runRange(daysOf(3), there.work, pace, cancel.signal);
      setTimeout(() => cancel.abort(new Error('cancelled')), 20);
      await expect(running).rejects.toThrow('cancelled');
      expect(there.requests).toEqual([]);
    }
  });

  it('continues after a pause', async () => {
    const there = world();
    const pace = new RequestPace();
    const resume = pace.pause();
    const running = runRange(daysOf(3), there.work, pace, new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve));
    expect(there.requests).toEqual([]);
    resume();
    expect(await running).toMatchObject({ fetched: 3 });
  });

  it('loses and duplicates nothing, however often it is interrupted and whatever fails in between', async () => {
    const kinds = fc.constantFrom<OutcomeKind>(
      'success',
      'success',
      'success',
      'noData',
      'timeout',
      'tooManyRequests',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(kinds, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 15 }),
        fc.array(fc.nat(12), { maxLength: 6 }),
        async (answers, ends) => {
          const days = daysOf(answers.length);
          const there = world((day, request) => {
            const own = answers[Number(day.slice(-2)) - 1] ?? [];
            return own[request] ?? (own.includes('success') ? 'success' : 'noData');
          });
          for (const end of ends) {
            const cancel = new AbortController();
            const running = run(days, there, cancel.signal);
            for (let turn = 0; turn < end; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
            cancel.abort(new Error('killed'));
            await running.catch(() => undefined);
          }
          let last = await run(days, there);
          for (let turn = 0; turn < 8 && last.failed > 0; turn += 1) last = await run(days, there);
          const { fetched, kept, failed } = last;
          expect(endedDays(last)).toBe(days.length);
          expect(fetched + kept).toBe(there.files().length);
          expect(last.rows).toBe(there.files().length * 96);
          expect(failed).toBe(0);
          expect(there.state.most).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: propertyRuns(20, 1200) },
    );
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

  it('is one request at a time while responses take much longer than before', async () => {
    const pace = new RequestPace();
    pace.responded(200, 96);
    pace.responded(5000, 96);
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.responded(300, 96);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is one request at a time while days are large, so that two of them are never in memory', async () => {
    const pace = new RequestPace();
    pace.responded(200, 100_000);
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.responded(200, 2000);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is one request at a time until it is known that days are small', async () => {
    const pace = new RequestPace();
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.responded(200, 2000);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is exactly as slow as the service says, otherwise slower each time', () => {
    let now = 1000;
    const waits: [ms: number, isRequested: boolean][] = [];
    const pace = new RequestPace(
      ({ untilEpochMs, isRequested }) => waits.push([untilEpochMs - now, isRequested]),
      () => now,
    );
    pace.refused(7);
    now += 7000;
    pace.refused(undefined);
    now += 600_000;
    pace.refused(undefined);
    now += 600_000;
    for (let time = 0; time < 10; time += 1) {
      pace.refused(undefined);
      now += 600_000;
    }
    expect(waits.slice(0, 3)).toEqual([
      [7000, true],
      [10_000, false],
      [20_000, false],
    ]);
    expect(waits.at(-1)).toEqual([300_000, false]);
  });
});
