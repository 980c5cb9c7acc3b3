import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { datasetPaths, type DatasetId, type ResultSummary } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { eventually } from '../support/support';

interface Entry {
  id: string;
  at: string;
  by: string;
  connection: string;
  dataset: string;
  parameters: Record<string, string>;
  outcome: string;
  rows: number;
  bytes: number;
  hasResponse: boolean;
  pinned: boolean;
}

const list = () => command('history.list') as Thenable<Entry[]>;
const open = (id: string, more: Record<string, unknown> = { show: false }) =>
  command('history.open', { id, ...more }) as Thenable<ResultSummary>;
const refused = (id: string, argument: unknown, words: RegExp) =>
  assert.rejects(Promise.resolve(command(id, argument)), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /\bat .*:\d+|node:|globalStorage/, 'a stack or a path');
    return true;
  });
/** Discards the results that no tab shows from memory. */
const forgetResults = () => command('results.clear');

describe('the history', () => {
  const service = useMarketService();
  beforeEach(() => command('history.clear'));
  after(() => command('history.clear'));

  for (const dataset of Object.keys(datasetPaths) as DatasetId[]) {
    it(`opens the response again without a request: ${dataset}`, async () => {
      const before = Date.now();
      const live = await service.ask(dataset, { body: fixture(dataset) });
      const rows = await rowsOf(live.id);
      const [entry, ...others] = await list();
      assert.deepEqual(others, []);
      assert.ok(entry);
      const { at, ...rest } = entry;
      assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      assert.ok(Date.parse(at) >= before && Date.parse(at) <= Date.now());
      assert.deepEqual(rest, {
        id: live.id,
        by: 'command',
        connection: 'service',
        dataset,
        parameters: live.parameters,
        outcome: live.outcome,
        rows: live.rows,
        bytes: live.bytes,
        hasResponse: true,
        pinned: false,
      });
      const requests = service.server.requests.length;
      assert.deepEqual(await open(live.id), live, 'the result in memory');
      await forgetResults();
      await assert.rejects(async () => rowsOf(live.id), /not found/);
      const opened = await open(live.id);
      assert.deepEqual({ ...opened, timings: null }, { ...live, timings: null });
      assert.deepEqual(await rowsOf(opened.id), rows);
      assert.equal(service.server.requests.length, requests);
      assert.equal((await list()).length, 1, 'opening is no query');
    });
  }

  it('opens a response that behaves like a result: its export says when and from which service it was queried', async () => {
    const live = await service.ask('dayahead-prices', { body: fixture('dayahead-prices') });
    const [entry] = await list();
    await forgetResults();
    await open(live.id);
    const uri = await command('result.export', {
      result: live.id,
      format: 'json',
      target: 'history/prices.json',
      provenance: true,
      overwrite: true,
    });
    const { fsPath } = vscode.Uri.parse(String(uri));
    assert.deepEqual(readFileSync(fsPath), fixture('dayahead-prices'));
    const provenance = JSON.parse(readFileSync(`${fsPath}.provenance.json`, 'utf8')) as Record<
      string,
      unknown
    >;
    assert.equal(provenance.connection, 'service');
    assert.equal(Date.parse(String(provenance.requestedAt)), Date.parse(entry?.at ?? ''));
  });

  it('lists failed and canceled queries without a response, and keeps what arrived of an interrupted one', async () => {
    const dataset = 'dayahead-prices';
    const failed = await service.ask(dataset, { status: 500, json: 'Down.' });
    const empty = await service.ask(dataset, { status: 204 });
    const body = fixture('intraday-orders');
    const cut = await service.ask('intraday-orders', { body: body.subarray(0, body.length - 40) });
    assert.ok(cut.rows > 0);
    const source = new vscode.CancellationTokenSource();
    service.server.on(datasetPaths[dataset], [{ fault: 'stall' }]);
    const running = service.query(dataset, {}, { token: source.token });
    await eventually('the request', () => (service.asked(dataset) > 2 ? true : undefined));
    source.cancel();
    const canceled = await running;
    assert.deepEqual(
      (await list()).map(({ id, outcome, rows, hasResponse }) => [id, outcome, rows, hasResponse]),
      [
        [canceled.id, 'cancelled', 0, false],
        [cut.id, 'unexpectedResponse', cut.rows, true],
        [empty.id, 'noData', 0, false],
        [failed.id, 'unexpectedError', 0, false],
      ],
    );
    await refused('history.open', { id: failed.id }, /ended without a response/);
    await forgetResults();
    const opened = await open(cut.id);
    assert.deepEqual(
      [opened.outcome, opened.rows, opened.message],
      ['unexpectedResponse', cut.rows, cut.message],
    );
  });

  it('rejects wrong arguments in plain words', async () => {
    await refused('history.open', { id: 'nothing' }, /"nothing" isn't in the history/);
    await refused('history.open', { id: '../../../etc' }, /isn't in the history/);
    await refused('history.open', {}, /id/);
    await refused('history.open', { id: 7 }, /id must be/);
    await refused('history.pin', { id: 'AAAAAAAAAAAA', pinned: true }, /isn't in the history/);
    await refused('history.pin', { id: 'AAAAAAAAAAAA' }, /pinned/);
    await refused('history.clear', { responsesOnly: 'yes' }, /responsesOnly/);
    await refused('history.clear', { responsesonly: true }, /responsesonly/);
  });
});
