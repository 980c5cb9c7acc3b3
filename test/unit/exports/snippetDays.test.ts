import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { snippet } from '../../../src/exports/snippets/snippets';
import { propertyRuns } from '../propertyRuns';
import { anyDay, asked, askedDay, now, specialDays, zones, type AskedDay } from './snippetDays';
import { isThere, newFile, oddConnection, python, run, runners, secrets, targets } from './snippetRuns';

const connection = oddConnection('http://127.0.0.1:1', 'basic');
const both = (word: string) => ({ startTime: word, endTime: word });
const textFor = (target: 'typescript' | 'python', words: Record<string, string>, zone?: string) =>
  snippet(target, asked(connection, 'dayahead-prices', words, zone));

describe('a snippet', () => {
  it('requests the day that the person entered, and says what was sent', () => {
    const words = { deliveryarea: 'NO1,DK1', ...both('Today-7d') };
    expect(textFor('typescript', words)).toContain(`const parameters = () => ({
  deliveryarea: "NO1,DK1",
  startTime: startOf("today-7d"), // 2026-11-14T23:00:00Z
  endTime: endOf("today-7d"), // 2026-11-15T23:00:00Z
});`);
    expect(textFor('python', words)).toContain(`    return {
        "deliveryarea": "NO1,DK1",
        "startTime": start_of("today-7d"),  # 2026-11-14T23:00:00Z
        "endTime": end_of("today-7d"),  # 2026-11-15T23:00:00Z
    }`);
  });

  it("means days in the person's time zone, but delivery dates in the market's", () => {
    const zone = 'America/New_York';
    const curves = asked(connection, 'dayahead-curves', { date: 'tomorrow' }, zone);
    expect(textFor('typescript', both('today'), zone)).toContain(`timeZone = "${zone}";`);
    expect(textFor('python', both('today'), zone)).toContain(`TIME_ZONE = "${zone}"`);
    expect(snippet('typescript', curves)).toContain('timeZone = "Europe/Oslo";');
    expect(snippet('python', curves)).toContain('TIME_ZONE = "Europe/Oslo"');
    expect(snippet('typescript', curves)).toContain('date: dateOf("tomorrow"), // 2026-11-23');
    expect(snippet('python', curves)).toContain('"date": str(date_of("tomorrow")),  # 2026-11-23');
  });

  it.each([
    ['europe/oslo', 'Europe/Oslo'],
    ['ASIA/KOLKATA', 'Asia/Kolkata'],
    ['utc', 'UTC'],
  ])('names time zones as the files of Python are named, however a person did: %s', (typed, name) => {
    expect(textFor('python', both('today'), typed)).toContain(`TIME_ZONE = "${name}"`);
    expect(textFor('typescript', both('today'), typed)).toContain(`timeZone = "${name}"`);
  });

  it.skipIf(!isThere.python)('says what to install if Python has no data of time zones', async () => {
    const file = newFile('py', textFor('python', both('today')));
    // Without the packages that are installed, such as tzdata.
    const { code, out, err } = await run(python, ['-S', file], { ...secrets, PYTHONTZPATH: '' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'Python has no data for the time zone Europe/Oslo. Install it with: pip install tzdata\n',
    );
  });

  it('keeps instants that a person entered, with no code for days', () => {
    const period = { startTime: '2026-11-21T23:00:00Z', endTime: '2026-11-22T23:00:00Z' };
    for (const target of ['typescript', 'python'] as const) {
      const text = textFor(target, period);
      expect(text).toContain('?startTime=2026-11-21T23:00:00Z&endTime=2026-11-22T23:00:00Z"');
      expect(text).not.toMatch(/zone|calendar|dateOf|date_of/i);
    }
    expect(textFor('python', { ...period, startTime: 'today' })).toContain('"endTime": "2026-11-22T23');
  });

  it.each([...targets, 'http'] as const)('is read again in the words of the person: %s', (target) => {
    const commentOf = (zone: string) => {
      const words = { deliveryarea: 'NO1', ...both('tomorrow') };
      const text = snippet(target, asked(connection, 'dayahead-prices', words, zone));
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
  type Bound = (day: string) => string;
  const code = new Map<string, { startOf: Bound; endOf: Bound; dateOf: Bound }>();
  beforeAll(async () => {
    for (const zone of zones) {
      const text = textFor('typescript', both('today'), zone);
      const js = transformSync(text, { loader: 'ts' }).code;
      const url = pathToFileURL(newFile('mjs', js)).href;
      code.set(
        zone,
        (await import(/* @vite-ignore */ url)) as { startOf: Bound; endOf: Bound; dateOf: Bound },
      );
    }
  });
  afterEach(() => vi.useRealTimers());

  function expectRight({ zone, now: at, word, start, end }: AskedDay) {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    const { startOf, endOf } = code.get(zone)!;
    expect([startOf(word), endOf(word)]).toEqual([start, end]);
  }

  it('have 23 and 25 hours when clocks change', () => {
    const { startOf, endOf } = code.get('Europe/Oslo')!;
    expect([startOf('2026-03-29'), endOf('2026-03-29')]).toEqual([
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ]);
    expect([startOf('2026-10-25'), endOf('2026-10-25')]).toEqual([
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ]);
  });

  it.each(zones)("start and end like the product's in %s", (zone) => {
    for (const day of specialDays) expectRight(askedDay(zone, now, day));
    for (const at of specialDays.map((day) => Date.parse(`${day}T23:30:00Z`))) {
      for (const word of ['today', 'tomorrow', 'yesterday', 'today-7d', 'tomorrow+30d']) {
        expectRight(askedDay(zone, at, word));
      }
    }
  });

  it("start and end like the product's at any time", () => {
    fc.assert(fc.property(anyDay, expectRight), { numRuns: propertyRuns(100, 6000) });
  });
});

describe.each(['typescript', 'python'] as const)('the %s snippet with days', (target) => {
  it.skipIf(!isThere[target])('sends the same address as the extension', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      if (request.method === 'GET') paths.push(request.url ?? '');
      request
        .resume()
        .on('end', () => response.end(request.method === 'GET' ? '[]' : '{"access_token":"t"}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const here = oddConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'none');
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
      const { code, err } = await runners[target](snippet(target, query));
      expect([code, err]).toEqual([0, '']);
    }
    server.close();
    expect(paths).toEqual(queries.map(({ url }) => new URL(url).pathname + new URL(url).search));
  });
});
