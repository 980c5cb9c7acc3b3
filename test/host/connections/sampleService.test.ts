import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { inWords, type ResultSummary } from '../support/contract';
import { command, fixture, withConnections } from '../support/marketService';
import { activeExtension, workspaceFolder } from '../support/support';

interface Access {
  baseUrl: string;
  authUrl: string;
  username: string;
  password: string;
}

const start = (argument: unknown) => Promise.resolve(command('sandbox.start', argument)) as Promise<Access>;
const stop = () => Promise.resolve(command('sandbox.stop'));

/** Signs in through a separate connection and runs a query there, as a person would. */
const queryAt = ({ baseUrl, authUrl, username, password }: Access, request: object): Promise<ResultSummary> =>
  withConnections([{ name: 'own', baseUrl, authUrl }], async () => {
    assert.equal(await command('connection.signIn', { connection: 'own', username, password }), true);
    try {
      const argument = { connection: 'own', show: false, ...request };
      return (await command('query.run', argument)) as ResultSummary;
    } finally {
      await command('connection.signOut', { connection: 'own' });
    }
  });

const day = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };
const prices = { dataset: 'dayahead-prices', parameters: { deliveryarea: 'NO1,SE3', ...day } };

const listening = (port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
const closed = (server: Server) => new Promise((resolve) => server.close(resolve));
const portOf = ({ baseUrl }: Access) => Number(new URL(baseUrl).port);

const rejectedWith = (argument: unknown, words: RegExp) =>
  assert.rejects(start(argument), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    assert.match(error.message, /^[\p{L}"].{8,}\.$/su);
    return true;
  });

describe('a second sample service, besides the built-in one,', () => {
  const root = () => workspaceFolder().uri.fsPath;
  const clear = () => {
    for (const name of readdirSync(root())) rmSync(join(root(), name), { recursive: true, force: true });
  };
  /** Saves a response as the extension does. */
  function save(name: string, body: Buffer): void {
    const file = join(root(), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
    writeFileSync(`${file}.provenance.json`, JSON.stringify({ version: 1, outcome: 'success', ...prices }));
  }

  before(activeExtension);
  beforeEach(clear);
  afterEach(stop);
  after(clear);

  it('serves a connection on loopback with its own credentials, and leaves the clipboard alone', async () => {
    await vscode.env.clipboard.writeText('mine');
    const access = await start({});
    assert.deepEqual(Object.keys(access).sort(), ['authUrl', 'baseUrl', 'password', 'username']);
    assert.match(access.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\//);
    const { outcome, rows } = await queryAt(access, prices);
    assert.deepEqual([outcome, rows > 100], ['success', true]);
    const built = (await command('query.run', {
      ...prices,
      connection: 'sandbox',
      show: false,
    })) as ResultSummary;
    assert.equal(built.outcome, 'success');
    assert.ok(!built.url.startsWith(access.baseUrl));
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
    await assert.rejects(queryAt({ ...access, username: 'sample', password: 'sample' }, prices));
  });

  it('is the same for the same arguments, and restarts for others', async () => {
    const first = await start({ scenario: 'normal' });
    assert.deepEqual(await start({}), first);
    const other = await start({ scenario: 'empty' });
    assert.notEqual(other.password, first.password);
    await closed(await listening(portOf(first)));
    assert.equal((await queryAt(other, prices)).outcome, 'noData');
  });

  it('listens on the chosen port, and frees it when it is stopped', async () => {
    const free = await listening(0);
    const { port } = free.address() as AddressInfo;
    await rejectedWith({ port }, new RegExp(`Port ${port} is already in use`));
    await closed(free);
    assert.equal(portOf(await start({ port })), port);
    assert.equal(await stop(), undefined);
    await closed(await listening(port));
    assert.equal(await stop(), undefined);
  });

  for (const scenario of [
    ...['normal', 'clock-change', 'gap', 'throttled', 'broken-body', 'slow', 'empty', 'unauthorized'],
    ...['unexpected-error', 'large', 'large:5'],
  ]) {
    it(`behaves as the scenario ${scenario} says`, async () => {
      const access = await start({ scenario });
      const health = await fetch(new URL('/health', access.baseUrl));
      assert.deepEqual(await health.json(), { status: 'ok', scenario });
    });
  }

  it('has five orders in the scenario large:5', async () => {
    const summary = await queryAt(await start({ scenario: 'large:5' }), {
      dataset: 'intraday-orders',
      parameters: day,
    });
    assert.deepEqual([summary.outcome, summary.records], ['success', 5]);
  });

  describe('with saved responses', () => {
    const same = { ...prices, parameters: { ...prices.parameters, deliveryarea: 'SE3,NO1' } };
    const other = { ...prices, parameters: { ...prices.parameters, deliveryarea: 'NO1' } };

    it('replays them for the same query, and reports any other query', async () => {
      save('test/fixtures/prices.json', fixture('dayahead-prices'));
      const folder = workspaceFolder().uri;
      const named = [
        'test/fixtures',
        'test/fixtures/',
        vscode.Uri.joinPath(folder, 'test', 'fixtures'),
        join(folder.fsPath, 'test'),
        folder,
      ];
      for (const fixtures of named) {
        const access = await start({ fixtures });
        const { outcome, bytes } = await queryAt(access, same);
        assert.deepEqual([outcome, bytes], ['success', fixture('dayahead-prices').length]);
      }
      const vain = await queryAt(await start({ fixtures: 'test/fixtures' }), other);
      assert.deepEqual([vain.outcome, vain.status], ['unexpectedError', 404]);
      assert.match(vain.message ?? '', /^No saved response to GET .*=NO1&.*Available: .*\(prices\.json\)/);
      inWords(vain.message);
    });

    it('fails as the scenario says', async () => {
      save('saved/prices.json', fixture('dayahead-prices'));
      const access = await start({ fixtures: 'saved', scenario: 'unexpected-error' });
      assert.equal((await queryAt(access, same)).outcome, 'unexpectedError');
      await rejectedWith({ fixtures: 'saved', scenario: 'large:5' }, /large:5/);
    });

    it('does not start for a folder that is outside the workspace, a link, or hidden', async () => {
      const outside = mkdtempSync(join(tmpdir(), 'outside-'));
      save('saved/prices.json', fixture('dayahead-prices'));
      save('.hidden/prices.json', fixture('dayahead-prices'));
      symlinkSync(join(root(), 'saved'), join(root(), 'link'), 'junction');
      mkdirSync(join(root(), 'linked'));
      symlinkSync(outside, join(root(), 'linked', 'away'), 'junction');
      mkdirSync(join(root(), 'empty'));
      for (const fixtures of [
        '..',
        '../x',
        '.',
        '.hidden',
        outside,
        vscode.Uri.file(outside),
        '',
        5,
        'untitled://x/y',
      ])
        await rejectedWith({ fixtures }, /"fixtures"/);
      await rejectedWith({ fixtures: 'link' }, /symbolic link/);
      await rejectedWith({ fixtures: 'linked' }, /away .*symbolic link/);
      await rejectedWith({ fixtures: 'empty' }, /No saved response.*\.provenance\.json/);
      await rejectedWith({ fixtures: 'saved/prices.json' }, /Folder not found/);
      rmSync(outside, { recursive: true });
    });
  });

  it('is also available as a script, for terminals and other machines', async () => {
    save('saved/prices.json', fixture('dayahead-prices'));
    const { extensionPath } = await activeExtension();
    const script = join(extensionPath, 'dist', 'cli.js');
    const child = spawn(process.execPath, [script, 'sandbox', '--fixtures', 'saved'], {
      cwd: root(),
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let access: Access | undefined;
      for await (const line of createInterface(child.stdout)) {
        if (!line.startsWith('{"ready":true')) continue;
        access = JSON.parse(line) as Access;
        break;
      }
      assert.ok(access);
      assert.equal((await queryAt(access, prices)).bytes, fixture('dayahead-prices').length);
    } finally {
      child.kill();
    }
  });
});
