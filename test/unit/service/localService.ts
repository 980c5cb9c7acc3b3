import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { Connection } from '#src/request/connection';
import type { RetryWait } from '#src/request/retryWait';
import type {
  BodyReply,
  Credentials,
  EndedReply,
  MarketReply,
  MarketRequest,
  StoredToken,
  Vault,
} from '#src/service/clientTypes';
import { createMarketClient } from '#src/service/marketClient';
import { ownConnection } from '../editor/ownConnection';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `performance.now()` at its arrival. */
  at: number;
}

/** An HTTP server on loopback that remembers everything it was sent. Closed with the test. */
export async function recordingServer(
  answer: (received: Received, response: ServerResponse, count: number) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      const entry = { method, url, headers, body, at: performance.now() };
      received.push(entry);
      answer(entry, response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** A bare TCP server, for responses that no HTTP server would send. */
export async function socketServer(
  answer: (socket: Socket, count: number) => void,
): Promise<{ url: string; connections: () => number }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    count += 1;
    const nth = count;
    socket.once('data', () => answer(socket, nth));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connections: () => count };
}

/** Answers with a body that never ends: a byte now and then, often enough not to be silent. */
export function trickle(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(drip));
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export function connectionTo(baseUrl: string, authUrl = baseUrl, more = {}): Connection {
  return { ...ownConnection('test'), baseUrl, authUrl, ...more };
}

export const anna: Credentials = { username: 'anna', password: 'canary-password', headers: {} };

/** A vault in memory, whose contents can be read and changed as another window would. */
export function memoryVault(
  held: { credentials?: Credentials | undefined; token?: StoredToken | undefined } = {},
): Vault & { held: typeof held } {
  return {
    held,
    credentials: () => Promise.resolve(held.credentials),
    token: () => Promise.resolve(held.token),
    storeToken: (_connection, token) => {
      held.token = token;
      return Promise.resolve();
    },
  };
}

/** A client whose sign-in is already done, unless other parts are given, and its log. */
export function clientFor(vault: Vault = memoryVault({ token: { accessToken: 'canary-token' } })) {
  const lines: string[] = [];
  const log = {
    info: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
  return { client: createMarketClient({ vault, log }), lines };
}

export const settings = { requestTimeoutSeconds: 5, maxRetryWaitSeconds: 120 };

export function requestTo(connection: Connection, more: Partial<MarketRequest> = {}): MarketRequest {
  return {
    connection,
    target: '/data?deliveryarea=NO1',
    settings,
    signal: new AbortController().signal,
    onWait: () => undefined,
    ...more,
  };
}

export function endedOf(reply: MarketReply): EndedReply {
  if (reply.kind !== 'ended') throw new Error(`A body came, with status ${reply.status}.`);
  return reply;
}

export function bodyOf(reply: MarketReply): BodyReply {
  if (reply.kind !== 'body') throw new Error(`No body: ${JSON.stringify(reply.outcome)}`);
  return reply;
}

export async function textOf(reply: MarketReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyOf(reply).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** For `onWait`: announced waits pass at once, by clocks that only they move until the test ends. */
export function passingWaits(): (wait: RetryWait) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return ({ untilEpochMs }) => queueMicrotask(() => vi.advanceTimersByTime(untilEpochMs - Date.now() + 2));
}
