import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

  it('recognizes the dataset by its records, and gzip by its bytes', async () => {
    save('a.json.gz', gzipSync(fixture('intraday-orders')));
    save('b.json', gzipSync(fixture('intraday-orders')));
    save('c.json.gz', fixture('intraday-orders'));
    for (const name of ['a.json.gz', 'b.json', 'c.json.gz']) {
      const opened = await open(name);
      assert.deepEqual([opened.dataset, opened.outcome], ['intraday-orders', 'success']);
      assert.equal(opened.bytes, fixture('intraday-orders').length);
    }
  });

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

  it('opens day-ahead prices without a question, and says that another dataset looks the same', async () => {
    save('prices.json', prices([1]));
    const opened = await open('prices.json');
    assert.deepEqual([opened.dataset, opened.rows], ['dayahead-prices', 1]);
    assert.match(
      opened.message ?? '',
      /^Opened as "Day-ahead prices"\. .*"Day-ahead prices \(second address\)"/,
    );
    assert.equal((await open('prices.json', { dataset: 'dayahead-prices' })).message, undefined);
  });

  it('opens a record that was saved without its array as its dataset', async () => {
    const [series] = JSON.parse(prices([1, 2, 3])) as unknown[];
    save('one.json', JSON.stringify(series));
    const [order] = JSON.parse(fixture('intraday-orders').toString()) as unknown[];
    save('order.json', JSON.stringify(order));
    const opened = await open('one.json');
    assert.deepEqual([opened.dataset, opened.outcome, opened.rows], ['dayahead-prices', 'success', 3]);
    assert.match(opened.message ?? '', /a single record without an array/);
    assert.deepEqual(
      (await rowsOf(opened.id)).rows.map((row) => row[2]),
      [1, 2, 3],
    );
    const one = await open('order.json');
    assert.deepEqual([one.dataset, one.outcome, one.rows], ['intraday-orders', 'success', 1]);
    // From a service, it's still not what the API documents.
    const live = await service.ask('dayahead-prices', { body: JSON.stringify(series) });
    assert.equal(live.outcome, 'unexpectedResponse');
  });

  it('reads UTF-16 and Windows-1252 like UTF-8, and exports them as UTF-8', async () => {
    const text = prices([1.5, 2]).replace('NO1', 'Tromsø');
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const bodies: Record<string, Buffer> = {
      'utf-8.json': Buffer.from(text),
      'utf-16.json': utf16,
      'utf-16.json.gz': gzipSync(utf16),
      'utf-16-big.json': Buffer.from(text, 'utf16le').swap16(),
      'windows-1252.json': Buffer.from(text, 'latin1'),
    };
    const dataset = 'dayahead-prices';
    let expected: unknown;
    for (const [name, body] of Object.entries(bodies)) {
      save(name, body);
      const opened = await open(name, { dataset });
      assert.deepEqual([opened.outcome, opened.rows], ['success', 2], name);
      const rows = await rowsOf(opened.id);
      assert.ok(JSON.stringify(rows).includes('Tromsø'), name);
      assert.deepEqual(rows, (expected ??= rows), name);
      const exported = await command('result.export', {
        result: opened.id,
        format: 'json',
        target: `${folder}/exported.json`,
        overwrite: true,
      });
      assert.equal(readFileSync(vscode.Uri.parse(String(exported), true).fsPath, 'utf8'), text, name);
    }
  });

  it('says so if several datasets fit, or none', async () => {
    save('prices.json', prices([1]).replace('"category":"dayAhead",', '').replace('NO1', 'NO2'));
    save('package.json', '{ "name": "else", "version": "1.0.0" }');
    save('noise.json', Buffer.from([0, 1, 2, 3, 255]));
    save('nothing.json', '');
    await refused(
      { file: `${folder}/prices.json` },
      /prices\.json .*dayahead-prices, dayahead-prices-alternate, uk-auction-prices.*dataset/,
    );
    await refused({ file: `${folder}/package.json` }, /doesn't look like a response/);
    await refused({ file: `${folder}/noise.json` }, /doesn't look like a response/);
    await refused({ file: `${folder}/nothing.json` }, /is empty/);
    await refused({ file: `${folder}/prices.json`, dataset: 'prices' }, /"prices" not found/);
  });

  it('explains in plain words what cannot be read', async () => {
    mkdirSync(pathOf('folder.json'));
    await refused({ file: `${folder}/missing.json` }, /not found: missing\.json/);
    await refused({ file: `${folder}/folder.json` }, /is a folder/);
    await refused({ file: 7 }, /path or a Uri/);
    await refused({}, /path or a Uri/);
    await refused({ file: `${folder}/missing.json`, dataset: 7 }, /dataset/);
  });

  it('has the outcome that a response with the same bytes would have', async () => {
    const dataset = 'dayahead-prices';
    const whole = prices([1, 2, 3]);
    const gzip = gzipSync(whole);
    save('empty.json', '[]');
    save('words.json', '"No data for this day"');
    save('cut.json', whole.slice(0, -30));
    save('cut.json.gz', gzip.subarray(0, -12));
    save('object.json', '{}');
    save('none.json', '');
    const ends = async (name: string) => {
      const { outcome, rows, message } = await open(name, { dataset });
      return [outcome, rows, message];
    };
    assert.deepEqual((await ends('empty.json')).slice(0, 2), ['noData', 0]);
    assert.deepEqual(await ends('words.json'), ['noData', 0, 'No data for this day']);
    const [outcome, rows] = await ends('cut.json');
    assert.equal(outcome, 'unexpectedResponse');
    assert.ok(Number(rows) > 0);
    for (const name of ['cut.json.gz', 'object.json', 'none.json']) {
      assert.equal((await ends(name))[0], 'unexpectedResponse', name);
    }
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

    it('states in a comparison that the file is partial, synthetic, or edited, instead of reporting changes', async () => {
      const part = { ...provenance, rows: 2, of: 4, synthetic: true };
      save('part.json', prices([1, 2]), { ...part, sha256: '0'.repeat(64) });
      const { id } = await open('part.json');
      const comparison = await compared(id, (await live([1, 2, 3, 4])).id);
      assert.match(
        comparison.message ?? '',
        /^The prices, volumes, and IDs in part\.json are seeded, .*; 2 intervals: 2 in both, 0 missing; .*only part .*\(2\); .*changed after it was saved$/,
      );
      assert.equal(comparison.rows, 2);
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

  it('can be canceled, however large the file is', async () => {
    const order = JSON.stringify((JSON.parse(fixture('intraday-orders').toString()) as unknown[])[0]);
    const orders = 40_000;
    save('large.json', `[${Array.from({ length: orders }, () => order).join(',')}]`);
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const canceled = await open('large.json', { token: source.token });
    assert.equal(canceled.outcome, 'cancelled');
    const whole = await open('large.json');
    assert.deepEqual([whole.outcome, whole.rows], ['success', orders]);
  });

  it('uses a connection name that no query can use', async () => {
    await assert.rejects(
      Promise.resolve(command('query.run', { dataset: 'dayahead-prices', connection: 'file', show: false })),
      /"file" not found/,
    );
  });
});
