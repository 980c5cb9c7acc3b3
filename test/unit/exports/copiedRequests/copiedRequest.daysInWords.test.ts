import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import type { CopyLanguage } from '#src/protocol/codeTargets';
import { targetOf } from '#src/request/requestTarget';
import { propertyRuns } from '../../propertyRuns';
import { recordingServer } from '../../service/localService';
import { anyDay, asked, changingDays, type AskedDay } from './daysInWords';
import { isThere, newFile, oddConnection, run, runners, targets } from '../runCopies';

const connection = oddConnection('http://127.0.0.1:1', 'basic');
const both = (word: string) => ({ startTime: word, endTime: word });
const textFor = (target: CopyLanguage, words: Record<string, string>, zone?: string) =>
  copiedRequest(target, asked(connection, 'dayahead-prices', words, zone));
/** How each program says that a period starts and ends with these days, counted from today. */
const period = {
  curl: (start: number, end: number) => `?startTime=$(start_of ${start})&endTime=$(start_of ${end})"`,
  python: (start: number, end: number) => `?startTime={start_of(${start})}&endTime={start_of(${end})}"`,
  typescript: (start: number, end: number) =>
    `?startTime=" + startOf(${start}) + "&endTime=" + startOf(${end});`,
} as const;
describe.each(targets)('a query by days, copied as %s', (target) => {
  it.each([
    ['today', 0, 1],
    ['Tomorrow', 1, 2],
    ['yesterday', -1, 0],
    ['today-7d', -7, -6],
    ['tomorrow-1d', 0, 1],
  ])('requests the day that the person entered: %s', (word, start, end) => {
    expect(textFor(target, both(word))).toContain(period[target](start, end));
  });

  it('requests delivery dates', () => {
    const text = copiedRequest(target, asked(connection, 'dayahead-curves', { date: 'tomorrow' }));
    expect(text).toContain(
      { curl: '?date=$(date_of 1)"', python: '?date={date_of(1)}"', typescript: '?date=" + dateOf(1);' }[
        target
      ],
    );
    expect(text).not.toMatch(/start_?of/i);
  });

  it('keeps what was sent for dates, instants, and days of another time zone', () => {
    const sent = '?startTime=2026-11-21T23:00:00Z&endTime=2026-11-22T23:00:00Z"';
    expect(textFor(target, both('2026-11-22'))).toContain(sent);
    expect(textFor(target, { startTime: '2026-11-21T23:00Z', endTime: '2026-11-22T23:00Z' })).toContain(sent);
    const elsewhere = textFor(target, both('today'), 'America/New_York');
    expect(elsewhere).toContain('?startTime=2026-11-22T05:00:00Z&endTime=2026-11-23T05:00:00Z"');
    expect(elsewhere).not.toMatch(/zone|calendar|(date|start)_?of|TZ=/i);
    // There, the day is the same.
    expect(textFor(target, both('today'), 'Europe/Stockholm')).toContain(period[target](0, 1));
  });

  it('keeps a text that is the word for a day', () => {
    const words = { ...both('today'), connection: 'today' };
    expect(copiedRequest(target, asked(connection, 'uk-flows', words))).toContain('connection=today');
  });
});

describe('a copiedRequest', () => {
  it.each([...targets, 'http'] as const)('is read again as the person typed the query: %s', (target) => {
    const commentOf = (zone: string) => {
      const words = { deliveryarea: 'NO1', ...both('tomorrow') };
      const text = copiedRequest(target, asked(connection, 'dayahead-prices', words, zone));
      return JSON.parse(/^(?:#|\/\/) market-data: (.*)$/m.exec(text)?.[1] ?? '') as unknown;
    };
    const dataset = 'dayahead-prices';
    expect(commentOf('Europe/Oslo')).toEqual({
      dataset,
      parameters: { deliveryarea: 'NO1', ...both('tomorrow') },
    });
    // There, days are the market's, as in a query file.
    const instants = { startTime: '2026-11-23T00:00:00Z', endTime: '2026-11-24T00:00:00Z' };
    expect(commentOf('UTC')).toEqual({ dataset, parameters: { deliveryarea: 'NO1', ...instants } });
  });
});

describe('the days in copied TypeScript', () => {
  const text = copiedRequest('typescript', asked(connection, 'dayahead-prices', both('today')));
  const functions = text.slice(text.indexOf('const calendar'), text.indexOf('/** Follows'));
  const { code } = transformSync(functions, { loader: 'ts' });
  const startOf = new Function(`${code}\nreturn startOf;`)() as (days: number) => string;
  afterEach(() => vi.useRealTimers());

  function expectRight({ now: at, days, start, end }: AskedDay) {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    expect([startOf(days), startOf(days + 1)]).toEqual([start, end]);
  }

  it("start and end like the product's when clocks change", () => {
    for (const day of changingDays) expectRight(day);
  });

  it("start and end like the product's at any time", () => {
    fc.assert(fc.property(anyDay, expectRight), { numRuns: propertyRuns(100, 6000) });
  });
});

it.skipIf(!isThere.curl)("the days in copied curl start and end like the product's", async () => {
  const text = copiedRequest('curl', asked(connection, 'dayahead-prices', both('today')));
  const code = text.slice(text.indexOf('export TZ'), text.indexOf('get() {'));
  const days = [...changingDays, ...fc.sample(anyDay, propertyRuns(20, 500))];
  // A clock that shows the moment at which a day is asked for.
  const clock = `date() {
  case $1 in
    +%s) echo "$now" ;;
    +%H) command date -d "@$now" +%H ;;
    *) command date "$@" ;;
  esac
}`;
  const lines = days.map(
    ({ now: at, days }) => `now=${Math.floor(at / 1000)}\n${code}\nstart_of ${days}\nstart_of ${days + 1}\n`,
  );
  const { code: ended, out, err } = await run('sh', [newFile('sh', `set -eu\n${clock}\n${lines.join('')}`)]);
  expect([ended, err]).toEqual([0, '']);
  expect(out.trim().split('\n')).toEqual(days.flatMap(({ start, end }) => [start, end]));
});

describe.each(targets)('a request with days copied as %s', (target) => {
  it.skipIf(!isThere[target])('sends the same address as the extension', async () => {
    const service = await recordingServer(({ method }, response) =>
      response.end(method === 'GET' ? '[]' : '{"access_token":"t"}'),
    );
    const here = oddConnection(service.url, 'none');
    const queries = [
      asked(here, 'dayahead-prices', {
        deliveryarea: 'NO1,DK1',
        blockname: 'Off-peak 1',
        ...both('2026-03-29'),
      }),
      asked(here, 'intraday-orders', { startTime: '2026-10-25', endTime: '2026-10-25T10:00' }),
      asked(here, 'hub-to-hub-capacities', { powerHour: '2026-11-22', daFrom: 'NO1' }),
    ];
    for (const query of queries) {
      const { code, err } = await runners[target](copiedRequest(target, query));
      expect([code, err]).toEqual([0, '']);
    }
    const paths = service.received.flatMap(({ method, url }) => (method === 'GET' ? [url] : []));
    expect(paths).toEqual(queries.map((query) => `/api${targetOf(query, here)}`));
  });
});
