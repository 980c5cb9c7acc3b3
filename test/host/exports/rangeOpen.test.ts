import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { type ResultSummary } from '../support/contract';
import { command, rowsOf } from '../support/marketService';
import { eventually, workspaceFolder } from '../support/support';

interface Verification {
  days: number;
  good: number;
  missing: string[];
  changed: string[];
  added: string[];
}

const target = 'opened-range';
const folder = (...names: string[]) => join(workspaceFolder().uri.fsPath, target, ...names);
const dataset = 'dayahead-prices';
/** The response of a day, in the target or in a folder below it. */
function responseOf(day: string, ...below: string[]): string {
  const responses = folder(...below, `_${dataset}.responses`);
  const name = readdirSync(responses).find((each) => each.startsWith(`day=${day}.`));
  return join(responses, name ?? `day=${day}`);
}

async function refused(argument: unknown, words: RegExp): Promise<void> {
  await assert.rejects(Promise.resolve(command('range.open', argument)), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /\bat .*:\d+|node:|\/opened-range\//, 'a stack or a path');
    return true;
  });
}

describe('opening a range folder', () => {
  const run = (more: Record<string, unknown> = {}) =>
    Promise.resolve(
      command('range.run', {
        dataset,
        parameters: { deliveryarea: 'NO1,SE3' },
        from: '2026-03-28',
        to: '2026-03-30',
        format: 'parquet',
        target,
        connection: 'sandbox',
        show: false,
        ...more,
      }),
    );
  const open = (more: Record<string, unknown> = {}) =>
    Promise.resolve(command('range.open', { target, show: false, ...more })) as Promise<ResultSummary>;
  const verify = () => Promise.resolve(command('range.verify', { target })) as Promise<Verification>;
  const query = (parameters: Record<string, string>, id = dataset) =>
    Promise.resolve(
      command('query.run', { dataset: id, parameters, connection: 'sandbox', show: false }),
    ) as Promise<ResultSummary>;
  const manifestPath = () => folder(`_${dataset}.manifest.json`);
  afterEach(() => rmSync(folder(), { recursive: true, force: true }));

  for (const format of ['parquet', 'ndjson', 'json']) {
    it(`gives the rows that the service returned for each day: ${format}`, async () => {
      await run({ format });
      const opened = await open();
      assert.deepEqual(
        [opened.outcome, opened.connection, opened.dataset, opened.url, opened.message],
        ['success', 'sandbox', dataset, '', undefined],
      );
      // Clocks go forward during these days.
      assert.equal(opened.parameters.startTime, '2026-03-27T23:00:00Z');
      assert.equal(opened.parameters.endTime, '2026-03-30T22:00:00Z');
      const sent: unknown[][] = [];
      for (const [startTime, endTime] of [
        ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z'],
        ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
        ['2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'],
      ] as const) {
        const day = await query({ deliveryarea: 'NO1,SE3', startTime, endTime });
        sent.push(...(await rowsOf(day.id)).rows);
        assert.deepEqual(
          opened.columns.map(({ key }) => key),
          day.columns.map(({ key }) => key),
        );
      }
      const { total, rows } = await rowsOf(opened.id);
      assert.equal(total, (24 + 23 + 24) * 4 * 2);
      // When a price was created may differ between requests.
      const without = opened.columns.findIndex(({ key }) => key === 'createdTime');
      const told = (all: readonly (readonly unknown[])[]) =>
        all.map((row) => row.filter((_, at) => at !== without));
      assert.deepEqual(told(rows), told(sent));
    });
  }

  it("works for some of the days, and by the dataset's folder or its manifest", async () => {
    await run({ format: 'ndjson' });
    const some = await open({ from: '2026-03-29', to: '2026-03-29' });
    assert.equal(some.rows, 23 * 4 * 2);
    for (const path of [`${target}/${dataset}`, `${target}/_${dataset}.manifest.json`]) {
      assert.equal((await open({ target: path })).rows, (24 + 23 + 24) * 4 * 2);
    }
  });

  it('adds nothing to the history, and gives a result without a request', async () => {
    await run({ format: 'ndjson', to: '2026-03-28' });
    const opened = await open();
    const entries = (await command('history.list')) as { id: string }[];
    assert.ok(entries.every(({ id }) => id !== opened.id));
    for (const [id, argument] of [
      ['result.copyAs', { result: opened.id, target: 'curl' }],
      ['queries.save', { result: opened.id, file: 'a.market.json', name: 'a' }],
      ['result.export', { result: opened.id, format: 'json', target: `${target}/a.json` }],
    ] as const) {
      await assert.rejects(
        Promise.resolve(command(id, argument)),
        /come from several|no single JSON response/,
      );
    }
    await command('result.export', { result: opened.id, format: 'csv', target: `${target}/a.csv` });
    assert.equal(readFileSync(folder('a.csv'), 'utf8').trimEnd().split('\n').length, 1 + 24 * 4 * 2);
  });

  it("lists the ranges if there are several, and rejects what isn't a range", async () => {
    await refused({ target: 'nowhere' }, /^nowhere contains no range of delivery days\./);
    await refused({}, /"target" must be a path or a URI|target/);
    await refused({ target: '../outside' }, /isn't a safe path/);
    await run({ format: 'ndjson', to: '2026-03-28' });
    await refused({ target, from: 'yesterday' }, /"yesterday" isn't a delivery day/);
    await refused({ target, from: '2026-03-30', to: '2026-03-28' }, /is before the first/);
    await refused({ target, from: '2025-03-01', to: '2025-03-02' }, /has a response/);
    await run({ dataset: 'dayahead-turnover', parameters: {}, format: 'ndjson', to: '2026-03-28' });
    await refused({ target }, /contains several ranges: dayahead-prices, dayahead-turnover\./);
  });

  it('follows no symbolic link to a response, a folder, or a manifest', async () => {
    await run({ format: 'ndjson', to: '2026-03-29' });
    const response = responseOf('2026-03-28');
    renameSync(response, folder('elsewhere.json.gz'));
    symlinkSync(folder('elsewhere.json.gz'), response);
    renameSync(folder(dataset, 'day=2026-03-29'), folder('moved'));
    symlinkSync(folder('moved'), folder(dataset, 'day=2026-03-29'));
    const path = `_${dataset}.responses/${basename(response)}`;
    assert.equal((await open()).rows, 23 * 4 * 2);
    assert.deepEqual(await verify(), {
      ...{ days: 2, good: 0, changed: [] },
      missing: [path, '2026-03-29'],
      added: [path, 'day=2026-03-29'], // some programs follow the link
    });
    renameSync(folder(`_${dataset}.responses`), folder('responses'));
    symlinkSync(folder('responses'), folder(`_${dataset}.responses`));
    await refused({ target }, /has a response/);
    assert.equal((await verify()).missing.length, 3);
    renameSync(manifestPath(), folder('manifest'));
    symlinkSync(folder('manifest'), manifestPath());
    await refused({ target }, /isn't a manifest/);
    rmSync(folder(dataset), { recursive: true });
    mkdirSync(folder('real'));
    symlinkSync(folder('real'), folder(dataset));
    await refused({ target }, /contains no range/);
  });

  it('gives a usable tab from the Explorer, with its days in the title', async () => {
    await run();
    const opened = (await command('range.open', vscode.Uri.file(folder(dataset)))) as ResultSummary;
    assert.equal(opened.rows, (24 + 23 + 24) * 4 * 2);
    await eventually('a tab with the days', () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return tabs.find(({ label }) => label.includes('28 Mar 2026 to 30 Mar 2026'));
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
