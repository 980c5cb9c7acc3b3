import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';

/** The days that the skill's code is asked about: 23, 25, and 24 hours. */
export const days = ['2026-03-29', '2026-10-25', '2026-06-15'] as const;

/** What the code of the skill works out for one day of the sample service. */
export interface DayAnswers {
  readonly start: string;
  readonly end: string;
  readonly due: number;
  readonly hours: number;
  readonly resultsDue: string;
  readonly count: number;
  readonly lengths: readonly number[];
  readonly complete: boolean;
  readonly gaps: number;
  readonly mean: number;
  /** Of the three blocks, weighted by duration. */
  readonly blocksMean: number;
  /** The local times between 01:45 and 03:00. */
  readonly night: readonly string[];
}

/** The answers that both languages give, as JSON. Python's decimals are doubles here. */
export interface SkillAnswers {
  readonly days: Readonly<Record<string, DayAnswers>>;
  readonly traps: unknown;
  /** For each path of the faulty service: `data`, `noData`, or the status of the error, 0 for none. */
  readonly outcomes: Readonly<Record<string, string | number>>;
  /** The integer that the faulty service sends, as text. */
  readonly big: string;
  /** What an address without encryption, and a missing password, lead to. */
  readonly refusals: readonly string[];
  /** What two queries with a password that the sign-in service rejects lead to. */
  readonly refused: readonly string[];
  /** Everything that was thrown, as text. */
  readonly messages: readonly string[];
}

/** Where and with what the skill's code signs in, as its environment variables. */
export type Environment = Readonly<Record<string, string>>;

const password = 'p%41+ä]&=secret';
const clientSecret = 'c:%+secret';
const refusalWords = 'The password is wrong.';

const paths = [
  '/data',
  '/status-204',
  '/text',
  '/empty-array',
  '/status-400',
  '/status-401-once',
  '/status-401',
  '/status-403',
  '/status-429-once',
  '/status-429-date',
  '/status-429-long',
  '/status-500',
  '/status-503',
  '/status-503-once',
  '/status-206',
  '/error-object',
  '/error-record',
  '/redirect',
  '/cut-off',
  '/half-of-json',
] as const;

const data = '[{"deliveryArea":"NO1","id":9007199254740993,"text":"9007199254740993 \\" 1"}]';

interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const whole: Reply = { status: 200, body: data };

/** What the faulty service sends for a path, the `time`-th time that it's queried. */
function replyOf(path: string, time: number): Reply {
  const date = (ahead: number) => new Date(Date.now() + ahead).toUTCString();
  switch (path) {
    case '/status-204':
      return { status: 204 };
    case '/text':
      return { status: 200, body: '"Nothing matches."' };
    case '/empty-array':
      return { status: 200, body: '[]' };
    case '/status-400':
      return { status: 400, body: '"Invalid."' };
    case '/status-401-once':
      return time === 1 ? { status: 401 } : whole;
    case '/status-401':
      return { status: 401, body: '"Invalid token."' };
    case '/status-403':
      return { status: 403 };
    case '/status-429-once':
      return time === 1 ? { status: 429, headers: { 'retry-after': '1' } } : whole;
    case '/status-429-date':
      return time === 1 ? { status: 429, headers: { date: date(0), 'retry-after': date(1000) } } : whole;
    case '/status-429-long':
      return { status: 429, headers: { 'retry-after': '86400' } };
    case '/status-500':
      return { status: 500, body: '"Unexpected."' };
    case '/status-503':
      return { status: 503, body: '"Unavailable."' };
    case '/status-503-once':
      return time === 1 ? { status: 503, headers: { 'retry-after': '0' } } : whole;
    case '/status-206':
      return { ...whole, status: 206 };
    case '/error-object':
      return { status: 200, body: '{"type":"about:blank","title":"Not for you."}' };
    case '/error-record':
      return { status: 200, body: '[{"type":"error","message":"Not for you."}]' };
    case '/redirect':
      return { status: 302, headers: { location: '/api/redirected' } };
    case '/half-of-json':
      return { status: 200, body: data.slice(0, 10) };
    default:
      return whole;
  }
}

/** A service that fails in the ways that the skill names, one for each path. */
async function startFaultyService() {
  const seen = { tokens: 0, refused: 0, forms: [] as string[], clients: [] as (string | undefined)[] };
  const asked = new Map<string, number>();
  const respond = (request: IncomingMessage, response: ServerResponse, sent: string) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const send = ({ status, body = '', headers = {} }: Reply) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    if (pathname.startsWith('/refusing')) {
      seen.refused += 1;
      send({ status: 200, body: `{"error":"denied","error_description":"${refusalWords}"}` });
      return;
    }
    if (pathname.startsWith('/identity')) {
      seen.tokens += 1;
      seen.forms.push(sent);
      seen.clients.push(request.headers.authorization);
      const granted = { access_token: `t${seen.tokens}`, expires_in: 3600 };
      // Late enough for other queries to need it, too.
      setTimeout(() => send({ status: 200, body: JSON.stringify(granted) }), 50);
      return;
    }
    const path = pathname.slice('/api'.length);
    const time = (asked.get(path) ?? 0) + 1;
    asked.set(path, time);
    if (path === '/cut-off') {
      response.writeHead(200, { 'content-length': String(data.length) });
      response.write(data.slice(0, 10), () => response.destroy());
    } else send(replyOf(path, time));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => respond(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    seen,
    asked,
    environment: {
      MARKET_DATA_BASE_URL: `${origin}/api`,
      MARKET_DATA_AUTH_URL: `${origin}/identity`,
      // Of a sign-in that grants no token: the skill doesn't read it.
      MARKET_DATA_REFUSING_URL: `${origin}/refusing`,
      MARKET_DATA_USERNAME: 'user',
      MARKET_DATA_PASSWORD: password,
      MARKET_DATA_CLIENT_ID: 'client',
      MARKET_DATA_CLIENT_SECRET: clientSecret,
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** By rule, what the code has to make of the responses in the folder, worked out by hand. */
const trapAnswers = {
  6: { lengths: [15, 60], complete: true, mean: 37.1875 },
  7: [60, 60, 1440],
  8: 47.878261,
  9: { gaps: [['2026-06-15T10:00:00Z', '2026-06-15T11:00:00Z']], nulls: 1, complete: false, mean: 8.6875 },
  12: [
    [412.8, 413.22],
    [405.15, 405.15],
    [398.6, 399.01],
  ],
  14: { differing: 4, values: [-0.3, 0.3, -0.004, 12.1] },
  16: [39679.3, 39679.3],
  18: [40, 34, 40],
  19: 2,
  20: [310, 2095],
  21: [310, 0],
  22: [['o-88'], ['o-91'], ['o-88']],
  23: [25],
  25: [false, true, true],
  mixed: ['Mixed: status is', 'Mixed: unit is', 'Two values for 2026-06-15T06:00:00'],
  repeated: { repeated: 1, conflicting: 0, complete: false },
};

/** How a language answers: with the sample service, and with the faulty one. */
export type AskSkill = (
  sample: Environment,
  faulty: Environment,
  paths: readonly string[],
) => Promise<SkillAnswers>;

const hourMs = 3_600_000;

/**
 * The values that the sample service sent for the time, read without any code of the product or the skill.
 */
async function sentValues(sandbox: Sandbox, startTime: string, endTime: string): Promise<number[]> {
  const { username, password } = sandbox.signIn;
  const form = new URLSearchParams({ grant_type: 'password', username, password });
  const granted = await fetch(`${sandbox.authUrl}/token`, { method: 'POST', body: form });
  const { access_token } = (await granted.json()) as { access_token: string };
  const query = new URLSearchParams({
    deliveryarea: 'NO1',
    status: 'O',
    currency: 'EUR',
    startTime,
    endTime,
  });
  const response = await fetch(`${sandbox.baseUrl}/dayahead/prices/areaBlock?${query}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const series = (await response.json()) as { values: { value: number }[] }[];
  return series.flatMap(({ values }) => values.map(({ value }) => value));
}

/** The tests of the skill's code, the same for each language. */
export function describeSkillCode(language: string, ask: AskSkill): void {
  describe(`the ${language} of the skill`, () => {
    let sandbox: Sandbox;
    let faulty: Awaited<ReturnType<typeof startFaultyService>>;
    let answers: SkillAnswers;

    beforeAll(async () => {
      sandbox = await startSandbox({ now: () => Date.parse('2026-11-15T12:00:00Z') });
      faulty = await startFaultyService();
      const sample = {
        MARKET_DATA_BASE_URL: sandbox.baseUrl,
        MARKET_DATA_AUTH_URL: sandbox.authUrl,
        MARKET_DATA_USERNAME: sandbox.signIn.username,
        MARKET_DATA_PASSWORD: sandbox.signIn.password,
      };
      answers = await ask(sample, faulty.environment, paths);
    }, 120_000);

    afterAll(async () => {
      await sandbox.close();
      faulty.close();
    });

    it.each([
      ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23, '2026-03-28T11:55:00Z'],
      ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25, '2026-10-24T10:55:00Z'],
      ['2026-06-15', '2026-06-14T22:00:00Z', '2026-06-15T22:00:00Z', 24, '2026-06-14T10:55:00Z'],
    ])('gets all of %s, and the right mean', async (day, start, end, hours, resultsDue) => {
      const { mean, blocksMean, night, ...facts } = answers.days[day]!;
      expect((Date.parse(end) - Date.parse(start)) / hourMs).toBe(hours);
      const due = hours * 4;
      const whole = { due, count: due, complete: true, gaps: 0, lengths: [15] };
      expect(facts).toEqual({ start, end, hours, resultsDue, ...whole });
      const values = await sentValues(sandbox, start, end);
      expect(values).toHaveLength(due);
      expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / due, 6);
      // The service rounds the price of a block to two decimals.
      expect(Math.abs(blocksMean - mean)).toBeLessThan(0.02);
      const quarters = (hour: string, offset: string) =>
        ['00', '15', '30', '45'].map((minutes) => `${day} ${hour}:${minutes} ${offset}`);
      expect(night).toEqual(
        {
          23: [...quarters('03', '+02:00')],
          24: [...quarters('02', '+02:00'), ...quarters('03', '+02:00')],
          25: [...quarters('02', '+02:00'), ...quarters('02', '+01:00'), ...quarters('03', '+01:00')],
        }[hours],
      );
    });

    it('misreads none of the responses that are easily misread', () => {
      expect(answers.traps).toEqual(JSON.parse(JSON.stringify(trapAnswers)));
    });

    it('distinguishes data, no data, and errors', () => {
      expect(answers.outcomes).toEqual({
        '/data': 'data',
        '/status-204': 'noData',
        '/text': 'noData',
        '/empty-array': 'noData',
        '/status-400': 400,
        '/status-401-once': 'data',
        '/status-401': 401,
        '/status-403': 403,
        '/status-429-once': 'data',
        '/status-429-date': 'data',
        '/status-429-long': 429,
        '/status-500': 500,
        '/status-503': 503,
        '/status-503-once': 'data',
        '/status-206': 206,
        '/error-object': 200,
        '/error-record': 200,
        '/redirect': 302,
        '/cut-off': 0,
        '/half-of-json': 0,
      });
      // Waiting for a day is the caller's decision, and a second 401 is an answer.
      const times = ['/status-429-long', '/status-401', '/status-500'].map((path) => faulty.asked.get(path));
      expect(times).toEqual([1, 2, 1]);
      expect(faulty.asked.get('/redirected')).toBeUndefined();
    });

    it('signs in once for queries at the same time, and again only after a 401', () => {
      // One for all paths, which are queried at once; one for each query with a 401.
      expect(faulty.seen.tokens).toBeLessThanOrEqual(3);
      const form = new URLSearchParams(faulty.seen.forms[0]);
      expect(Object.fromEntries(form)).toEqual({ grant_type: 'password', username: 'user', password });
      const pair = Buffer.from(`client:${encodeURIComponent(clientSecret)}`).toString('base64');
      expect(faulty.seen.clients[0]).toBe(`Basic ${pair}`);
    });

    it('sends a rejected password once, and says why it was rejected', () => {
      const words = `The sign-in returned no token. ${refusalWords}`;
      expect(answers.refused).toEqual([words, words]);
      expect(faulty.seen.refused).toBe(1);
    });

    it("keeps the service's words about a response that isn't data", () => {
      const words = answers.messages.filter((text) => text.includes('something other than data'));
      expect(words).toHaveLength(2);
      for (const text of words) expect(text).toContain('Not for you.');
    });

    it('keeps integers beyond 2^53, and no secret in what it throws', () => {
      expect(answers.big).toBe('9007199254740993');
      expect(answers.messages.length).toBeGreaterThan(5);
      for (const text of answers.messages) {
        for (const secret of [password, clientSecret, 'Bearer', encodeURIComponent(password)]) {
          expect(text).not.toContain(secret);
        }
      }
    });

    it('sends nothing without encryption to another machine, and nothing without its settings', () => {
      expect(answers.refusals).toEqual([
        'Addresses must begin with https.',
        'Set the environment variable MARKET_DATA_PASSWORD.',
      ]);
    });
  });
}
