import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type ResultSummary } from '../support/contract';
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

  describe('with saved responses', () => {
    it("doesn't start for a folder that is outside the workspace, a link, or hidden", async () => {
      save('saved/prices.json', fixture('dayahead-prices'));
      symlinkSync(join(root(), 'saved'), join(root(), 'link'), 'junction');
      mkdirSync(join(root(), 'empty'));
      for (const fixtures of ['../x', '.', '.hidden', '']) await rejectedWith({ fixtures }, /"fixtures"/);
      await rejectedWith({ fixtures: 'link' }, /symbolic link/);
      await rejectedWith({ fixtures: 'empty' }, /No saved response.*\.provenance\.json/);
      await rejectedWith({ fixtures: 'saved/prices.json' }, /Folder not found/);
    });
  });
});
