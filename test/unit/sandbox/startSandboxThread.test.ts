import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { cliBundle } from '../../../scripts/bundles.mjs';
import { readFixtures } from '#src/sandbox/replayedFixtures';
import { startSandboxThread, type ThreadOptions } from '#src/sandbox/startSandboxThread';
import type { Sandbox } from '#src/sandbox/startSandbox';
import { ask, askToken } from './sampleRequests';

let script: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-thread-'));
  await build({ ...cliBundle(false), outdir: folder, sourcemap: false });
  script = join(folder, 'cli.js');
});

async function started(options?: ThreadOptions): Promise<Sandbox> {
  const sandbox = await startSandboxThread(script, options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function tokenOf(sandbox: Sandbox): Promise<string> {
  const { username, password } = sandbox.signIn;
  const { bytes } = await askToken(sandbox, { grant_type: 'password', username, password });
  return `Bearer ${(JSON.parse(bytes.toString()) as { access_token: string }).access_token}`;
}

it('a year of orders is made beside the editor, and its end needs no patience', async () => {
  const sandbox = await started();
  const authorization = await tokenOf(sandbox);
  const { pathname } = new URL(sandbox.baseUrl);
  const orders = `${pathname}/intraday/delayed/orders?deliveryarea=NO1&startTime=2025-01-01T00:00:00Z&endTime=2026-01-01T00:00:00Z`;
  const response = await fetch(new URL(orders, sandbox.baseUrl), { headers: { authorization } });
  expect(response.status).toBe(200);
  await sandbox.close();
  await expect(response.arrayBuffer()).rejects.toThrow();
  // The port is free.
  const server = createServer();
  await new Promise<void>((listening) => server.listen(sandbox.port, '127.0.0.1', listening));
  server.close();
});

it('a port that is taken is told as without a thread', async () => {
  const { port } = await started();
  await expect(startSandboxThread(script, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('replays saved responses, and others after they were listed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replayed-'));
  const save = async (area: string) => {
    const query = { version: 1, dataset: 'dayahead-prices', parameters: { deliveryarea: area } };
    writeFileSync(join(folder, `${area}.json`), `["${area}"]`);
    writeFileSync(join(folder, `${area}.json.provenance.json`), JSON.stringify(query));
    return readFixtures(folder);
  };
  const sandbox = await started({ fixtures: await save('NO1') });
  const authorization = await tokenOf(sandbox);
  const saved = async (area: string) => {
    const { status, bytes } = await ask(`${sandbox.baseUrl}/dayahead/prices/areaBlock?deliveryarea=${area}`, {
      headers: { authorization },
    });
    return status === 200 ? bytes.toString() : status;
  };
  expect([await saved('NO1'), await saved('SE3')]).toEqual(['["NO1"]', 404]);
  await sandbox.replay(await save('SE3'));
  expect(await saved('SE3')).toBe('["SE3"]');
});

it('a thread that ends by itself is started again at the same address, with the responses that were last chosen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-thread-'));
  const ending = join(folder, 'ending.cjs');
  writeFileSync(
    ending,
    `const { parentPort, workerData } = require('node:worker_threads');
    require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'starts.txt'))}, JSON.stringify([workerData.port, workerData.fixtures?.leftOut.length ?? null]) + '\\n');
    parentPort.postMessage({ port: 4711 });
    parentPort.on('message', () => process.exit(1));`,
  );
  const sandbox = await startSandboxThread(ending, { port: 0 });
  onTestFinished(() => sandbox.close());
  await sandbox.replay({ folder, byQuery: new Map(), leftOut: ['a', 'b'] });
  const starts = () => readFileSync(join(folder, 'starts.txt'), 'utf8').trim().split('\n');
  await expect.poll(starts).toHaveLength(2);
  expect(starts()[1]).toBe('[4711,2]');
});
