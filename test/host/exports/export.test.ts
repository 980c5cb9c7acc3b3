import * as assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import type { DatasetId } from '../support/contract';
import { ordersOfDay, useEmptyFolder } from '../support/exportedOrders';
import { command, fixture, useMarketService } from '../support/marketService';
import { withSettings, workspaceFolder } from '../support/support';

describe('exports', () => {
  const service = useMarketService();
  const root = () => workspaceFolder().uri;
  const pathOf = (...segments: string[]) => join(root().fsPath, ...segments);
  let result: string;

  const exportAs = async (format: string, more: Record<string, unknown> = {}): Promise<vscode.Uri> =>
    vscode.Uri.parse((await command('result.export', { result, format, ...more })) as string, true);
  const refused = (target: unknown, more: Record<string, unknown> = {}) =>
    assert.rejects(
      Promise.resolve(command('result.export', { result, format: 'csv', target, ...more })),
      (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, /.{8,}\.$/s);
        return true;
      },
    );
  const everything = () => readdirSync(root().fsPath, { recursive: true }).map(String).sort();

  useEmptyFolder();
  beforeEach(async () => {
    result = await ordersOfDay(service);
  });

  describe('contain what the service sent', () => {
    for (const dataset of Object.keys(datasetPaths) as DatasetId[]) {
      it(`json of ${dataset} is the body byte for byte`, async () => {
        const summary = await service.ask(dataset, { body: fixture(dataset), gzip: true });
        result = summary.id;
        const uri = await exportAs('json', { target: `${dataset}.json` });
        assert.deepEqual(readFileSync(uri.fsPath), fixture(dataset));
      });
    }
  });

  describe('are written to the target', () => {
    it('with a descriptive name in the export folder by default, a new one each time', async () => {
      const first = await exportAs('csv');
      const name = 'intraday-orders_2026-10-25';
      assert.equal(first.toString(), vscode.Uri.joinPath(root(), 'market-data', `${name}.csv`).toString());
      await exportAs('csv');
      await exportAs('json');
      assert.deepEqual(readdirSync(pathOf('market-data')).sort(), [
        `${name}-2.csv`,
        `${name}.csv`,
        `${name}.json`,
      ]);
    });

    it('without interfering with each other, even several at once', async () => {
      const formats = ['csv', 'csv', 'csv', 'json', 'json', 'ndjson', 'parquet', 'parquet', 'xlsx'];
      const uris = await Promise.all(formats.map((format) => exportAs(format)));
      assert.equal(new Set(uris.map(String)).size, formats.length);
      const csv = uris.slice(0, 3).map((uri) => readFileSync(uri.fsPath, 'utf8'));
      assert.match(csv[0]!, /^id,/);
      assert.deepEqual(new Set(csv).size, 1);
      assert.equal(readdirSync(pathOf('market-data')).length, formats.length);
    });

    it('in the folder of the setting', () =>
      withSettings({ 'marketData.exportFolder': 'data/raw' }, async () => {
        const uri = await exportAs('csv');
        assert.ok(uri.path.startsWith(`${root().path}/data/raw/intraday-orders_`), uri.path);
      }));

    it("for part of a response only if that is allowed, since the name wouldn't say so", async () => {
      const body = fixture('intraday-orders');
      result = (await service.ask('intraday-orders', { body, fault: 'cutShort' })).id;
      await assert.rejects(exportAs('csv', { target: 'orders.csv' }), /incomplete: "allow"/);
      await assert.rejects(exportAs('csv', { target: 'orders.csv', overwrite: true }), /incomplete/);
      await assert.rejects(exportAs('csv', { target: 'orders.csv', incomplete: true }), /incomplete/);
      assert.deepEqual(everything(), []);
      await exportAs('csv', { target: 'orders.csv', incomplete: 'allow' });
      assert.deepEqual(everything(), ['orders.csv']);
      const uri = await exportAs('csv');
      assert.match(uri.path, /-incomplete\.csv$/);
    });

    it('without replacing an existing file unless overwrite is set', async () => {
      writeFileSync(pathOf('mine.csv'), 'mine');
      await refused('mine.csv');
      await refused('mine.csv', { overwrite: false });
      assert.equal(readFileSync(pathOf('mine.csv'), 'utf8'), 'mine');
      await exportAs('csv', { target: 'mine.csv', overwrite: true });
      assert.match(readFileSync(pathOf('mine.csv'), 'utf8'), /^id,/);
      assert.deepEqual(everything(), ['mine.csv']);
    });
  });

  describe('are never written anywhere else', () => {
    for (const target of ['../orders.csv', 'package.json']) {
      it(target, async () => {
        await refused(target, { overwrite: true });
        assert.deepEqual(everything(), []);
        assert.ok(!existsSync(pathOf('..', 'orders.csv')));
      });
    }
  });
});
