import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { threadOf, WorkerLink } from '#src/results/store/workerLink';

/** A thread that notes each of its starts, reads what it is given, and answers nothing. */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { appendFileSync, writeFileSync } = require('node:fs');
appendFileSync(__filename + '.starts', 'x');
const state = { records: 1, rows: 1, bytes: 100, memory: 100, columns: [] };
parentPort.on('message', ({ kind, result, spool }) => {
  if (kind === 'open') writeFileSync(spool, 'body');
  if (kind !== 'chunk') return;
  parentPort.postMessage({ kind: 'progress', result, state, hopeless: false });
  parentPort.postMessage({ kind: 'consumed', result });
});`;

it('at the end of a session, a query that runs ends with its socket, and nothing starts the thread again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'session-'));
  const threadPath = join(mkdtempSync(join(tmpdir(), 'thread-')), 'thread.js');
  writeFileSync(threadPath, script);
  const link = new WorkerLink(threadOf(threadPath));
  onTestFinished(() => link.dispose());
  const folder = new SpoolFolder(root);
  const store = new ResultStore(
    link,
    folder,
    () => 1e9,
    () => undefined,
  );
  const told: string[] = [];
  const result = store.begin({ dataset: datasets[0]!, parameters: {} }, 'test', 'http://x.test/', 'person');
  store.change(result, { progress: { kind: 'receiving' } });
  const { signal } = result.controller;
  const endless = async function* () {
    while (!signal.aborted) {
      yield Buffer.from('row');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    yield Buffer.from('the last one'); // was on its way
  };
  const received = store.receive(result, endless(), 'identity');
  const asked = store.ask(result.id, 'typedRows', {});
  await expect.poll(() => result.table.rows).toBe(1);
  store.onDidChange(({ progress }) => told.push(progress.kind));

  store.dispose();
  await Promise.all([
    link.dispose(),
    expect(received).rejects.toThrow('Canceled.'),
    expect(asked).rejects.toThrow('Canceled.'),
  ]);
  store.end(result, { kind: 'cancelled' });
  expect(signal.aborted).toBe(true);
  await expect(store.ask(result.id, 'typedRows', {})).rejects.toThrow('Canceled.');
  store.prepare();
  // In this time, another thread would have started, and written so.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readFileSync(`${threadPath}.starts`, 'utf8')).toBe('x');
  // The history doesn't hear of it, and no tab of the next session shows half a response as if it were all.
  expect(told).toEqual([]);
  expect(existsSync(folder.bodyPath(result.id))).toBe(true);
  expect(readdirSync(join(folder.bodyPath(result.id), '..'))).not.toContain(`${result.id}.note`);
});
