import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths, requiredParameters, type DatasetId } from '../support/contract';
import {
  command,
  fixture,
  newGrant,
  password,
  tokenPath,
  useMarketService,
  username,
} from '../support/marketService';
import { activeExtension, workspaceFolder } from '../support/support';

/** The responses in which this data is misread. The tests are bundled into .vscode-test/host-tests. */
const trapFolder = join(__dirname, '..', '..', 'test', 'fixtures', 'traps');

/** The datasets of the responses that aren't day-ahead prices. */
const others: Readonly<Record<string, DatasetId>> = {
  '05': 'uk-auction-prices',
  '18': 'dayahead-curves',
  '19': 'uk-flows',
  '20': 'hub-to-hub-capacities',
  '21': 'hub-to-hub-capacities',
  '22': 'intraday-orders',
  '23': 'intraday-orders',
  '25': 'intraday-orders',
};

interface Case {
  readonly name: string;
  readonly dataset: DatasetId;
  readonly body: Buffer;
}

const trapCases = (): Case[] =>
  readdirSync(trapFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => {
      const name = path.split(/[\\/]/).at(-1) ?? '';
      return {
        name,
        dataset: others[name.slice(0, 2)] ?? 'dayahead-prices',
        body: readFileSync(join(trapFolder, path)),
      };
    });
const datasetCases = (): Case[] =>
  (Object.keys(datasetPaths) as DatasetId[]).map((dataset) => ({
    name: dataset,
    dataset,
    body: fixture(dataset),
  }));

describe('the command line and the editor', () => {
  const service = useMarketService();
  const folder = () => vscode.Uri.joinPath(workspaceFolder().uri, 'same');
  after(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

  const write = (name: string, queries: object) =>
    vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder(), name),
      new TextEncoder().encode(JSON.stringify({ version: 1, connection: 'service', queries })),
    );

  /** The service responds with the bodies of the cases, one after the other. */
  function respondWith(cases: readonly Case[]): void {
    service.server.reset();
    service.server.grants(tokenPath, [newGrant()]);
    for (const dataset of new Set(cases.map((each) => each.dataset))) {
      const own = cases.filter((each) => each.dataset === dataset);
      service.server.on(
        datasetPaths[dataset],
        own.map(({ body }) => ({ body })),
      );
    }
  }

  /** Runs the packaged command line in the workspace folder, without the editor. */
  async function commandLine(...args: string[]) {
    const { extensionPath } = await activeExtension();
    const { origin } = service.server;
    const child = spawn(process.execPath, [join(extensionPath, 'dist', 'cli.js'), ...args], {
      cwd: workspaceFolder().uri.fsPath,
      env: {
        PATH: process.env['PATH'],
        ELECTRON_RUN_AS_NODE: '1',
        MARKET_DATA_BASE_URL: origin,
        MARKET_DATA_AUTH_URL: origin,
        MARKET_DATA_USERNAME: username,
        MARKET_DATA_PASSWORD: password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const status = await new Promise((resolve) => child.once('close', resolve));
    return { status, out, err };
  }

  it('judge all datasets and all responses in which data is misread the same way', async function () {
    this.timeout(120_000);
    const cases = [...datasetCases(), ...trapCases()];
    const queries = Object.fromEntries(
      cases.map(({ name, dataset }) => [
        name,
        {
          dataset,
          parameters: requiredParameters[dataset] ?? {},
          expect: { complete: true, records: { '>=': 2 }, rows: { '<=': 50 } },
        },
      ]),
    );
    await write('all.market.json', queries);
    await service.signIn();
    respondWith(cases);
    const inEditor = await command('queries.check', { file: 'same/all.market.json' });
    respondWith(cases);
    const { status, out } = await commandLine('check', 'same/all.market.json', '--json', 'same/checks.json');
    const text = readFileSync(join(folder().fsPath, 'checks.json'), 'utf8');
    const files = JSON.parse(text) as {
      file: string;
      errors: number;
      checks: { ok: boolean; message?: string }[];
    }[];
    // The command's summary is about one file, and its words are in the Testing view.
    const summaries = files.map(({ file, errors, checks, ...counts }) => {
      assert.deepEqual([file, errors], ['same/all.market.json', 0]);
      assert.ok(checks.every(({ ok, message }) => ok === (message === undefined)));
      return { ...counts, checks: checks.map(({ message: _, ...check }) => check) };
    });
    assert.deepEqual(summaries, [inEditor]);
    assert.equal(status, 1);
    // Whatever the person sees in the Testing view is a line of the terminal.
    assert.equal(out.trim().split('\n').length, (inEditor as { checks: unknown[] }).checks.length + 1);
  });

  // Parquet files also note when the data was requested.
  for (const format of ['csv', 'ndjson', 'json'])
    it(`write the same bytes of each dataset as ${format}`, async function () {
      this.timeout(120_000);
      const cases = datasetCases();
      const queries = Object.fromEntries(
        cases.map(({ name, dataset }) => [
          name,
          {
            dataset,
            parameters: requiredParameters[dataset] ?? {},
            export: { format, target: `same/${name}.${format}`, incomplete: 'allow' },
          },
        ]),
      );
      await write('exports.market.json', queries);
      await service.signIn();
      for (const { name, dataset, body } of cases) {
        service.server.on(datasetPaths[dataset], [{ body }]);
        await command('queries.export', { file: 'same/exports.market.json', query: name });
        const target = `same/${name}-again.${format}`;
        const run = ['run', 'same/exports.market.json', name, '--target', target];
        const { status, err } = await commandLine(...run);
        assert.equal(status, 0, `${name}: ${err}`);
        const bytes = (file: string) => readFileSync(join(workspaceFolder().uri.fsPath, file));
        assert.ok(bytes(target).equals(bytes(`same/${name}.${format}`)), name);
      }
    });
});
