import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayEntry } from '../../../src/range/manifest';
import { RequestPace } from '../../../src/range/requestPace';
import type { RangeDay } from '../../../src/range/rangeDays';
import { runRange, type FetchedDay, type RangeWork } from '../../../src/range/rangeRun';
import type { OutcomeKind } from '../../../src/request/outcome';
import { propertyRuns } from '../propertyRuns';

const daysOf = (count: number): RangeDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: `2026-01-${String(at + 1).padStart(2, '0')}`,
    requests: [],
  }));

const entryOf = (outcome: OutcomeKind, rows = outcome === 'success' ? 96 : 0): DayEntry => ({
  outcome,
  rows,
  bytes: rows * 10,
  sha256: '',
  requestedAt: '2026-11-01T00:00:00Z',
  integrity: [],
});

/** A service and a folder. `answers` says how each request of a day ends; the last answer stays. */
function world(answers: (day: string, request: number) => OutcomeKind = () => 'success') {
  const files = new Map<string, DayEntry>();
  const requests: string[] = [];
  const notes = new Map<string, DayEntry>();
  const state = { running: 0, most: 0, published: (_: string) => true, early: (_: string) => false };
  const work: RangeWork = {
    kept: (day) => Promise.resolve(files.get(day)),
    isPublished: (day) => state.published(day),
    mayBeEarly: (day) => state.early(day),
    async fetch({ day }, signal): Promise<FetchedDay> {
      const before = requests.filter((each) => each === day).length;
      requests.push(day);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise((resolve) => setTimeout(resolve, 0));
      state.running -= 1;
      signal.throwIfAborted();
      const entry = entryOf(answers(day, before));
      if (entry.outcome === 'success') files.set(day, entry);
      return { entry, tookMs: 1, problem: 'Trouble.', retryAfterSeconds: 0 };
    },
    note: (day, entry) => {
      notes.set(day, entry);
      return Promise.resolve();
    },
  };
  return { work, files, requests, notes, state };
}

const run = (days: RangeDay[], { work }: ReturnType<typeof world>, signal = new AbortController().signal) =>
  runRange(days, work, new RequestPace(), signal);

describe('a range run', () => {
  it('fetches each day once, at most two at a time', async () => {
    const there = world();
    const outcome = await run(daysOf(20), there);
    expect(outcome).toEqual({
      days: 20,
      fetched: 20,
      kept: 0,
      empty: 0,
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
    expect(there.notes.get('2026-01-02')?.outcome).toBe('badRequest');
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
    there.work.fetch = (day, signal) =>
      day.day === '2026-01-03'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Cancelled.'))))
        : fetch(day, signal);
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
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(there.requests.length).toBe(sent);
    expect(sent).toBeLessThan(8);
  });

  it('ends when cancelled, even during a pause or a wait', async () => {
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
    await new Promise((resolve) => setTimeout(resolve, 20));
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
          const { fetched, kept, empty, pending, failed } = last;
          expect(fetched + kept + empty + pending + failed).toBe(days.length);
          expect(fetched + kept).toBe(there.files.size);
          expect(last.rows).toBe(there.files.size * 96);
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
      await new Promise((resolve) => setTimeout(resolve, 5));
      return got;
    };
  };

  it('is one request at a time while responses take much longer than before', async () => {
    const pace = new RequestPace();
    pace.answered(200, 96);
    pace.answered(5000, 96);
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.answered(300, 96);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is one request at a time while days are large, so that two of them are never in memory', async () => {
    const pace = new RequestPace();
    pace.answered(200, 100_000);
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.answered(200, 2000);
    pace.done();
    expect(await second()).toBe(true);
    expect(await turn(pace)()).toBe(true);
  });

  it('is one request at a time until it is known that days are small', async () => {
    const pace = new RequestPace();
    expect(await turn(pace)()).toBe(true);
    const second = turn(pace);
    expect(await second()).toBe(false);
    pace.answered(200, 2000);
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
