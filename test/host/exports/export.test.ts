import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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

  it('with provenance state their query in a file next to them, without the host', async () => {
    const rows = { filter: [{ column: 'id', op: '=', value: 'I-1' }] };
    const uri = await exportAs('json', { target: 'data/orders.json', rows, provenance: true });
    assert.deepEqual(readdirSync(pathOf('data')).sort(), ['orders.json', 'orders.json.provenance.json']);
    const text = readFileSync(`${uri.fsPath}.provenance.json`, 'utf8');
    const { requestedAt, extensionVersion, path, parameters, integrity, ...said } = JSON.parse(
      text,
    ) as Record<string, unknown>;
    const bytes = readFileSync(uri.fsPath);
    assert.deepEqual(said, {
      version: 1,
      dataset: 'intraday-orders',
      connection: service.connection.name,
      outcome: 'success',
      status: 200,
      records: 1,
      rows: 1,
      of: 3,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      synthetic: false,
    });
    assert.match(String(path), /^\/intraday\/delayed\/orders\?/);
    assert.match(String(requestedAt), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(Array.isArray(integrity) && typeof parameters === 'object' && extensionVersion !== '');
    assert.ok(!text.includes('127.0.0.1') && !text.includes('localhost'));
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

    it('json of an interrupted response is the received part, and the file name says so', async () => {
      const body = fixture('intraday-orders');
      const summary = await service.ask('intraday-orders', { body, fault: 'cutShort' });
      result = summary.id;
      const uri = await exportAs('json');
      assert.deepEqual(readFileSync(uri.fsPath), body.subarray(0, Math.floor(body.length / 2)));
      assert.match(uri.path, /\/intraday-orders[^/]*-incomplete\.json$/);
    });
  });

  describe('of chosen rows', () => {
    const wrong: [rows: unknown, format: string, words: RegExp][] = [
      [7, 'csv', /rows must be/],
      [{ ranges: [[1]] }, 'csv', /rows\.ranges\.0\.1 must be/],
      [{ columns: [] }, 'csv', /at least one column/],
      [{ columns: ['id'] }, 'json', /columns can't be chosen/],
    ];
    for (const [rows, format, words] of wrong) {
      it(`are rejected with a message, and nothing is written, for ${JSON.stringify(rows)}`, async () => {
        await assert.rejects(exportAs(format, { rows }), words);
        assert.deepEqual(everything(), []);
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

    it('without "part" in its name if a filter has no condition', async () => {
      const uri = await exportAs('csv', { rows: { filter: [], from: 0 } });
      assert.match(uri.path, /_2026-10-25\.csv$/);
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

    it("only if the setting doesn't point outside the workspace", () =>
      withSettings({ 'marketData.exportFolder': '../elsewhere' }, async () => {
        await refused(undefined);
        assert.deepEqual(everything(), []);
      }));

    it('inside the workspace, also if it is a Uri that went through JSON', async () => {
      const file = vscode.Uri.joinPath(root(), 'out', 'my orders.csv');
      const uri = await exportAs('csv', { target: JSON.parse(JSON.stringify(file)) as unknown });
      assert.equal(uri.toString(), file.toString());
      assert.deepEqual(everything(), ['out', join('out', 'my orders.csv')]);
    });

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
    let outside: string;
    before(() => (outside = mkdtempSync(join(tmpdir(), 'outside-'))));
    after(() => rmSync(outside, { recursive: true }));

    const targets: [name: string, target: () => unknown][] = [
      ['up', () => '../orders.csv'],
      ['an absolute path outside', () => join(outside, 'orders.csv')],
      ['the suffix of something else', () => 'package.json'],
    ];
    for (const [name, target] of targets) {
      it(name, async () => {
        await refused(target());
        await refused(target(), { overwrite: true });
        assert.deepEqual(everything(), []);
        assert.deepEqual(readdirSync(outside), []);
        assert.ok(!existsSync(pathOf('..', 'orders.csv')));
      });
    }

    it('through a linked export folder', async () => {
      symlinkSync(outside, pathOf('market-data'), 'junction');
      await refused(undefined);
      assert.deepEqual(readdirSync(outside), []);
      rmSync(pathOf('market-data'));
    });

    it('below a file, where no partial file remains either', async () => {
      writeFileSync(pathOf('file'), '');
      await assert.rejects(exportAs('csv', { target: 'file/orders.csv' }));
      assert.deepEqual(everything(), ['file']);
    });

    it('when there is nothing to export', async () => {
      result = (await service.ask('dayahead-prices', { status: 500 })).id;
      for (const format of ['json', 'ndjson', 'csv', 'parquet', 'xlsx']) {
        await assert.rejects(exportAs(format), /nothing to export/i);
      }
      assert.deepEqual(everything(), []);
    });
  });
});
