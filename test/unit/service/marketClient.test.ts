import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RetryWait } from '#src/request/retryWait';
import type { MarketRequest } from '#src/service/clientTypes';
import { createMarketClient } from '#src/service/marketClient';
import {
  anna,
  bodyOf,
  clientFor,
  connectionTo,
  endedOf,
  json,
  memoryVault,
  passingWaits,
  recordingServer,
  requestTo,
  settings,
  socketServer,
  textOf,
  trickle,
} from './localService';

afterEach(() => {
  vi.restoreAllMocks();
});

const { client } = clientFor();
const html = { 'content-type': 'text/html; charset=utf-8' };

describe('a successful response', () => {
  it('is requested as documented, and its body is passed on unchanged', async () => {
    const wire = gzipSync('["å"]');
    const { url, received } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': wire.length });
      response.end(wire);
    });
    const connection = connectionTo(`${url}/v1`, url, { tokenScheme: 'Token' });
    const target = '/data?deliveryarea=NO1,NO2&x=%C3%A5%2B+%20';
    const reply = bodyOf(await client.ask(requestTo(connection, { target })));
    expect(reply).toMatchObject({ status: 200, encoding: 'gzip', contentLength: wire.length });
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.body) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(wire);
    expect(received[0]).toMatchObject({ method: 'GET', url: `/v1${target}`, body: '' });
    expect(received[0]?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      authorization: 'Token canary-token',
      'user-agent': 'market-data-explorer',
    });
    expect(reply.trace).toMatchObject({
      method: 'GET',
      url: `${url}/v1${target}`,
      status: 200,
      attempts: 1,
    });
  });

  it('arrives no faster than its reader takes it', async () => {
    const size = 64 * 1024 * 1024;
    let sent = 0;
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-length': size });
      const more = (): void => {
        while (sent < size) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url))));
    const body = reply.body[Symbol.asyncIterator]();
    await body.next();
    // In this time, the whole body would have arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBeLessThan(size / 2);
    await body.return?.(undefined);
  });

  it("of a proxy isn't quoted as if it came from the service", async () => {
    const { url } = await recordingServer((_, response) => json(response, 407, 'Proxy'));
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    const message = 'The proxy requires a sign-in (HTTP 407).';
    expect(outcome).toEqual({ kind: 'unexpectedError', status: 407, message });
  });

  it.each(['br', 'deflate', 'gzip, gzip', 'zstd'])('is rejected with encoding %s', async (coding) => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': coding });
      response.end('x');
    });
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome).toMatchObject({ kind: 'unexpectedResponse', status: 200 });
    expect(outcome.message).toContain(coding);
  });

  it('is passed on to the body reader even if it is a web page', async () => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, html);
      response.end('<html>');
    });
    expect(await textOf(await client.ask(requestTo(connectionTo(url))))).toBe('<html>');
  });
});

describe('the encoding that a service states', () => {
  it.each([
    ['application/json; charset=ISO-8859-1', 'iso-8859-1'],
    ['application/json', 'utf-8'],
    [`application/json; charset=${'x'.repeat(500)}`, `${'x'.repeat(39)}…`],
  ])('is passed on to the body reader, as a short line: %s', async (type, charset) => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end('[]');
    });
    const reply = await client.ask(requestTo(connectionTo(url)));
    expect(bodyOf(reply).charset).toBe(charset);
    await textOf(reply);
  });
});

describe('a response without data', () => {
  it.each<[number, unknown, Record<string, string>, string, string | undefined]>([
    [204, undefined, {}, 'noData', undefined],
    [400, 'powerHour is no full hour', {}, 'badRequest', 'powerHour is no full hour'],
    [400, { message: 'Bad', detail: 'no' }, {}, 'badRequest', 'Bad'],
    [400, { error_description: 'Described', error: 'x' }, {}, 'badRequest', 'Described'],
    [400, { error: { code: 1 }, detail: 'Detailed' }, {}, 'badRequest', 'Detailed'],
    [400, { title: 'Titled', status: 400 }, {}, 'badRequest', 'Titled'],
    [
      400,
      { title: 'Invalid.', errors: { startTime: ["The value 'x' is not valid."] } },
      {},
      'badRequest',
      "Invalid. The value 'x' is not valid.",
    ],
    [400, { message: ' ', error: '', detail: 'Detailed' }, {}, 'badRequest', 'Detailed'],
    [400, ['x'], {}, 'badRequest', undefined],
    [403, 'Not yours', {}, 'unauthorized', 'Not yours'],
    [404, '', {}, 'unexpectedError', undefined],
    [500, 'Unexpected error', {}, 'unexpectedError', 'Unexpected error'],
    [500, 'a\u202eb\u0000\r\nc', {}, 'unexpectedError', 'a b c'],
    [500, 'x'.repeat(400), {}, 'unexpectedError', `${'x'.repeat(299)}…`],
    [304, undefined, {}, 'unexpectedError', undefined],
    [502, '<b>Bad</b>', html, 'unexpectedError', undefined],
  ])('%i %j %j is %s', async (status, body, headers, kind, message) => {
    const { url } = await recordingServer((_, response) => json(response, status, body, headers));
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome).toEqual({
      kind,
      status,
      ...(message === undefined ? {} : { message, isQuote: true }),
    });
  });

  it.each<[string, string | Buffer, Record<string, string>, string | undefined]>([
    ['plain text', 'Down for\n maintenance', {}, 'Down for maintenance'],
    ['plain text with a comparison', 'The end is < the start', {}, 'The end is < the start'],
    ['a page without a type', ' <!doctype html><p>x', {}, undefined],
    ['a page without a type or space', '<p>x', {}, undefined],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 1]), {}, undefined],
    ['a compressed string', gzipSync('"Busy"'), { 'content-encoding': 'gzip' }, 'Busy'],
    ['a bomb', gzipSync(Buffer.alloc(3e7, 97)), { 'content-encoding': 'gzip' }, undefined],
    ['invalid gzip', Buffer.from([0x1f, 0x8b, 66]), { 'content-encoding': 'gzip' }, undefined],
    ['text that is said to be compressed', 'Busy', { 'content-encoding': 'gzip' }, 'Busy'],
    ['another encoding', 'Busy', { 'content-encoding': 'br' }, undefined],
    [
      'Latin-1 that says so',
      Buffer.from('Ugyldig omr\u00e5de', 'latin1'),
      { 'content-type': 'text/plain; charset=iso-8859-1' },
      'Ugyldig område',
    ],
    ['an encoding that nobody knows', 'Busy', { 'content-type': 'text/plain; charset=x-own' }, 'Busy'],
    ['a megabyte', 'y'.repeat(1e6), {}, `${'y'.repeat(299)}…`],
    ['one cut within a character', `${'y'.repeat(65_535)}éé`, {}, `${'y'.repeat(299)}…`],
  ])('contains the message from %s if there is one', async (_, body, headers, message) => {
    const { url } = await recordingServer((_received, response) => {
      response.writeHead(503, headers);
      response.end(body);
    });
    const reply = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(reply.outcome.message).toBe(message);
    expect(Math.max(reply.bytes, reply.wireBytes)).toBeLessThanOrEqual(65_536);
  });

  it('keeps its status if the body of an error is interrupted', async () => {
    const { url } = await socketServer((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\n"half');
    });
    const { outcome, bytes, wireBytes } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome).toEqual({ kind: 'badRequest', status: 400 });
    expect([bytes, wireBytes]).toEqual([0, 0]);
  });

  it('shows the message of an error whose body never ends', async () => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(503);
      response.write('y'.repeat(100_000));
    });
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome.message).toBe(`${'y'.repeat(299)}…`);
  });

  it('keeps the status when the body of an error comes byte by byte', async () => {
    const { url } = await recordingServer((_, response) => trickle(response, 503));
    const quick = { ...settings, requestTimeoutSeconds: 1 };
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { settings: quick })));
    expect(outcome).toEqual({ kind: 'unexpectedError', status: 503 });
  });

  it.each([
    [503, {}],
    [503, { 'retry-after': 'soon' }],
    [502, { 'retry-after': '1' }],
  ])("is an error that isn't retried if it is %i with %j", async (status, headers) => {
    const { url, received } = await recordingServer((_, response) => json(response, status, 'Down', headers));
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome).toMatchObject({ kind: 'unexpectedError', status });
    expect(received).toHaveLength(1);
  });
});

describe('too many requests', () => {
  const throttled = (times: number, headers: Record<string, string>, status = 429) =>
    recordingServer((_, response, count) => {
      if (count <= times) json(response, status, 'Too many', headers);
      else json(response, 200, []);
    });

  const laterDate = {
    date: 'Sat, 21 Nov 2026 12:00:00 GMT',
    'retry-after': 'Sat, 21 Nov 2026 12:00:01 GMT',
  };
  it.each([
    ['seconds', 429, { 'retry-after': '1' }],
    ['a date, by the clock of the server', 429, laterDate],
    ['seconds, by a service in maintenance', 503, { 'retry-after': '1' }],
    ['a date, by a service in maintenance', 503, laterDate],
  ])('waits exactly as long as requested in %s', async (_, status, headers) => {
    const { url, received } = await throttled(1, headers, status);
    const waits: [RetryWait, string][] = [];
    const before = Date.now();
    const reply = await client.ask(requestTo(connectionTo(url), { onWait: (...wait) => waits.push(wait) }));
    expect(bodyOf(reply).trace.attempts).toBe(2);
    expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(1000);
    expect(waits).toEqual([[expect.anything(), 'Too many']]);
    expect(waits[0]![0].untilEpochMs).toBeGreaterThanOrEqual(before + 1000);
    await textOf(reply);
  });

  it.each([429, 503])(
    '(%i) delays every query on the connection, but none on another connection',
    async (status) => {
      const { url, received } = await throttled(1, { 'retry-after': '1' }, status);
      const other = await recordingServer((_, response) => json(response, 200, []));
      const waits: string[] = [];
      const asked: Promise<unknown>[] = [];
      const ask = (request: MarketRequest) => asked.push(client.ask(request).then(textOf));
      ask(
        requestTo(connectionTo(url), {
          onWait() {
            ask(requestTo(connectionTo(url), { onWait: (_, words) => waits.push(words) }));
            ask(requestTo({ ...connectionTo(other.url), name: 'other' }));
          },
        }),
      );
      await vi.waitFor(() => expect(other.received).toHaveLength(1));
      expect(received).toHaveLength(1);
      await vi.waitFor(() => expect(received).toHaveLength(3), 5000);
      await Promise.all(asked);
      expect(waits).toEqual(['Too many']);
      for (const { at } of received.slice(1)) {
        expect(at - received[0]!.at).toBeGreaterThanOrEqual(1000);
      }
    },
  );

  it.each([429, 503])('(%i) returns immediately if the wait is longer than allowed', async (status) => {
    const { url, received } = await throttled(1, { 'retry-after': '121' }, status);
    const onWait = vi.fn();
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { onWait })));
    expect(outcome).toEqual({
      kind: 'tooManyRequests',
      status,
      message: 'Too many',
      isQuote: true,
      retryAfterSeconds: 121,
    });
    expect([received.length, onWait.mock.calls.length]).toEqual([1, 0]);
  });

  it('gives up after five requests ever further apart, however short the requested waits are', async () => {
    const pass = passingWaits();
    const { url, received } = await throttled(100, { 'retry-after': '0' });
    const reply = endedOf(await client.ask(requestTo(connectionTo(url), { onWait: pass })));
    expect(reply.outcome.kind).toBe('tooManyRequests');
    expect([received.length, reply.trace.attempts]).toEqual([5, 5]);
    for (const [at, { at: sent }] of received.slice(1).entries()) {
      expect(sent - received[at]!.at).toBeGreaterThanOrEqual(1000 * 2 ** at);
    }
  });

  it.each([{ 'retry-after': '0' }, { 'retry-after': 'Sat, 21 Nov 2020 12:00:00 GMT' }, {}])(
    'of the sign-in service delay the next query by at least a second: %j',
    async (headers) => {
      const pass = passingWaits();
      const { url, received } = await throttled(100, headers);
      const { client } = clientFor(memoryVault({ credentials: anna }));
      for (let query = 0; query < 5; query += 1) {
        const reply = endedOf(await client.ask(requestTo(connectionTo(url), { onWait: pass })));
        expect(reply.outcome.kind).toBe('tooManyRequests');
      }
      expect(received.map(({ method }) => method)).toEqual(Array(5).fill('POST'));
      for (const [at, { at: sent }] of received.slice(1).entries()) {
        expect(sent - received[at]!.at).toBeGreaterThanOrEqual(1000);
      }
    },
  );

  it('delays the next query even if the one that was told to wait gives up', async () => {
    const pass = passingWaits();
    const { url, received } = await recordingServer((_, response, count) =>
      count > 5
        ? json(response, 200, [])
        : json(response, 429, 'Too many', { 'retry-after': count === 5 ? '1' : '0' }),
    );
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { onWait: pass })));
    expect(outcome).toMatchObject({ kind: 'tooManyRequests', retryAfterSeconds: 1 });
    const onWait = vi.fn(pass);
    await textOf(await client.ask(requestTo(connectionTo(url), { onWait })));
    expect(onWait).toHaveBeenCalledOnce();
    expect(received[5]!.at - received[4]!.at).toBeGreaterThanOrEqual(1000);
  });

  it('waits and retries three times if no wait is given', async () => {
    const { url, received } = await throttled(100, {});
    const waits: number[] = [];
    const pauses: number[] = [];
    const isPause = (ms: number) => ms > 500 && ms < 4500;
    vi.spyOn(Math, 'random').mockReturnValue(0);
    // The waits themselves are cut short: what counts is what was announced.
    const real = setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) =>
      real(run, isPause(ms) ? pauses.push(ms) : ms)) as typeof setTimeout);
    const onWait = ({ untilEpochMs }: RetryWait, reason: string): void => {
      waits.push(untilEpochMs - Date.now());
      expect(reason).toBe('Too many');
    };
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { onWait })));
    expect(outcome).toEqual({
      kind: 'tooManyRequests',
      status: 429,
      message: 'Too many',
      isQuote: true,
    });
    expect(received).toHaveLength(4);
    expect(waits.map((wait) => Math.round(wait / 500) / 2)).toEqual([1, 2, 4]);
    // It doesn't wait longer than announced because the message took its time to arrive.
    for (const [step, most] of [1001, 2001, 4001].entries()) expect(pauses[step]).toBeLessThanOrEqual(most);
  });

  it('waits as long as the setting allows if no wait is given, and no longer', async () => {
    const { url, received } = await throttled(100, {});
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const onWait = vi.fn();
    const settings = { requestTimeoutSeconds: 5, maxRetryWaitSeconds: 1 };
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { settings, onWait })));
    expect([outcome.kind, received.length]).toEqual(['tooManyRequests', 2]);
    expect(onWait).toHaveBeenCalledOnce();
  });

  it("doesn't wait if waiting is turned off", async () => {
    const { url, received } = await throttled(1, {});
    const settings = { requestTimeoutSeconds: 5, maxRetryWaitSeconds: 0 };
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { settings })));
    expect([outcome.kind, received.length]).toEqual(['tooManyRequests', 1]);
  });

  it('can be canceled while it waits', async () => {
    const { url, received } = await throttled(1, { 'retry-after': '100' });
    const stop = new AbortController();
    const request = requestTo(connectionTo(url), {
      signal: stop.signal,
      onWait: () => stop.abort(),
    });
    expect(endedOf(await client.ask(request)).outcome.kind).toBe('cancelled');
    expect(received).toHaveLength(1);
  });
});

describe('addresses when a request is sent', () => {
  it("can't be escaped by the target", async () => {
    const request = requestTo(connectionTo('https://api.example'), { target: '.evil.example/' });
    await expect(client.ask(request)).rejects.toThrow(TypeError);
  });

  it.each([
    ['http://api.example', 'https://sts.example'],
    ['https://api.example', 'http://sts.example'],
    ['https://user@api.example', 'https://sts.example'],
    ['data:application/json,', 'https://sts.example'],
    ['nonsense', 'https://sts.example'],
  ])('sends nothing to %s with %s', async (baseUrl, authUrl) => {
    const reply = endedOf(await client.ask(requestTo(connectionTo(baseUrl, authUrl))));
    expect(reply.outcome.kind).toBe('unreachable');
    expect(reply.outcome.message).toMatch(/"test".*\.$/);
    expect(reply).toMatchObject({ bytes: 0, wireBytes: 0 });
    expect(reply.trace).toMatchObject({ sent: [], received: [], status: null, attempts: 0 });
  });
});

describe('an error of this program', () => {
  it("isn't taken for a response of the service, and its text, which may quote a secret, isn't logged", async () => {
    const lines: string[] = [];
    const broken = createMarketClient({
      vault: memoryVault({ credentials: anna, token: { accessToken: 'canary-token' } }),
      log: {
        info() {
          throw new RangeError('canary-token');
        },
        warn: (line) => lines.push(line),
      },
    });
    const { url, received } = await recordingServer((_, response) => json(response, 200, []));
    const { signal } = new AbortController();
    await expect(broken.ask(requestTo(connectionTo(url)))).rejects.toThrow(RangeError);
    await expect(broken.signIn(connectionTo(url), anna, settings, signal)).rejects.toThrow(RangeError);
    expect(received).toHaveLength(2);
    expect(lines).toEqual([]);
  });
});
