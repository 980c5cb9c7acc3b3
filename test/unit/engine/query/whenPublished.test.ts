import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  afterRequest,
  queryUntilPublished,
  beginWaiting,
  hasRequestedData,
  isComing,
  mayBePublished,
  type Received,
  type Waiting,
} from '#src/engine/query/whenPublished';
import { askedOf } from '#src/market/integrity/asked';
import { shortfallsOf } from '#src/market/integrity/shortfalls';
import { readQuery, type Query } from '#src/market/query/query';
import { hourMs, minuteMs } from '#src/market/time/zones';
import { outcomeOf } from '#src/results/result';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { visit } from '../../sandbox/sampleRequests';
import { atOnce } from '../../table/atOnce';
import { readBody } from '../../table/readBody';

const at = (clock: string) => Date.parse(`2026-11-27T${clock}+01:00`);
const midnight = Date.parse('2026-11-28T00:00+01:00');
const secondsAfter = (clock: string, times: readonly number[]) =>
  times.map((time) => (time - at(clock)) / 1000);

function queryFor(dataset: string, parameters: Record<string, string>, now = at('12:00')): Query {
  const read = readQuery(dataset, parameters, now, 'Europe/Oslo');
  if (!('query' in read)) throw new Error(read.problems.map(({ message }) => message).join(' '));
  return read.query;
}

const prices = (day: string, areas = 'NO1') =>
  queryFor('dayahead-prices', { deliveryarea: areas, startTime: day, endTime: day });
const tomorrow = prices('tomorrow');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: at('12:00') }));
afterEach(() => void vi.useRealTimers());

const nothing: Received = { outcome: { kind: 'noData' }, isThere: false };
const all: Received = { outcome: { kind: 'success' }, isThere: true };

/** Waits while the clock jumps to each next request; notes when requests are sent. */
async function waitFor(
  query: Query,
  ask: (time: number) => Received | Promise<Received>,
  { sleepUntil = (time: number) => void vi.setSystemTime(Math.max(time, Date.now())) } = {},
) {
  const sent: number[] = [];
  const got = await queryUntilPublished(query, beginWaiting(query, Date.now()), {
    sleepUntil: (time) => {
      sleepUntil(time);
      return Promise.resolve();
    },
    ask: () => {
      sent.push(Date.now());
      return Promise.resolve(ask(Date.now()));
    },
    onChange: () => undefined,
  });
  return { got, sent };
}

describe('a future day', () => {
  it('is first requested when its last day is due, or at once if that time has passed', () => {
    expect(beginWaiting(tomorrow, at('09:00')).next).toBe(at('12:55'));
    expect(beginWaiting(tomorrow, at('14:00')).next).toBe(at('14:00'));
    const both = queryFor('dayahead-prices', { startTime: 'today', endTime: 'tomorrow' });
    expect(beginWaiting(both, at('09:00')).next).toBe(at('12:55'));
    const uk = queryFor('uk-auction-prices', {
      startTime: '2026-11-28T00:00+01:00',
      endTime: '2026-11-29T00:00+01:00',
    });
    expect(beginWaiting(uk, at('09:00')).next).toBe(Date.parse('2026-11-27T10:00Z'));
    const curves = queryFor('dayahead-curves', { date: '2026-12-24' });
    expect(beginWaiting(curves, at('09:00')).next).toBe(Date.parse('2026-12-23T12:55+01:00'));
  });

  it('is requested in longer and longer pauses, from half a minute to five minutes', async () => {
    const { sent } = await waitFor(tomorrow, (time) => (time >= at('13:20') ? all : nothing));
    const pauses = sent.slice(1).map((time, index) => (time - sent[index]!) / 1000);
    expect(sent[0]).toBe(at('12:55'));
    expect(pauses.slice(0, 4)).toEqual([30, 45, 67.5, 101.25]);
    expect(pauses.at(-1)).toBe(300);
  });

  it('is given up when the day begins, with the last response', async () => {
    const { got, sent } = await waitFor(tomorrow, () => nothing);
    expect(got).toBe(nothing);
    expect(sent.at(-1)).toBeLessThan(midnight);
    expect(sent.at(-1)).toBeGreaterThan(midnight - 5 * minuteMs - 1);
  });

  it('is requested once after the machine slept past noon, even if it slept until the day began', async () => {
    const wakeAt = (time: number) => () => void vi.setSystemTime(time);
    const noon = await waitFor(tomorrow, () => all, { sleepUntil: wakeAt(at('16:10')) });
    expect(noon.sent).toEqual([at('16:10')]);
    vi.setSystemTime(at('12:00'));
    const day = await waitFor(tomorrow, () => nothing, { sleepUntil: wakeAt(midnight + hourMs) });
    expect(day.sent).toEqual([midnight + hourMs]);
    expect(day.got).toBe(nothing);
  });
});

describe('a day that has begun', () => {
  it('is requested at once, and for half an hour', async () => {
    const { sent } = await waitFor(prices('today'), () => nothing);
    const after = secondsAfter('12:00', sent);
    expect(after.slice(0, 3)).toEqual([0, 30, 75]);
    expect(after.at(-1)).toBeGreaterThan(25 * 60);
    expect(after.at(-1)).toBeLessThan(30 * 60);
  });
});

describe('a busy service', () => {
  it('is obeyed as long as it says, and then gets requests at the usual pace', async () => {
    const busy = (retryAfterSeconds?: number): Received => ({
      outcome: { kind: 'tooManyRequests', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
      isThere: false,
    });
    const replies = [busy(600), busy(), busy(3), all];
    const { sent, got } = await waitFor(tomorrow, () => replies.shift() ?? all);
    expect(secondsAfter('12:55', sent)).toEqual([0, 600, 645, 712.5]);
    expect(got).toBe(all);
  });

  it('gets no more requests if it says to wait until the day begins', () => {
    const outcome = { kind: 'tooManyRequests', retryAfterSeconds: 12 * 3600 } as const;
    const waiting = beginWaiting(tomorrow, at('12:55'));
    expect(afterRequest(tomorrow, waiting, { outcome, isThere: false }, at('12:55'))).toBe('givenUp');
  });
});

it.each(['badRequest', 'unauthorized', 'cancelled'] as const)('%s ends the wait', (kind) => {
  const waiting = beginWaiting(tomorrow, at('13:00'));
  const got = { outcome: { kind }, isThere: false };
  expect(afterRequest(tomorrow, waiting, got, at('13:00'))).toBe('givenUp');
});

it.each(['unreachable', 'timeout', 'unexpectedError', 'unexpectedResponse', 'success', 'noData'] as const)(
  '%s without the requested data continues the wait',
  (kind) => {
    const waiting = beginWaiting(tomorrow, at('13:00'));
    const got = { outcome: { kind }, isThere: false };
    const next: Waiting = { since: at('13:00'), tries: 1, next: at('13:00:30') };
    expect(afterRequest(tomorrow, waiting, got, at('13:00'))).toEqual(next);
  },
);

it('data without a time of publication, or a query without a period, has nothing to wait for', () => {
  const flows = queryFor('intraday-scheduled-flow', { startTime: 'tomorrow', endTime: 'tomorrow' });
  const orders = queryFor('intraday-orders', { startTime: 'tomorrow', endTime: 'tomorrow' });
  for (const query of [flows, orders]) {
    expect(() => beginWaiting(query, at('12:00'))).toThrow(
      `"${query.dataset.title()}" isn't published at a set time, so there is nothing to wait for.`,
    );
    expect(mayBePublished(query, at('12:00'))).toBe(false);
  }
  const open = queryFor('dayahead-prices', { deliveryarea: 'NO1' });
  expect(() => beginWaiting(open, at('12:00'))).toThrow('The query has no period');
});

it('waiting is offered until the day is over, and in query files until it begins', () => {
  expect([at('12:00'), midnight, midnight + 24 * hourMs].map((now) => mayBePublished(tomorrow, now))).toEqual(
    [true, true, false],
  );
  expect([at('12:00'), midnight].map((now) => isComing(tomorrow, now))).toEqual([true, false]);
});

describe('the requested data is there', () => {
  const facts = { isWhole: true, rows: 96 };

  it("if nothing is missing or still to come, even if completeness can't be judged", () => {
    expect(hasRequestedData({ ...facts, findings: [{ kind: 'received', count: 96 }] })).toBe(true);
    expect(hasRequestedData({ ...facts, findings: [{ kind: 'longIntervals', count: 1 }] })).toBe(true);
    expect(hasRequestedData({ ...facts, findings: [{ kind: 'toCome', count: 96 }] })).toBe(false);
    expect(hasRequestedData({ ...facts, findings: [{ kind: 'absent', count: 1 }] })).toBe(false);
    expect(hasRequestedData({ ...facts, findings: null })).toBe(false);
    expect(hasRequestedData({ isWhole: true, rows: 0, findings: [] })).toBe(false);
    expect(hasRequestedData({ isWhole: false, rows: 96, findings: [] })).toBe(false);
  });
});

describe('with the sample service', () => {
  /** Waits for a query while the service's clock is `aheadMs` ahead. `seen` is what each response lacked. */
  async function waitAt(query: Query, aheadMs: number, answer: (body: string) => string = String) {
    const service = await visit(0, 'normal', {
      now: () => Date.now() + aheadMs,
      tokenLifetimeSeconds: 1e6,
    });
    const seen: string[] = [];
    try {
      const waited = await waitFor(query, async () => {
        const reply = await service.get(query.dataset.id, { ...query.parameters });
        const { table, verdict } = readBody(answer(String(reply.bytes)), query.dataset.record);
        const outcome = outcomeOf(reply.status === 204 ? { kind: 'noData' } : verdict, String);
        const findings = atOnce(integrityOf(table, askedOf(query, Date.now())));
        seen.push(table.rows === 0 ? 'no data' : shortfallsOf(findings).join(', '));
        const isWhole = outcome.kind === 'success' || outcome.kind === 'noData';
        return { outcome, isThere: hasRequestedData({ isWhole, rows: table.rows, findings }) };
      });
      return { ...waited, seen };
    } finally {
      await service.sandbox.close();
    }
  }

  it('takes tomorrow once it is there, on a day on which publication is late', async () => {
    const { got, sent, seen } = await waitAt(tomorrow, -20 * minuteMs);
    expect(got).toMatchObject({ outcome: { kind: 'success' }, isThere: true });
    expect(sent[0]).toBe(at('12:55'));
    expect(sent.at(-1)).toBeGreaterThanOrEqual(at('13:15'));
    expect(sent.at(-1)).toBeLessThan(at('13:20'));
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(['no data']));
    expect(seen.at(-1)).toBe('');
  });

  it('waits for the last day of a period whose first one is there', async () => {
    const both = queryFor('dayahead-prices', {
      deliveryarea: 'NO1',
      startTime: 'today',
      endTime: 'tomorrow',
    });
    const { got, seen } = await waitAt(both, -minuteMs);
    expect(got.isThere).toBe(true);
    expect(seen).toEqual(['96 of 192 missing', '96 of 192 missing', '']);
  });

  it('says which areas are missing, and takes the whole when all are there', async () => {
    let responses = 0;
    const isOf = (area: string) => (record: unknown) => JSON.stringify(record).includes(`"${area}"`);
    const { got, seen } = await waitAt(prices('tomorrow', 'NO1,SE3'), 0, (body) => {
      responses += 1;
      const records = JSON.parse(body) as unknown[];
      return JSON.stringify(responses < 3 ? records.filter(isOf('NO1')) : records);
    });
    expect(got.isThere).toBe(true);
    expect(seen).toEqual(['no data for SE3', 'no data for SE3', '']);
  });

  it('counts preliminary prices unless official ones were requested', async () => {
    const inKroner = { deliveryarea: 'NO1', currency: 'NOK', startTime: 'tomorrow', endTime: 'tomorrow' };
    const any = await waitAt(queryFor('dayahead-prices', inKroner), 0);
    expect([any.got.isThere, any.sent]).toEqual([true, [at('12:55')]]);
    vi.setSystemTime(at('12:55'));
    const service = await visit(at('12:55'));
    const { parameters } = queryFor('dayahead-prices', { ...inKroner, status: 'P' });
    const preliminary = String((await service.get('dayahead-prices', { ...parameters })).bytes);
    await service.sandbox.close();
    expect(preliminary).toContain('"P"');
    let responses = 0;
    const official = await waitAt(queryFor('dayahead-prices', { ...inKroner, status: 'O' }), 0, (body) => {
      responses += 1;
      return responses < 3 ? preliminary : body;
    });
    for (const seen of official.seen.slice(0, 2)) expect(seen).toContain('P');
    expect(official.got.isThere).toBe(true);
  });

  it('never takes another day for tomorrow', async () => {
    const today = prices('today');
    const service = await visit(at('12:00'));
    const other = String((await service.get('dayahead-prices', { ...today.parameters })).bytes);
    await service.sandbox.close();
    let responses = 0;
    const { got, sent } = await waitAt(tomorrow, 0, (body) => {
      responses += 1;
      return responses === 1 ? other : body;
    });
    expect(got.isThere).toBe(true);
    expect(sent).toHaveLength(2);
  });
});
