import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { snippet } from '../../../src/exports/snippets/snippets';
import {
  isThere,
  oddConnection,
  queryOf,
  removeSnippets,
  runners,
  secrets,
  type targets,
} from './snippetRuns';

/** What the service does with one request. */
type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const token = 'tok-1.secret';
const records = '[{"type":"price"},{"type":"price"}]';

const status =
  (code: number, body = '', headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(code, headers).end(body);
const busy = (retryAfter?: string, date?: string): Fault =>
  status(429, '"Too many at once."', {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(date === undefined ? {} : { date }),
  });
const hang: Fault = () => undefined;
const hangInBody: Fault = (response) => response.writeHead(200).write('[{"type":');
const cutBody: Fault = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write(records, () => response.destroy());
};
const cutChunks: Fault = (response) => {
  response.writeHead(200);
  response.write(`${records.slice(0, -1)},`, () => response.destroy());
};

/**
 * Runs a snippet against a service that fails in every way that a network and a service can. The targets have a
 * file each, so that they wait at the same time.
 */
export function testFaults(target: (typeof targets)[number]): void {
  let server: Server;
  let origin: string;
  /** The answers to the next requests; after them, everything succeeds. */
  let tokenFaults: Fault[] = [];
  let dataFaults: Fault[] = [];
  let seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url?.split('?')[0] ?? '';
      seen.push(path);
      const isToken = path === '/id/token';
      const fault = (isToken ? tokenFaults : dataFaults).shift();
      request.resume().on('end', () => {
        if (fault) fault(response, request);
        else response.end(isToken ? JSON.stringify({ access_token: token, expires_in: 3600 }) : records);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    tokenFaults = [];
    dataFaults = [];
    seen = [];
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    removeSnippets();
  });

  const dataRequests = () => seen.filter((path) => path !== '/id/token');

  const test = it.skipIf(!isThere[target]);

  /** Runs the snippet with another time-out; nothing it prints may contain a secret. */
  async function run(timeout = 60) {
    const text = snippet(target, queryOf(oddConnection(origin, 'basic'), 'Peak'));
    const limited = text.replace(/^(const )?(timeout\w*)( ?= ?)60\b/im, `$1$2$3${timeout}`);
    expect(limited === text).toBe(timeout === 60);
    const result = await runners[target](limited);
    for (const secret of [token, ...Object.values(secrets)])
      expect(result.out + result.err).not.toContain(secret);
    return result;
  }

  test('prints the data and nothing else, and ends with 0', async () => {
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(target === 'curl' ? records : '2 records');
  });

  test.each([
    ['204', status(204)],
    ['a JSON string', status(200, '"No data available."')],
    ['an empty array', status(200, ' [ ] ')],
  ])('says that there is no data, which is not an error: %s', async (_, fault) => {
    dataFaults = [fault];
    const { code, out, err } = await run();
    expect(code).toBe(0);
    expect(target === 'curl' ? err : out).toMatch(target === 'curl' ? /^No data\./ : /0 records/);
  });

  test('says why a sign-in was rejected, and asks for no data', async () => {
    const words = { error: 'invalid_grant', error_description: 'The account is locked.' };
    tokenFaults = [status(401, JSON.stringify(words))];
    const { code, out, err } = await run();
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The sign-in failed: HTTP 401\. .*The account is locked\./);
    expect(dataRequests()).toEqual([]);
  });

  test.each(['', '<html>', 'null', '{"access_token":7}'])(
    'says that a response to the sign-in has no token: %s',
    async (body) => {
      tokenFaults = [status(200, body)];
      const { code, err } = await run();
      expect([code, err]).toEqual([1, expect.stringMatching(/contains no token\.|is not JSON/)]);
      expect(dataRequests()).toEqual([]);
    },
  );

  test.each([302, 307])('does not follow a redirect, and says so: %i', async (code) => {
    const elsewhere = status(code, '', { location: '/elsewhere' });
    dataFaults = [elsewhere];
    const data = await run();
    expect([data.code, data.out]).toEqual([1, '']);
    expect(data.err).toContain(`No data was received: HTTP ${code}, a redirect to another address`);
    tokenFaults = [elsewhere];
    const signIn = await run();
    expect(signIn.code).toBe(1);
    expect(signIn.err).toContain(`The sign-in failed: HTTP ${code}, a redirect to another address`);
    expect(seen).not.toContain('/elsewhere');
  });

  test.each([400, 500])('says what the service says of a failure: %i', async (code) => {
    dataFaults = [status(code, '"deliveryarea \u001b]0;x\u0007is wrong"')];
    const { code: end, out, err } = await run();
    expect([end, out]).toEqual([1, '']);
    expect(err).toBe(`No data was received: HTTP ${code}. "deliveryarea ]0;xis wrong"\n`);
  });

  test('gives up when a new token is rejected, too', async () => {
    dataFaults = [status(401, '"expired"'), status(401, '"not yours"')];
    const { code, err } = await run();
    expect([code, dataRequests().length]).toEqual([1, target === 'curl' ? 1 : 2]);
    expect(err).toContain(target === 'curl' ? '"expired"' : '"not yours"');
  });

  test.each<[string, string | undefined, string | undefined]>([
    ['in seconds', '1', undefined],
    ['without a time', undefined, undefined],
    ['with an unusable time', 'soon', undefined],
    ['as a date', 'Sun, 22 Nov 2026 10:00:01 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT'],
    ['as a date in the past', 'Sat, 01 Jan 2000 00:00:00 GMT', undefined],
  ])('says that it waits for a busy service, and tries again: Retry-After %s', async (_, after, date) => {
    dataFaults = [busy(after, date)];
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, 'Too many requests. Trying again in 1 s.\n']);
    expect(out).toContain(target === 'curl' ? records : '2 records');
  });

  test.each<[string, string | undefined]>([
    ['121', '121'],
    ['2147484', '2147484'], // longer than the longest timer, 24.8 days
    ['99999999999999999999', undefined],
    ['Sun, 22 Nov 2026 10:02:01 GMT', '121'],
    ['Wed, 22 Nov 2028 10:00:00 GMT', String(731 * 86_400)], // with a leap day
    ['Sun, 28 Feb 2027 23:59:59 GMT', String(99 * 86_400 - 36_001)],
    ['Mon, 01 Mar 2027 00:00:00 GMT', String(99 * 86_400 - 36_000)],
  ])('does not wait for longer than two minutes, and says so: Retry-After %s', async (after, seconds) => {
    dataFaults = [busy(after, 'Sun, 22 Nov 2026 10:00:00 GMT')];
    const { code, out, err } = await run();
    expect([code, out, dataRequests().length]).toEqual([1, '', 1]);
    expect(err).toContain(`Retry-After is ${seconds ?? ''}`);
    expect(err).toMatch(/\d s; this script waits for 120 s at most: HTTP 429\. "Too many at once\."\n$/);
  });

  test('gives up after five attempts, each of which it announced', async () => {
    dataFaults = Array.from({ length: 9 }, () => busy('0'));
    const { code, err } = await run();
    expect([code, dataRequests().length, err.match(/Trying again in 1 s\./g)?.length]).toEqual([1, 5, 4]);
    expect(err).toContain('Too many requests, even after 5 attempts: HTTP 429. "Too many at once."');
  });

  test.each([
    ['the sign-in', () => (tokenFaults = [hang])],
    ['the data', () => (dataFaults = [hang])],
    ['the rest of a response', () => (dataFaults = [hangInBody])],
  ])('does not wait for ever for %s', async (_, arrange) => {
    arrange();
    const { code, out, err } = await run(1);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The service sent nothing for 1 s.');
  });

  test.each([
    ['shorter than announced', cutBody, /interrupted/],
    ['without its last chunk', cutChunks, /interrupted/],
    ['half of it, as if it were all', status(200, '[{"type":"price"},'), /is not JSON, or is incomplete/],
    ['a page', status(200, '<!DOCTYPE html><title>Sign in</title>'), /is not JSON/],
    ['nothing', status(200), /is not JSON, or is incomplete/],
  ])('never takes an incomplete response for data: %s', async (_, fault, words) => {
    dataFaults = [fault];
    const { code, out, err } = await run();
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(words)]);
    expect(err).not.toMatch(/Traceback|\n {4}at /);
  });

  test('says that nobody listens at the address', async () => {
    const text = snippet(target, queryOf(oddConnection('http://127.0.0.1:1', 'none')));
    const { code, out, err } = await runners[target](text);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/The service could not be reached/);
    expect(err).not.toMatch(/Traceback|\n {4}at /);
  });
}
