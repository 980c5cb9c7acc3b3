import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { snippet } from '../../../src/exports/snippets/snippets';
import { isThere, oddConnection, queryOf, runners, secrets, type targets } from './snippetRuns';

/** What the service does with one request. */
type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const token = 'tok-1.secret';
const records = '[{"type":"price","values":[]},{"type":"price","values":[]}]';

const status =
  (code: number, body = '', headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(code, headers).end(body);
const busy = (retryAfter?: string, date?: string, code = 429): Fault =>
  status(code, '"Too many at once."', {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(date === undefined ? {} : { date }),
  });
/** A body with a byte order mark, compressed if its encoding says so. */
const marked =
  (body: string, encoding?: string): Fault =>
  (response) => {
    const bytes = Buffer.from(`\ufeff${body}`);
    if (encoding !== undefined) response.setHeader('content-encoding', encoding);
    response.writeHead(200).end(encoding === undefined ? bytes : gzipSync(bytes));
  };
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

/** The responses to the first requests; after them, everything succeeds. */
interface Faults {
  readonly ofToken?: readonly Fault[];
  readonly ofData?: readonly Fault[];
}

/** A service with these faults, and the paths that were requested. */
async function serve({ ofToken = [], ofData = [] }: Faults) {
  const seen: string[] = [];
  const [tokenFaults, dataFaults] = [[...ofToken], [...ofData]];
  const server = createServer((request, response) => {
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
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, seen, close };
}

/**
 * Runs a snippet against a service that fails in every way that a network and a service can. The targets have
 * a file each, and the tests of a file run at the same time: most of them wait.
 */
export function testFaults(target: (typeof targets)[number]): void {
  const words = `a request copied as ${target}`;
  describe.skipIf(!isThere[target])(words, { concurrent: true }, () => runAgainstFaults(target));
}

function runAgainstFaults(target: (typeof targets)[number]): void {
  /** Runs the snippet with another time-out; nothing it prints may contain a secret. */
  async function run(faults: Faults = {}, timeout = 60) {
    const { origin, seen, close } = await serve(faults);
    const text = snippet(target, queryOf(oddConnection(origin, 'basic'), 'Peak'));
    const limited = text.replace(/^(const )?(timeout\w*)( ?= ?)60\b/im, `$1$2$3${timeout}`);
    expect(limited === text).toBe(timeout === 60);
    const result = await runners[target](limited);
    close();
    for (const secret of [token, ...Object.values(secrets)]) {
      expect(result.out + result.err).not.toContain(secret);
    }
    return { ...result, seen, dataRequests: seen.filter((path) => path !== '/id/token') };
  }

  it('prints the data and nothing else, and ends with 0', async () => {
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(target === 'curl' ? records : 'Records: 2');
  });

  it.each([
    ['204', status(204)],
    ['a JSON string', status(200, '"No data available."')],
    ['an empty array', status(200, ' [ ] ')],
  ])('says that there is no data, which is not an error: %s', async (_, fault) => {
    const { code, out, err } = await run({ ofData: [fault] });
    expect(code).toBe(0);
    expect(target === 'curl' ? err : out).toMatch(target === 'curl' ? /^No data\./ : /Records: 0/);
  });

  it('says why a sign-in was rejected, and requests no data', async () => {
    const words = { error: 'invalid_grant', error_description: 'The account is locked.' };
    const { code, out, err, dataRequests } = await run({ ofToken: [status(401, JSON.stringify(words))] });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The sign-in failed: HTTP 401\. .*The account is locked\./);
    expect(dataRequests).toEqual([]);
  });

  it.each(['', '<html>', 'null', '{"access_token":7}', '"eyJhbGciOi.bare"', '["eyJhbGciOi.bare"]'])(
    'says that a response to the sign-in has no token, and nothing that could be one: %s',
    async (body) => {
      const { code, err, dataRequests } = await run({ ofToken: [status(200, body)] });
      expect([code, err]).toEqual([1, expect.stringMatching(/contains no token\.|is not JSON/)]);
      expect(err).not.toContain('bare');
      expect(dataRequests).toEqual([]);
    },
  );

  it.each([
    [
      '{"error":"invalid_grant","error_description":"The password is wrong. \\"2\\" attempts left."}',
      'The password is wrong. "2" attempts left.',
    ],
    ['{"error":"mfa_required","mfa_token":"mfa-secret"}', 'mfa_required'],
    ['{"message": "Locked." , "id":"1-2"}', 'Locked.'],
    ['{"title":"Not allowed.","access_token":null,"refresh_token":"other-secret"}', 'Not allowed.'],
  ])(
    'says why a sign-in without an error status granted no token, and asks once: %s',
    async (body, words) => {
      const { code, out, err, seen } = await run({ ofToken: [status(200, body)] });
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe(`The sign-in failed: the response contains no token. ${words}\n`);
      expect(seen).toEqual(['/id/token']);
    },
  );

  it.each([
    ['a byte order mark', undefined],
    ['compression by an older name', 'x-gzip'],
    ['compression in capital letters', 'GZIP'],
  ])('reads %s', async (_, encoding) => {
    const granted = JSON.stringify({ access_token: token });
    const { code, out, err } = await run({
      ofToken: [marked(granted, encoding)],
      ofData: [marked(records, encoding)],
    });
    expect([code, err]).toEqual([0, '']);
    if (target === 'curl') expect(out).toBe(records);
    else expect(out).toContain('Records: 2');
  });

  it('never takes part of a response for all of it', async () => {
    const part = { 'content-range': `bytes 0-${records.length - 1}/9999` };
    const { code, out, err } = await run({ ofData: [status(206, records, part)] });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('The service sent only part of the response (HTTP 206).\n');
  });

  it.each([
    ['problem details', '{"type":"about:blank","title":"No data for you.","status":403}'],
    ['an error as a record', '[{"type":"error","message":"No data for you."}]'],
    ['an error in an error', '{"error":{"id":"7","message":"No data for you."}}'],
  ])('never takes an error for data, and says it: %s', async (_, body) => {
    const { code, out, err } = await run({ ofData: [status(200, body)] });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The service sent something other than data: HTTP 200\. .*No data for you\./);
  });

  it.each([302, 307])('does not follow a redirect, and says so: %i', async (code) => {
    const elsewhere = status(code, '', { location: '/elsewhere' });
    const data = await run({ ofData: [elsewhere] });
    expect([data.code, data.out]).toEqual([1, '']);
    expect(data.err).toContain(`No data was received: HTTP ${code}, a redirect to another address`);
    const signIn = await run({ ofToken: [elsewhere] });
    expect(signIn.code).toBe(1);
    expect(signIn.err).toContain(`The sign-in failed: HTTP ${code}, a redirect to another address`);
    expect([...data.seen, ...signIn.seen]).not.toContain('/elsewhere');
  });

  it.each([400, 500])('says what the service says about a failure: %i', async (code) => {
    const {
      code: end,
      out,
      err,
    } = await run({ ofData: [status(code, '"deliveryarea \u001b]0;x\u0007is wrong"')] });
    expect([end, out]).toEqual([1, '']);
    expect(err).toBe(`No data was received: HTTP ${code}. "deliveryarea ]0;xis wrong"\n`);
  });

  it('gives up when a new token is rejected, too', async () => {
    const { code, err, dataRequests } = await run({
      ofData: [status(401, '"expired"'), status(401, '"not yours"')],
    });
    expect([code, dataRequests.length]).toEqual([1, target === 'curl' ? 1 : 2]);
    expect(err).toContain(target === 'curl' ? '"expired"' : '"not yours"');
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['in seconds', '1', undefined],
    ['without a time', undefined, undefined],
    ['with an unusable time', 'soon', undefined],
    ['as a date', 'Sun, 22 Nov 2026 10:00:01 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT'],
    ['as a date in the past', 'Sat, 01 Jan 2000 00:00:00 GMT', undefined],
  ])('says that it waits for a busy service, and tries again: Retry-After %s', async (_, after, date) => {
    const { code, out, err } = await run({ ofData: [busy(after, date)] });
    expect([code, err]).toEqual([0, 'The service is busy. Trying again in 1 s.\n']);
    expect(out).toContain(target === 'curl' ? records : 'Records: 2');
  });

  it.each([
    ['1', undefined],
    ['0', undefined],
    ['Sun, 22 Nov 2026 10:00:01 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT'],
  ])('waits for a service that is unavailable for a while: Retry-After %s', async (after, date) => {
    const { code, err } = await run({ ofData: [busy(after, date, 503)] });
    expect([code, err]).toEqual([0, 'The service is busy. Trying again in 1 s.\n']);
  });

  it('does not wait for a service that is unavailable and says for how long only in words', async () => {
    for (const after of [undefined, 'soon']) {
      const { code, err, dataRequests } = await run({ ofData: [busy(after, undefined, 503)] });
      expect([code, dataRequests.length]).toEqual([1, 1]);
      expect(err).toBe('No data was received: HTTP 503. "Too many at once."\n');
    }
  });

  it.each<[string, string | undefined]>([
    ['121', '121'],
    ['2147484', '2147484'], // longer than the longest timer, 24.8 days
    ['99999999999999999999', undefined],
    ['Sun, 22 Nov 2026 10:02:01 GMT', '121'],
    ['Wed, 22 Nov 2028 10:00:00 GMT', String(731 * 86_400)], // with a leap day
    ['Sun, 28 Feb 2027 23:59:59 GMT', String(99 * 86_400 - 36_001)],
    ['Mon, 01 Mar 2027 00:00:00 GMT', String(99 * 86_400 - 36_000)],
  ])('does not wait for longer than two minutes, and says so: Retry-After %s', async (after, seconds) => {
    const { code, out, err, dataRequests } = await run({
      ofData: [busy(after, 'Sun, 22 Nov 2026 10:00:00 GMT')],
    });
    expect([code, out, dataRequests.length]).toEqual([1, '', 1]);
    expect(err).toContain(`Retry-After is ${seconds ?? ''}`);
    expect(err).toMatch(/\d s; this script waits for 120 s at most: HTTP 429\. "Too many at once\."\n$/);
  });

  it('gives up after five attempts, each of which it announced', async () => {
    const { code, err, dataRequests } = await run({ ofData: Array.from({ length: 9 }, () => busy('0')) });
    expect([code, dataRequests.length, err.match(/Trying again in 1 s\./g)?.length]).toEqual([1, 5, 4]);
    expect(err).toContain('The service is busy, even after 5 attempts: HTTP 429. "Too many at once."');
  });

  it.each<[string, Faults]>([
    ['the sign-in', { ofToken: [hang] }],
    ['the data', { ofData: [hang] }],
    ['the rest of a response', { ofData: [hangInBody] }],
  ])('does not wait forever for %s', async (_, faults) => {
    const { code, out, err } = await run(faults, 1);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The service sent nothing for 1 s.');
  });

  it.each([
    ['shorter than announced', cutBody, /interrupted/],
    ['without its last chunk', cutChunks, /interrupted/],
    [
      'half of the data, as if it were complete',
      status(200, '[{"type":"price"},'),
      /is not JSON, or is incomplete/,
    ],
    ['a page', status(200, '<!DOCTYPE html><title>Sign in</title>'), /is not JSON/],
    ['nothing', status(200), /is not JSON, or is incomplete/],
  ])('never takes an incomplete response for data: %s', async (_, fault, words) => {
    const { code, out, err } = await run({ ofData: [fault] });
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(words)]);
    expect(err).not.toMatch(/Traceback|\n {4}at /);
  });

  it('says that nothing responds at the address', async () => {
    const text = snippet(target, queryOf(oddConnection('http://127.0.0.1:1', 'none')));
    const { code, out, err } = await runners[target](text);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/The service could not be reached/);
    expect(err).not.toMatch(/Traceback|\n {4}at /);
  });
}
