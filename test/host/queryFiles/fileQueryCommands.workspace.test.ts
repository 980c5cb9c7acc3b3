import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { datasetPaths, type ResultSummary } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { memoryFiles } from '../support/memoryFiles';
import { eventually } from '../support/support';

describe("query files in a second workspace folder, which isn't on this machine", () => {
  const service = useMarketService();
  const files = memoryFiles();
  let registration: vscode.Disposable;
  const root = vscode.Uri.from({ scheme: 'memory', path: '/' });
  const file = vscode.Uri.joinPath(root, 'ours.market.json');

  before(async () => {
    registration = vscode.workspace.registerFileSystemProvider('memory', files);
    await eventually('the second folder', () => {
      const second = vscode.workspace.workspaceFolders?.[1];
      // The editor rejects a change of the folders while another one is in progress.
      if (!second) vscode.workspace.updateWorkspaceFolders(1, 0, { uri: root });
      return second;
    });
  });
  after(async () => {
    vscode.workspace.updateWorkspaceFolders(1, 1);
    await eventually('the only folder', () => vscode.workspace.workspaceFolders?.length === 1 || undefined);
    registration.dispose();
  });

  const query = { dataset: 'intraday-orders', parameters: { deliveryarea: 'NO1' } };
  beforeEach(() => {
    files.contents.clear();
    service.server.on(datasetPaths['intraday-orders'], [{ body: fixture('intraday-orders') }]);
    const queries = {
      named: { ...query, export: { format: 'json', target: 'out/orders.json' } },
      unnamed: { ...query, export: { format: 'csv' } },
    };
    const text = JSON.stringify({ version: 1, connection: 'service', queries });
    files.contents.set(file.path, Buffer.from(text));
  });

  it('are exported into their own folder, and can be named by a Uri', async () => {
    const summary = (await command('queries.run', { file, query: 'named', show: false })) as ResultSummary;
    assert.equal(summary.outcome, 'success');
    const written = await command('queries.export', { file, query: 'named' });
    assert.equal(written, vscode.Uri.joinPath(root, 'out', 'orders.json').toString());
    const other = (await command('queries.export', { file, query: 'unnamed' })) as string;
    assert.match(other, /^memory:\/.*market-data\/intraday-orders_NO1\.csv$/);
    assert.deepEqual([...files.contents.keys()].sort(), [
      '/market-data/intraday-orders_NO1.csv',
      '/ours.market.json',
      '/out/orders.json',
    ]);
  });

  it("aren't found by a relative path, which is relative to the first folder", async () => {
    const run = command('queries.run', { file: 'ours.market.json', query: 'named', show: false });
    await assert.rejects(Promise.resolve(run), /File not found: ours\.market\.json/);
  });

  it('can be pinned in their folder', async () => {
    const fingerprint = (await command('queries.pin', { file, query: 'named' })) as string;
    assert.ok(
      Buffer.from(files.contents.get(file.path) ?? [])
        .toString()
        .includes(fingerprint),
    );
    await command('history.clear');
  });
});
