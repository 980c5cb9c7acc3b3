import dns from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  clientFor,
  connectionTo,
  endedOf,
  recordingServer,
  requestTo,
  socketServer,
  textOf,
} from '../localService';

const { client } = clientFor();

/**
 * Takes the port on another address of this machine, and answers nobody who connects until `open` is called: its
 * queue is full. Then, those who are still trying get through when they next do, a second after they began.
 */
async function silentAddress(host: string, port: number): Promise<{ open: () => void }> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { parentPort, workerData: { host, port, gate } } = require('node:worker_threads');
    const { createServer } = require('node:http');
    const server = createServer((request, response) => response.end('[]'));
    server.listen({ host, port, backlog: 1 }, () => {
      parentPort.postMessage('full');
      setImmediate(() => Atomics.wait(gate, 0, 0));
    });`;
  const worker = new Worker(code, { eval: true, workerData: { host, port, gate } });
  const open = (): void => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  await once(worker, 'message');
  const waiting = [1, 2, 3].map(() => connect({ host, port }).on('error', () => undefined));
  await wait(100);
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    open();
    await worker.terminate();
  });
  return { open };
}

/** Gives a host of this name these addresses. */
function nameAddresses(...addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const spy = vi.spyOn(dns, 'lookup').mockImplementation((...given: readonly unknown[]) => {
    const done = given.at(-1);
    if (typeof done === 'function') done(null, found);
  });
  onTestFinished(() => spy.mockRestore());
}

// Only Linux has further addresses of its own, and leaves those who come to a full queue waiting.
describe.runIf(process.platform === 'linux')('a host with two addresses', () => {
  const patient = { requestTimeoutSeconds: 5, maxRetryWaitSeconds: 0 };

  it('is reached on a way that takes a second, although its other address is dead', async () => {
    const { url } = await recordingServer((_, response) => response.end('[]'));
    const port = Number(new URL(url).port);
    const slow = await silentAddress('127.0.0.2', port);
    await silentAddress('127.0.0.3', port);
    nameAddresses('127.0.0.2', '127.0.0.3');
    const connection = connectionTo(url.replace('127.0.0.1', 'localhost'));
    const reply = client.ask(requestTo(connection, { settings: patient }));
    setTimeout(slow.open, 500);
    expect(await textOf(await reply)).toBe('[]');
  });

  it('is reached although its first address never answers', async () => {
    const { url, received } = await recordingServer((_, response) => response.end('[]'));
    await silentAddress('127.0.0.2', Number(new URL(url).port));
    nameAddresses('127.0.0.2', '127.0.0.1');
    const connection = connectionTo(url.replace('127.0.0.1', 'localhost'));
    const settings = { ...patient, requestTimeoutSeconds: 2 };
    expect(await textOf(await client.ask(requestTo(connection, { settings })))).toBe('[]');
    expect(received).toHaveLength(1);
  });
});

describe('the head of a response', () => {
  const withHead = async (bytes: number) =>
    socketServer((socket) => {
      const line = `Content-Security-Policy: ${'x'.repeat(bytes)}\r\n`;
      socket.end(`HTTP/1.1 200 OK\r\n${line}Content-Length: 2\r\n\r\n[]`);
    });

  it('is read when it has 200 kB, as gateways with long policies send it', async () => {
    const { url } = await withHead(200_000);
    expect(await textOf(await client.ask(requestTo(connectionTo(url))))).toBe('[]');
  });

  it('is called too long when it has 300 kB, because it is valid HTTP', async () => {
    const { url } = await withHead(300_000);
    expect(endedOf(await client.ask(requestTo(connectionTo(url)))).outcome).toEqual({
      kind: 'unreachable',
      message: 'The head of the response is longer than 256 kB (HPE_HEADER_OVERFLOW).',
    });
  });
});
