import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { builtCliFile } from '../cli/builtCli';

const folder = mkdtempSync(join(tmpdir(), 'market-data-sandbox-'));
let cli: string;
const parent = join(folder, 'parent.mjs');

interface Ready {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly healthUrl: string;
  readonly username: string;
  readonly password: string;
}

beforeAll(async () => {
  cli = await builtCliFile();
  // Starts the service as a shell's & does: nothing but the output joins the two.
  writeFileSync(
    parent,
    `import { spawn } from 'node:child_process';
const [cli, channel, ...args] = process.argv.slice(2);
const stdio = ['ignore', 'inherit', 'inherit', ...(channel === 'ipc' ? ['ipc'] : [])];
spawn(process.execPath, [cli, ...args], { stdio });
setInterval(() => undefined, 1000);
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Runs Node and reads the line with which the service says that it is ready. */
async function run(...args: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('{"ready":')) return { child, ready: JSON.parse(line) as Ready };
  throw new Error('The service ended without a word.');
}

const isUp = ({ healthUrl }: Ready) =>
  fetch(healthUrl).then(
    ({ ok }) => ok,
    () => false,
  );

async function ended(ready: Ready): Promise<true> {
  while (await isUp(ready)) await wait(50);
  return true;
}

it.each(['ipc', 'none'])(
  "the service doesn't outlive the process that started it, even one that was killed (channel: %s)",
  async (channel) => {
    const { child, ready } = await run(parent, cli, channel, 'sandbox');
    expect(await isUp(ready)).toBe(true);
    child.kill('SIGKILL');
    expect(await ended(ready)).toBe(true);
  },
);

it('the service keeps running while its parent does, and ends with status 0 when told to', async () => {
  const { child, ready } = await run(cli, 'sandbox');
  const status = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  await wait(1_200); // longer than it takes to look for the parent
  expect(await isUp(ready)).toBe(true);
  child.kill('SIGTERM');
  expect(await status).toBe(process.platform === 'win32' ? 'SIGTERM' : 0);
});

it('the clock starts at --now, the token lives as long as --token-lifetime says', async () => {
  const { ready } = await run(
    cli,
    'sandbox',
    '--now',
    '2024-02-29T12:00:00Z',
    '--token-lifetime',
    '90',
    '--latency',
    '1',
  );
  const { username, password } = ready;
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  const granted = (await (
    await fetch(`${ready.authUrl}/connect/token`, { method: 'POST', body })
  ).json()) as {
    access_token: string;
    expires_in: number;
  };
  expect(granted.expires_in).toBe(90);
  const headers = { authorization: `Bearer ${granted.access_token}` };
  const response = await fetch(`${ready.baseUrl}/dayahead/volumes/turnover/systemPrice`, { headers });
  const [turnover] = (await response.json()) as { startTime: string }[];
  expect(turnover?.startTime).toMatch(/^2024-02-28T23:00:00/);
});

it.each([
  ['a folder that is not there', ['--fixtures', 'nowhere'], 2, /^Folder not found: nowhere\.\n$/],
  ['an unknown option', ['--replay'], 2, /^Unknown option: --replay\.\n$/],
])('%s ends the script with a reason, so a job that waits for it can end, too', (_, args, status, words) => {
  const env = { ...process.env, npm_lifecycle_event: 'test' };
  const ended = spawnSync(process.execPath, [cli, 'sandbox', ...args], { encoding: 'utf8', env });
  expect([ended.status, ended.stdout]).toEqual([status, '']);
  expect(ended.stderr).toMatch(words);
});

it("files that aren't replayed are named where a script that reads the output up to the ready line shows them", async () => {
  const saved = mkdtempSync(join(folder, 'saved-'));
  const provenance = { version: 1, dataset: 'dayahead-turnover', parameters: {} };
  for (const name of ['a.json', 'b.json', 'c.json']) writeFileSync(join(saved, name), '[]');
  for (const name of ['a.json', 'b.json'])
    writeFileSync(join(saved, `${name}.provenance.json`), JSON.stringify(provenance));
  const child = spawn(process.execPath, [cli, 'sandbox', '--fixtures', saved], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes('{"ready":')) await wait(20);
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
  expect(output).not.toContain('Not served');
  expect(errors).toBe(
    'Not served: b.json: a.json is served for the same query.\n' +
      'Not served: c.json: no provenance is beside it.\n',
  );
});

it('the help of an npm script begins with how that script is run', () => {
  const env = { ...process.env, npm_lifecycle_event: 'sandbox' };
  const { stdout } = spawnSync(process.execPath, [cli, 'sandbox', '--help'], { encoding: 'utf8', env });
  expect(stdout).toMatch(/^Usage: npm run sandbox -- \[OPTION\]/);
});
