import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import axios from 'axios';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceFailure } from '#src/service/failure';
import { send } from '#src/service/http/http';
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
  socketServer,
  textOf,
  trickle,
} from '../localService';

const { client } = clientFor();
const quick = { requestTimeoutSeconds: 0.15, maxRetryWaitSeconds: 120 };
/** For an answer that does come, on a machine that may have other work for some tenths of a second. */
const patient = { ...quick, requestTimeoutSeconds: 1 };

/** The failure that ends the reading of a body. */
async function failureOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof ServiceFailure) return error.kind;
    throw error;
  }
  return 'a clean end';
}

describe('the network', () => {
  it('retries once after a reset before the first byte', async () => {
    const { url, connections } = await socketServer((socket, nth) => {
      if (nth === 1) socket.resetAndDestroy();
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
    });
    const reply = await client.ask(requestTo(connectionTo(url)));
    expect(await textOf(reply)).toBe('[]');
    expect([connections(), reply.trace.attempts]).toEqual([2, 2]);
  });

  it('gives up after the second reset', async () => {
    const { url, connections } = await socketServer((socket) => void socket.resetAndDestroy());
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome.kind).toBe('unreachable');
    expect(outcome.message).toContain('ECONNRESET');
    expect(connections()).toBe(2);
  });

  it.each([
    ['ECONNRESET', 2],
    ['EPIPE', 2],
    ['ECONNREFUSED', 1],
    ['ENOTFOUND', 1],
    ['CERT_HAS_EXPIRED', 1],
  ])(
    'after %s, sends %i in total: only a broken connection is worth a second request',
    async (code, attempts) => {
      const { url } = await recordingServer((_, response) => response.end('[]'));
      const broken = Object.assign(new Error(code), { code });
      const spy = vi.spyOn(axios, 'request').mockRejectedValueOnce(broken);
      onTestFinished(() => spy.mockRestore());
      const reply = await client.ask(requestTo(connectionTo(url)));
      expect([reply.kind, reply.trace.attempts]).toEqual([attempts === 2 ? 'body' : 'ended', attempts]);
      if (reply.kind === 'body') await textOf(reply);
    },
  );

  it("doesn't send a sixth request because the fifth one was reset", async () => {
    const { url, received } = await recordingServer((_, response, count) => {
      if (count < 5) json(response, 429, 'Too many', { 'retry-after': '0' });
      else response.destroy();
    });
    const request = requestTo(connectionTo(url), { onWait: passingWaits() });
    const { outcome } = endedOf(await client.ask(request));
    expect(outcome.kind).toBe('unreachable');
    expect(received).toHaveLength(5);
  });

  it("uses the editor's proxy settings, whatever the environment variables say", async () => {
    const proxy = await recordingServer((_, response) => response.end('proxied'));
    const { url } = await recordingServer((_, response) => response.end('direct'));
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', 'elsewhere.example');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await textOf(await client.ask(requestTo(connectionTo(url))))).toBe('direct');
    expect(proxy.received).toEqual([]);
  });

  it('reports a refused connection', async () => {
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo('http://127.0.0.1:1'))));
    expect(outcome).toEqual({ kind: 'unreachable', message: 'Connection refused (ECONNREFUSED).' });
  });

  it("reports a server that doesn't use TLS", async () => {
    const { url } = await recordingServer((_, response) => response.end());
    const secure = url.replace('http:', 'https:');
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(secure))));
    expect(outcome.kind).toBe('unreachable');
    expect(outcome.message).toContain("Couldn't establish a secure connection");
  });

  it("reports a response that isn't HTTP", async () => {
    const { url } = await socketServer((socket) => socket.end('SSH-2.0-server\r\n'));
    const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url))));
    expect(outcome.message).toContain("isn't valid HTTP");
  });

  const head = 'HTTP/1.1 200 OK\r\n';
  it.each<[string, (socket: Socket) => void]>([
    ['an announced length', (socket) => socket.end(`${head}Content-Length: 10\r\n\r\n[1,`)],
    ['chunks', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n`)],
  ])('never treats an interrupted body with %s as complete', async (_, answer) => {
    const { url, connections } = await socketServer(answer);
    const reply = await client.ask(requestTo(connectionTo(url)));
    expect(await failureOf(textOf(reply))).toBe('unreachable');
    expect(connections()).toBe(1);
  });

  it.each([
    ['before the first byte', ''],
    ['within the head', 'HTTP/1.1 200 OK\r\nContent-'],
  ])('times out if the service stops sending %s', async (_, start) => {
    const { url } = await socketServer((socket) => socket.write(start));
    const request = requestTo(connectionTo(url), { settings: quick });
    expect(endedOf(await client.ask(request)).outcome).toEqual({
      kind: 'timeout',
      message: 'No response for 0.15 s.',
    });
  });

  it('times out if nothing more of the body arrives', async () => {
    const { url } = await recordingServer((_, response) => void response.write('[1,'));
    const reply = await client.ask(requestTo(connectionTo(url), { settings: patient }));
    expect(await failureOf(textOf(reply))).toBe('timeout');
  });

  it('lets a slow body take longer than the timeout as long as data keeps arriving', async () => {
    const { url } = await recordingServer((_, response) => {
      let left = 12;
      const drip = setInterval(() => {
        response.write('x');
        if (--left === 0) {
          clearInterval(drip);
          response.end();
        }
      }, 125);
    });
    const reply = await client.ask(requestTo(connectionTo(url), { settings: patient }));
    expect(await textOf(reply)).toBe('x'.repeat(12));
  });

  it("doesn't time out because the reader is busy", async () => {
    const { url } = await recordingServer((_, response) => {
      response.write('x');
      setTimeout(() => response.end('y'), 200);
    });
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url), { settings: patient })));
    let text = '';
    for await (const chunk of reply.body) {
      text += Buffer.from(chunk).toString();
      await new Promise((resolve) => setTimeout(resolve, 1250)); // longer than the timeout
    }
    expect(text).toBe('xy');
  });
});

describe('cancelling', () => {
  /** A server that never finishes, and the moment its connection is closed. */
  async function endless(start: (response: ServerResponse) => void) {
    let closed = (): void => undefined;
    const close = new Promise<void>((resolve) => (closed = resolve));
    const { url, received } = await recordingServer((_, response) => {
      response.once('close', closed);
      start(response);
    });
    return { url, received, close };
  }

  it('sends nothing if it happens before the request', async () => {
    const { url, received } = await endless(() => undefined);
    const request = requestTo(connectionTo(url), { signal: AbortSignal.abort() });
    expect(endedOf(await client.ask(request)).outcome.kind).toBe('cancelled');
    expect(received).toHaveLength(0);
  });

  it('closes the socket before the response arrives', async () => {
    const { url, received, close } = await endless(() => undefined);
    const stop = new AbortController();
    const reply = client.ask(requestTo(connectionTo(url), { signal: stop.signal }));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    stop.abort();
    expect(endedOf(await reply).outcome).toEqual({ kind: 'cancelled', message: 'Canceled.' });
    await close;
  });

  it.each([
    ['while the reader waits', true],
    ['while the reader is busy with what came', false],
  ])('closes the socket while the body arrives, %s', async (_, waiting) => {
    const { url, close } = await endless((response) => void response.write('['));
    const stop = new AbortController();
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url), { signal: stop.signal })));
    const body = reply.body[Symbol.asyncIterator]();
    await body.next();
    const next = waiting ? failureOf(body.next()) : undefined;
    stop.abort();
    await close;
    expect(await (next ?? failureOf(body.next()))).toBe('cancelled');
  });

  it("isn't mistaken for an error of the service whose message is just arriving", async () => {
    const { url, close } = await endless((response) => trickle(response, 503));
    const { client, lines } = clientFor();
    const stop = new AbortController();
    const reply = client.ask(requestTo(connectionTo(url), { signal: stop.signal }));
    await vi.waitFor(() => expect(lines).toHaveLength(1)); // the head is logged
    stop.abort();
    expect(endedOf(await reply).outcome.kind).toBe('cancelled');
    await close;
  });

  it('also ends a body that is still arriving when a person signs out', async () => {
    const { url, close } = await endless((response) => void response.write('['));
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url))));
    const body = reply.body[Symbol.asyncIterator]();
    await body.next();
    const next = failureOf(body.next());
    client.forget('test');
    expect(await next).toBe('cancelled');
    await close;
  });

  it('frees the socket if the reader stops reading', async () => {
    const { url, close } = await endless((response) => void response.write('['));
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url))));
    for await (const chunk of reply.body) {
      expect(chunk.length).toBe(1);
      break;
    }
    await close;
  });

  it("isn't needed to free the socket of a response that nobody can read", async () => {
    const { url, close } = await endless((response) => {
      response.writeHead(200, { 'content-encoding': 'br' });
      response.write('x');
    });
    expect(endedOf(await client.ask(requestTo(connectionTo(url)))).outcome.kind).toBe('unexpectedResponse');
    await close;
  });
});

it('a response that arrives byte by byte ends after an hour, with the bytes received so far', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await recordingServer((_, response) => trickle(response, 200));
  const settings = { requestTimeoutSeconds: 1000, maxRetryWaitSeconds: 120 };
  const reply = bodyOf(await client.ask(requestTo(connectionTo(url), { settings })));
  const body = reply.body[Symbol.asyncIterator]();
  for (const milliseconds of [900_000, 900_000, 900_000, 899_999]) {
    vi.advanceTimersByTime(milliseconds);
    expect((await body.next()).done).toBe(false);
  }
  vi.advanceTimersByTime(1);
  const rest = async () => {
    while (!(await body.next()).done) continue; // what arrived in time
  };
  await expect(rest()).rejects.toMatchObject({
    kind: 'timeout',
    message: "The response wasn't complete after 60 min.",
  });
});

describe('a request that is over', () => {
  it.each(['read', 'discarded', 'refused'])(
    'leaves no timer and no listener behind when it was %s',
    async (how) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { url } = await recordingServer((_, response) => response.end('[]'));
      const { signal } = new AbortController();
      const asked = { method: 'GET', headers: [], silenceSeconds: 5, signal } as const;
      if (how === 'refused') await failureOf(send({ ...asked, url: 'http://127.0.0.1:1' }));
      else {
        const response = await send({ ...asked, url });
        response.limitTime(20);
        if (how === 'discarded') response.discard();
        else for await (const chunk of response.body) expect(chunk.length).toBe(2);
      }
      expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
    },
  );

  it("leaves no timer behind if it was canceled before anyone read it: a command line wouldn't end", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url } = await recordingServer((_, response) => response.end('[]'));
    const stop = new AbortController();
    await send({ method: 'GET', url, headers: [], silenceSeconds: 5, signal: stop.signal });
    stop.abort();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("doesn't take the editor down when its connection breaks before anyone reads it", async () => {
    const { url } = await socketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const reply = await client.ask(requestTo(connectionTo(url)));
    // In this time, the client has heard of the end, and an error without a listener would have ended Node.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await failureOf(textOf(reply))).toBe('unreachable');
  });
});

describe('signals that outlive many requests', () => {
  it('keep nothing of a request that is over, and hear of one whose body is still arriving', async () => {
    const any = vi.spyOn(AbortSignal, 'any');
    const { client } = clientFor(
      memoryVault({ token: { accessToken: 'canary-token' }, credentials: { ...anna } }),
    );
    const { url } = await recordingServer((_, response, count) => {
      if (count === 1) json(response, 401, {});
      else if (count === 2) json(response, 200, { access_token: 'new', expires_in: 300 });
      else response.end('[]');
    });
    const { signal } = new AbortController();
    const body = await client.ask(requestTo(connectionTo(url), { signal }));
    expect(getEventListeners(signal, 'abort')).not.toEqual([]);
    expect(await textOf(body)).toBe('[]');
    endedOf(await client.ask(requestTo(connectionTo('http://127.0.0.1:1'), { signal })));
    await client.signIn(connectionTo(url), anna, patient, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(any).not.toHaveBeenCalled();
  });
});
