import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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

  describe('with its provenance', () => {
    const dataset = 'dayahead-prices';
    const given = { deliveryarea: 'NO1', startTime: '2026-03-20', endTime: '2026-03-20T04:00' };
    const parameters = {
      deliveryarea: 'NO1',
      startTime: '2026-03-20T00:00:00Z',
      endTime: '2026-03-20T04:00:00Z',
    };
    const provenance = { dataset, parameters, requestedAt: '2026-03-21T10:00:00Z', connection: 'other' };
    const live = (values: readonly number[]) => {
      service.server.on(datasetPaths[dataset], [{ body: prices(values) }]);
      return service.query(dataset, { ...given, ...parameters });
    };
    const compared = async (first: string, second: string) =>
      (await command('result.compare', { first, second, show: false })) as ResultSummary;

    it('restores the query, as far as the provenance states it', async () => {
      save('prices.json', prices([1, 2, 3, 4]), provenance);
      const opened = await open('prices.json');
      assert.deepEqual([opened.dataset, opened.parameters], [dataset, parameters]);
      save('other.json', prices([1]), { dataset: 'dayahead-prices-alternate' });
      const other = await open('other.json');
      assert.deepEqual([other.dataset, other.parameters], ['dayahead-prices-alternate', {}]);
      save('odd.json', prices([1]), { ...provenance, parameters: { nothing: 'of this' } });
      assert.deepEqual((await open('odd.json')).parameters, {});
      // The parameters belong to the dataset of the provenance.
      assert.deepEqual((await open('prices.json', { dataset: 'dayahead-turnover' })).parameters, {});
    });

    it('shows in a comparison whether the values have changed since', async () => {
      save('prices.json', prices([1, 2, 3, 4]), provenance);
      const opened = await open('prices.json');
      const same = await compared(opened.id, (await live([1, 2, 3, 4])).id);
      assert.match(same.message ?? '', /^4 intervals: 0 changed, 0 added, 0 missing$/);
      const other = await compared(opened.id, (await live([1, 2.5, 3])).id);
      assert.match(other.message ?? '', /^4 intervals: 1 changed, 0 added, 1 missing; largest .*\+0\.5/);
    });

    it('reports the query as unknown if the provenance is missing', async () => {
      save('prices.json', prices([1, 2]));
      utimesSync(pathOf('prices.json'), new Date(0), new Date(0));
      const { id } = await open('prices.json', { dataset });
      const comparison = await compared(id, (await live([1, 2])).id);
      assert.match(comparison.message ?? '', /the query for prices\.json is unknown$/);
      await assert.rejects(
        Promise.resolve(command('result.copyAs', { result: id, target: 'curl' })),
        /query for prices\.json is unknown/,
      );
    });
  });

  it('uses a connection name that no query can use', async () => {
    await assert.rejects(
      Promise.resolve(command('query.run', { dataset: 'dayahead-prices', connection: 'file', show: false })),
      /"file" not found/,
    );
  });
});
