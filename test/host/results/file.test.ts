import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths, type DatasetId, type ResultSummary } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

/** Day-ahead prices for NO1 by the hour, as a service sends them. */
function prices(values: readonly (number | null)[]): string {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 20, hour)).toISOString();
  const intervals = values.map((value, hour) => ({ startTime: at(hour), endTime: at(hour + 1), value }));
  const attributes = [{ name: 'deliveryArea', value: 'NO1' }];
  return JSON.stringify([
    { type: 'price', category: 'dayAhead', unit: 'EUR/MWh', attributes, values: intervals },
  ]);
}

describe('opening a saved response', () => {
  const service = useMarketService();
  const folder = 'saved';
  const pathOf = (name: string) => join(workspaceFolder().uri.fsPath, folder, name);
  const open = (name: string, more: Record<string, unknown> = {}) =>
    command('file.open', { file: `${folder}/${name}`, show: false, ...more }) as Thenable<ResultSummary>;
  const refused = (argument: unknown, words: RegExp) =>
    assert.rejects(Promise.resolve(command('file.open', argument)), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /\bat .*:\d+|node:/, 'a stack');
      return true;
    });

  /** Writes a file and its provenance. */
  function save(name: string, body: string | Uint8Array, provenance?: Record<string, unknown>): void {
    writeFileSync(pathOf(name), body);
    if (!provenance) return;
    const sha256 = createHash('sha256').update(body).digest('hex');
    const text = JSON.stringify({ version: 1, sha256, ...provenance });
    writeFileSync(pathOf(`${name}.provenance.json`), text);
  }

  beforeEach(() => {
    rmSync(pathOf('.'), { recursive: true, force: true });
    mkdirSync(pathOf('.'), { recursive: true });
  });
  after(() => rmSync(pathOf('.'), { recursive: true, force: true }));

  for (const dataset of Object.keys(datasetPaths) as DatasetId[]) {
    it(`gives the same table as the service's response: ${dataset}`, async () => {
      const live = await service.ask(dataset, { body: fixture(dataset) });
      save(`${dataset}.json`, fixture(dataset));
      const opened = await open(`${dataset}.json`, { dataset });
      assert.deepEqual(
        [opened.connection, opened.dataset, opened.outcome, opened.parameters],
        ['file', dataset, live.outcome, {}],
      );
      assert.match(opened.url, /^file:.*\/saved\//);
      assert.deepEqual(opened.columns, live.columns);
      assert.deepEqual(await rowsOf(opened.id), await rowsOf(live.id));
    });
  }

  it('accepts a relative path, an absolute path, or a Uri, but only inside the workspace', async () => {
    save('orders.json', fixture('intraday-orders'));
    const outside = join(mkdtempSync(join(tmpdir(), 'outside-')), 'orders.json');
    writeFileSync(outside, fixture('intraday-orders'));
    symlinkSync(outside, pathOf('link.json'));
    const uri = vscode.Uri.file(pathOf('orders.json'));
    for (const file of [uri, uri.fsPath, uri.toString(), `${folder}/orders.json`]) {
      const opened = (await command('file.open', { file, show: false })) as ResultSummary;
      assert.equal(opened.dataset, 'intraday-orders');
    }
    const wrong = [outside, vscode.Uri.file(outside), '../orders.json', `${folder}/link.json`];
    for (const file of wrong) await refused({ file, show: false }, /\.$/);
  });

  it("explains in plain words what can't be read", async () => {
    mkdirSync(pathOf('folder.json'));
    await refused({ file: `${folder}/missing.json` }, /not found: missing\.json/);
    await refused({ file: `${folder}/folder.json` }, /is a folder/);
    await refused({ file: 7 }, /path or a URI/);
    await refused({}, /path or a URI/);
    await refused({ file: `${folder}/missing.json`, dataset: 7 }, /dataset/);
  });

  it('has the outcome that a response with the same bytes would have, or the one in its provenance', async () => {
    const dataset = 'dayahead-prices';
    save('words.json', '"No data for this day"');
    const words = await open('words.json', { dataset });
    assert.deepEqual([words.outcome, words.message], ['noData', 'No data for this day']);
    save('cut.json', prices([1, 2, 3]).slice(0, -30));
    const cut = await open('cut.json', { dataset });
    assert.deepEqual([cut.outcome, cut.rows > 0], ['unexpectedResponse', true]);
    save('saved.json', '', { dataset, parameters: {}, outcome: 'noData', status: 204 });
    assert.equal((await open('saved.json')).outcome, 'noData');
  });

  it("has a query that is unknown without a provenance, so that it can't be copied", async () => {
    save('prices.json', prices([1, 2]));
    const { id } = await open('prices.json', { dataset: 'dayahead-prices' });
    await assert.rejects(
      Promise.resolve(command('result.copyAs', { result: id, target: 'curl' })),
      /query for prices\.json is unknown/,
    );
  });
});
