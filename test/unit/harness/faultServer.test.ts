import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFaultServer } from '../../host/support/faultServer';
import type { Answer, FaultServer } from '../../host/support/faultServer';
import { startLoggingProxy } from '../../host/support/loggingProxy';

let server: FaultServer;
beforeEach(async () => (server = await startFaultServer()));
afterEach(() => server.close());

/** What a plain client gets: status, headers, the bytes, and whether they are complete. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{
    status: number;
    bytes: Buffer;
    complete: boolean;
    length: string | undefined;
  }>((resolve, reject) => {
    const call = request(server.origin + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      call.off('error', reject).on('error', () => undefined);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes: Buffer.concat(chunks),
          complete: answer.complete,
          length: answer.headers['content-length'],
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

describe('the fault server', () => {
  it('plays a script in order and repeats its last response', async () => {
    server.on('/a', [{ status: 429, headers: { 'retry-after': '1' } }, { json: [1] }]);
    const statuses = [await get('/a'), await get('/a'), await get('/a')].map(({ status }) => status);
    expect(statuses).toEqual([429, 200, 200]);
    expect((await get('/unknown')).status).toBe(404);
  });

  it.each<[string, Answer, Partial<Awaited<ReturnType<typeof get>>>]>([
    ['sends bytes as they are', { body: Uint8Array.of(0, 255) }, { bytes: Buffer.from([0, 255]) }],
    [
      'cuts a promised length short',
      { body: 'abcdef', fault: 'cutShort' },
      { bytes: Buffer.from('abc'), complete: false, length: '6' },
    ],
    ['breaks within the body', { body: 'x'.repeat(8), fault: 'resetWithinBody' }, { complete: false }],
    [
      'trickles to the end',
      { body: 'abcdef', trickle: { bytes: 2, everyMs: 1 } },
      { bytes: Buffer.from('abcdef'), complete: true },
    ],
    [
      'streams an iterable',
      { body: [Buffer.from('a'), Buffer.from('b')] },
      { bytes: Buffer.from('ab'), complete: true },
    ],
    ['redirects without following', { status: 307, headers: { location: '/b' } }, { status: 307 }],
  ])('%s', async (_name, answer, expected) => {
    server.on('/a', [answer]);
    expect(await get('/a')).toMatchObject(expected);
  });

  it('breaks before the first byte', async () => {
    server.on('/a', [{ fault: 'reset' }]);
    await expect(get('/a')).rejects.toThrow(/ECONNRESET|socket hang up/);
  });

  it('compresses a body', async () => {
    server.on('/a', [{ json: ['x'.repeat(500)], gzip: true }]);
    expect(JSON.parse(gunzipSync((await get('/a')).bytes).toString())).toHaveLength(1);
  });

  it('stalls while the client is connected, and notices when it disconnects', async () => {
    server.on('/a', [{ fault: 'stall' }]);
    const leaving = new AbortController();
    const call = fetch(`${server.origin}/a`, { signal: leaving.signal });
    await expect.poll(() => server.seen('/a').length).toBe(1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    expect(await server.seen('/a')[0]?.closed).toEqual({ aborted: true });
  });

  it('waits for a slow reader without leaking listeners', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    server.on('/a', [{ body: Array<Uint8Array>(40).fill(Buffer.alloc(1_000_000)) }]);
    expect((await get('/a')).bytes.byteLength).toBe(40_000_000);
    expect(warned).not.toHaveBeenCalled();
  });

  it('returns data only for the newest granted token', async () => {
    server.grants('/token', [{ token: 'one' }, { token: 'two' }, { status: 400, json: 'no' }]);
    server.on('/a', [{ json: [] }]);
    const status = async (token?: string) =>
      (await get('/a', token ? { authorization: `Bearer ${token}` } : {})).status;
    expect(await status()).toBe(401);
    await get('/token');
    expect(await status('one')).toBe(200);
    await get('/token');
    expect([await status('one'), await status('two')]).toEqual([401, 200]);
    server.revoke();
    expect(await status('two')).toBe(401);
    expect((await get('/token')).status).toBe(400);
    expect(server.seen('/token')).toHaveLength(3);
    expect(server.seen('/a').map(({ headers }) => headers.authorization)).toContain('Bearer two');
  });

  it('clears everything on reset', async () => {
    server.grants('/token', [{ token: 'one' }]);
    server.on('/a', [{ json: [] }]);
    server.reset();
    expect((await get('/a')).status).toBe(404);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the logging proxy', () => {
  it('records and forwards what passes through it', async () => {
    const proxy = await startLoggingProxy();
    server.on('/a', [{ body: 'through' }]);
    const target = `${server.origin}/a`;
    const { port } = new URL(proxy.address);
    const text = await new Promise<string>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: target, method: 'GET' }, (answer) => {
        answer.setEncoding('utf8').on('data', resolve);
      });
      call.on('error', reject).end();
    });
    const tunnel = await new Promise<number>((resolve, reject) => {
      const call = request({
        host: '127.0.0.1',
        port,
        path: new URL(target).host,
        method: 'CONNECT',
      });
      call.on('connect', (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode ?? 0);
      });
      call.on('error', reject).end();
    });
    await proxy.close();
    expect({ text, tunnel, seen: proxy.seen }).toEqual({
      text: 'through',
      tunnel: 200,
      seen: [`GET ${target}`, `CONNECT ${new URL(target).host}`],
    });
  });
});
