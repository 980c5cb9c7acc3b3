import * as assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

interface RangeSummary {
  days: number;
  fetched: number;
  kept: number;
  empty: number;
  preliminary: number;
  incomplete: number;
  pending: number;
  taken: number;
  failed: number;
  rows: number;
  bytes: number;
  target: string;
  manifest: string;
  problems: string[];
}

interface Manifest {
  version: number;
  dataset: string;
  parameters: Record<string, string>;
  format: string;
  connection: string;
  addresses: string;
  columns: string[];
  days: Record<string, { state: string; rows: number; placed: number; response?: { file: string } }>;
}

const target = 'range';
const folder = (...names: string[]) => join(workspaceFolder().uri.fsPath, target, ...names);
const manifestOf = (dataset: string): Manifest =>
  JSON.parse(readFileSync(folder(`_${dataset}.manifest.json`), 'utf8')) as Manifest;

const lines = (dataset: string, day: string): Record<string, unknown>[] =>
  readFileSync(folder(dataset, `day=${day}`, 'part-0.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a range of delivery days', () => {
  const service = useMarketService();
  const run = (more: Record<string, unknown>): Promise<RangeSummary> =>
    Promise.resolve(
      command('range.run', {
        dataset: 'dayahead-prices',
        parameters: { deliveryarea: 'NO1,SE3' },
        from: '2026-03-28',
        to: '2026-03-30',
        format: 'ndjson',
        target,
        connection: 'sandbox',
        show: false,
        ...more,
      }),
    ) as Promise<RangeSummary>;
  afterEach(() => rmSync(folder(), { recursive: true, force: true }));

  it('is saved as a file for each day and a manifest, with each row in the day in which it starts', async () => {
    const summary = await run({});
    const { rows, bytes, ...rest } = summary;
    assert.ok(bytes > 0);
    assert.deepEqual(rest, {
      days: 3,
      fetched: 3,
      kept: 0,
      empty: 0,
      preliminary: 0,
      incomplete: 0,
      pending: 0,
      taken: 0,
      failed: 0,
      target: vscode.Uri.joinPath(workspaceFolder().uri, target).toString(),
      manifest: vscode.Uri.joinPath(
        workspaceFolder().uri,
        target,
        '_dayahead-prices.manifest.json',
      ).toString(),
      revised: [],
      problems: [],
    });
    assert.equal(rows, 2 * (96 + 92 + 96));
    const manifest = manifestOf('dayahead-prices');
    const { days, columns, ...head } = manifest;
    assert.deepEqual(
      { ...head, addresses: head.addresses.length },
      {
        version: 2,
        dataset: 'dayahead-prices',
        parameters: { deliveryarea: 'NO1,SE3' },
        format: 'ndjson',
        connection: 'sandbox',
        addresses: 64,
      },
    );
    assert.deepEqual(Object.keys(lines('dayahead-prices', '2026-03-30')[0] ?? {}), [...columns, '_more']);
    assert.deepEqual(Object.keys(days), ['2026-03-28', '2026-03-29', '2026-03-30']);
    assert.ok(Object.values(days).every(({ state, placed, rows }) => state === 'fetched' && placed === rows));
    const starts = lines('dayahead-prices', '2026-03-29').map((row) => String(row['startTime']));
    assert.equal(starts.at(0), '2026-03-28T23:00:00.000Z');
    assert.equal(starts.at(-1), '2026-03-29T21:45:00.000Z');
  });

  it('as JSON contains the responses as sent, and is rejected if a day takes several requests', async () => {
    service.server.on(datasetPaths['dayahead-curves'], [{ body: fixture('dayahead-curves') }]);
    const curves = { dataset: 'dayahead-curves', parameters: {}, connection: 'service', format: 'json' };
    const days = { from: '2026-10-25', to: '2026-10-25' };
    const { incomplete } = await run({ ...curves, ...days });
    assert.equal(incomplete, 1, 'the fixture has only some hours of the day');
    const path = folder('dayahead-curves', 'day=2026-10-25', 'part-0.json');
    assert.deepEqual(readFileSync(path), fixture('dayahead-curves'));
    assert.ok(!existsSync(folder('_dayahead-curves.responses')), 'the rows are the response');
    const hub = { dataset: 'hub-to-hub-capacities', parameters: { daFrom: 'NO1' }, format: 'json' };
    await assert.rejects(run(hub), /can't be saved as JSON/);
    await assert.rejects(
      run({ dataset: 'intraday-orders', parameters: {}, windowMinutes: 60, format: 'json' }),
      /can't be saved as JSON/,
    );
  });

  it('takes capacities by the hour and orders in windows, into one file per day', async () => {
    const hub = { dataset: 'hub-to-hub-capacities', parameters: { daFrom: 'NO1', daTo: 'NO2' } };
    const day = { from: '2026-03-29', to: '2026-03-29' };
    const capacities = await run({ ...hub, ...day });
    assert.deepEqual([capacities.fetched, capacities.problems], [1, []]);
    const hours = new Set(lines('hub-to-hub-capacities', '2026-03-29').map((row) => row['deliveryStart']));
    assert.equal(hours.size, 23);
    const { response } = manifestOf('hub-to-hub-capacities').days['2026-03-29']!;
    const sent = gunzipSync(readFileSync(folder('_hub-to-hub-capacities.responses', response!.file)));
    const bodies = String(sent).split('\u001e');
    assert.equal(bodies.length, 23);
    assert.ok(bodies.every((body) => Array.isArray(JSON.parse(body))));
    const orders = { dataset: 'intraday-orders', parameters: { deliveryarea: 'NO1' }, ...day };
    const windows = await run({ ...orders, windowMinutes: 360 });
    assert.equal(windows.fetched, 1);
    const inWindows = readFileSync(folder('intraday-orders', 'day=2026-03-29', 'part-0.ndjson'), 'utf8');
    rmSync(folder('intraday-orders'), { recursive: true });
    const whole = await run(orders);
    assert.equal(whole.rows, windows.rows);
    const atOnce = readFileSync(folder('intraday-orders', 'day=2026-03-29', 'part-0.ndjson'), 'utf8');
    assert.equal(inWindows, atOnce);
  });

  /** Accepts what each prompt suggests until the command ends. */
  async function acceptAll(id: string, argument: unknown): Promise<RangeSummary> {
    const running = Promise.resolve(command(id, argument));
    const pause = () => new Promise<false>((resolve) => setTimeout(resolve, 100, false));
    const ended = running.then(() => true);
    for (let turn = 0; turn < 200 && !(await Promise.race([ended, pause()])); turn += 1) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
    return (await running) as RangeSummary;
  }

  it('for a query in a file takes its parameters and connection, and prompts only for the days', async () => {
    const file = join(workspaceFolder().uri.fsPath, 'a.market.json');
    const parameters = { deliveryarea: 'NO1', currency: 'NOK', startTime: 'today', endTime: 'tomorrow' };
    const query = { dataset: 'dayahead-prices', connection: 'sandbox', parameters };
    writeFileSync(file, JSON.stringify({ version: 1, queries: { mine: query } }));
    await command('connection.select', 'service');
    try {
      const summary = await acceptAll('range.run', vscode.Uri.file(file));
      // Prices in NOK are preliminary until the rate of their day is fixed.
      assert.deepEqual([summary.days, summary.fetched + summary.preliminary], [30, 30]);
      const made = JSON.parse(readFileSync(vscode.Uri.parse(summary.manifest).fsPath, 'utf8')) as Manifest;
      assert.deepEqual(made.parameters, { deliveryarea: 'NO1', currency: 'NOK' });
      assert.equal(made.connection, 'sandbox');
    } finally {
      rmSync(file);
      rmSync(join(workspaceFolder().uri.fsPath, 'market-data'), { recursive: true, force: true });
      await command('connection.select', 'sandbox');
      await vscode.commands.executeCommand('notifications.clearAll');
    }
  });

  it("is rejected with a message if it can't be fetched or written", async () => {
    await assert.rejects(run({ dataset: 'prices' }), /"prices" not found/);
    await assert.rejects(run({ from: '2026-13-01' }), /isn't a delivery day/);
    await assert.rejects(run({ target: '../outside' }), /isn't a safe path/);
    await assert.rejects(run({ target: '.hidden' }), /isn't a safe path/);
    await assert.rejects(run({ format: 'csv' }), /format must be/);
    await assert.rejects(run({ connection: 'nobody' }), /nobody/);
    await assert.rejects(run({ windowMinutes: 0 }), /windowMinutes must be/);
    assert.equal(existsSync(folder()), false);
  });
});
