import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { threadOf, WorkerLink } from '#src/results/store/workerLink';
import { bodyOf, clientFor, connectionTo, recordingServer, requestTo } from '../../service/localService';

/** A thread too busy to read: its rows are the chunks it was given, and it reads once it is asked. */
const busyThread = `
const { parentPort } = require('node:worker_threads');
let rows = 0;
parentPort.on('message', (message) => {
  const { result } = message;
  const state = () => ({ records: rows, rows, bytes: rows, memory: rows, columns: [] });
  if (message.kind === 'chunk') {
    rows += 1;
    parentPort.postMessage({ kind: 'progress', result, state: state(), hopeless: false });
  }
  if (message.kind === 'ask') {
    for (let chunk = 0; chunk < rows; chunk += 1) parentPort.postMessage({ kind: 'consumed', result });
    parentPort.postMessage({ kind: 'answer', ask: message.ask, answer: null });
  }
  if (message.kind === 'end') {
    const verdict = { kind: 'broken', message: 'The response was interrupted.' };
    parentPort.postMessage({ kind: 'ended', result, state: state(), verdict });
  }
});`;
const chunksInFlight = 8;

it('Cancel frees the socket while the thread is still busy, and keeps what has arrived', async () => {
  const closed: Promise<void>[] = [];
  const { url } = await recordingServer((_, response) => {
    closed.push(new Promise((resolve) => response.once('close', resolve)));
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      response.once('drain', more);
    };
    more();
  });

  const root = mkdtempSync(join(tmpdir(), 'cancel-'));
  writeFileSync(join(root, 'thread.js'), busyThread);
  const link = new WorkerLink(threadOf(join(root, 'thread.js')));
  const folder = new SpoolFolder(root);
  onTestFinished(async () => {
    folder.dispose();
    await link.dispose();
  });
  const store = new ResultStore(
    link,
    folder,
    () => 1e9,
    () => undefined,
  );
  const result = store.begin({ dataset: datasets[0]!, parameters: {} }, 'test', url, 'person');
  store.change(result, { progress: { kind: 'receiving' } });
  const full = new Promise<void>((resolve) =>
    store.onDidChange(({ table }) => table.rows === chunksInFlight && resolve()),
  );

  const { signal } = result.controller;
  const reply = bodyOf(await clientFor().client.ask(requestTo(connectionTo(url), { signal })));
  const receiving = store.receive(result, reply.body, reply.encoding);
  receiving.catch(() => undefined);
  await full;
  result.controller.abort();
  await Promise.all(closed); // the thread has read nothing yet

  await store.ask(result.id, 'integrity', {});
  await expect(receiving).rejects.toMatchObject({ kind: 'cancelled' });
  expect(result.table.rows).toBeGreaterThanOrEqual(chunksInFlight);
});
