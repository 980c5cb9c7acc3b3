import * as assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths, type ResultSummary } from '../support/contract';
import { useEmptyFolder } from '../support/exportedOrders';
import { command, fixture, useMarketService } from '../support/marketService';
import { closeEditors, eventually, workspaceFolder } from '../support/support';

interface Check {
  query: string;
  check: string;
  ok: boolean;
  expected?: unknown;
  actual?: unknown;
  line: number;
}
interface CheckSummary {
  passed: number;
  failed: number;
  checks: Check[];
}

const pathOf = (...segments: string[]) => join(workspaceFolder().uri.fsPath, ...segments);
const save = (name: string, content: unknown) =>
  writeFileSync(pathOf(name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
/** A file with these queries, over the connection of the tests. */
const fileOf = (queries: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  version: 1,
  connection: 'service',
  ...more,
  queries,
});
const run = (file: unknown, query: string, more: Record<string, unknown> = {}) =>
  command('queries.run', { file, query, show: false, ...more }) as Thenable<ResultSummary>;
const check = (file: unknown, query?: string) =>
  command('queries.check', { file, ...(query === undefined ? {} : { query }) }) as Thenable<CheckSummary>;
const refused = (id: string, argument: unknown, words: RegExp) =>
  assert.rejects(Promise.resolve(command(id, argument)), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    return true;
  });

const prices = { dataset: 'dayahead-prices', parameters: { deliveryarea: 'NO1' } };
const orders = { dataset: 'intraday-orders', parameters: { deliveryarea: 'NO1' } };
/** Only the order events of the fixture that say everything, so nothing is left open. */
const wholeOrders = () =>
  JSON.stringify((JSON.parse(fixture('intraday-orders').toString()) as unknown[]).slice(0, 1));

describe('queries in a file', () => {
  const service = useMarketService();
  useEmptyFolder();
  beforeEach(() => command('history.clear'));
  after(async () => {
    await closeEditors();
    await command('history.clear');
  });

  it('run as shown in an editor, even unsaved, and appear in the history as run from a file', async () => {
    service.server.on(datasetPaths['dayahead-prices'], [{ body: fixture('dayahead-prices') }]);
    save('a.market.json', fileOf({ q: prices }));
    assert.equal((await run('a.market.json', 'q')).parameters['deliveryarea'], 'NO1');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(pathOf('a.market.json')));
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('NO1'));
    edit.replace(document.uri, new vscode.Range(at, at.translate(0, 3)), 'SE3');
    await vscode.workspace.applyEdit(edit);
    assert.equal((await run(document.uri, 'q')).parameters['deliveryarea'], 'SE3');
    await closeEditors();
    assert.equal((await run('a.market.json', 'q')).parameters['deliveryarea'], 'NO1');
    const entries = (await command('history.list')) as { by: string }[];
    assert.deepEqual(
      entries.map(({ by }) => by),
      ['file', 'file', 'file'],
    );
  });

  it('are rejected with a message if the file or the query is wrong, and nothing is sent', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'x.market.json'), JSON.stringify(fileOf({ q: prices })));
    symlinkSync(outside, pathOf('linked'), 'dir');
    save('a.market.json', fileOf({ q: prices, 'the other': prices }));
    save('b.json', fileOf({ q: prices }));
    save('broken.market.json', '{ "version": 1, "queries": { "q": ');
    writeFileSync(pathOf('bytes.market.json'), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    save('empty.market.json', fileOf({}));
    save('bad.market.json', fileOf({ 'no day': { ...prices, parameters: { startTime: '2026-02-30' } } }));
    for (const [file, query, words] of [
      ['a.market.json', 'Q', /Query "Q" not found in a\.market\.json\. Available queries: q, the other\./],
      ['missing.market.json', 'q', /missing\.market\.json/],
      ['b.json', 'q', /The name of a query file must end with \.market\.json\./],
      ['linked/x.market.json', 'q', /symbolic link/],
      [join(outside, 'x.market.json'), 'q', /outside the workspace/],
      ['../x.market.json', 'q', /isn't a safe path/],
      ['broken.market.json', 'q', /^broken\.market\.json: Line 1: /],
      ['bytes.market.json', 'q', /isn't UTF-8 text/],
      ['empty.market.json', 'q', /contains no queries/],
      ['bad.market.json', 'no day', /^bad\.market\.json: Line \d+: .*2026-02-30/],
      [undefined, 'q', /"file" must be a path or a URI/],
    ] as const) {
      for (const id of ['queries.run', 'queries.export', 'queries.pin'])
        await refused(id, { file, query }, words);
    }
    for (const file of ['missing.market.json', 'broken.market.json', 'linked/x.market.json']) {
      await refused('queries.check', { file }, /./);
    }
    await refused('queries.run', { file: 'a.market.json' }, /query is required/);
    assert.deepEqual(service.server.requests, []);
    rmSync(outside, { recursive: true });
  });

  it('are exported as the file says, relative to its folder, and never replace a file without consent', async () => {
    service.server.on(datasetPaths['intraday-orders'], [{ body: fixture('intraday-orders') }]);
    const to = (more: object) => ({ ...orders, export: { format: 'csv', ...more } });
    save(
      'a.market.json',
      fileOf({
        named: to({ target: 'data/orders.csv', rows: { from: 0, to: 1, columns: ['id'] }, provenance: true }),
        replaced: to({ target: 'data/orders.csv', overwrite: true }),
        unnamed: to({}),
        none: orders,
        hidden: to({ target: '.vscode/settings.csv' }),
        absolute: to({ target: '/etc/orders.csv' }),
      }),
    );
    const argument = { file: 'a.market.json', query: 'named' };
    const written = await command('queries.export', argument);
    assert.equal(written, vscode.Uri.file(pathOf('data', 'orders.csv')).toString());
    assert.deepEqual(readdirSync(pathOf('data')).sort(), ['orders.csv', 'orders.csv.provenance.json']);
    const first = readFileSync(pathOf('data', 'orders.csv'), 'utf8');
    assert.match(first, /^id\r\n.+\r\n$/);
    const sent = service.server.requests.length;
    await refused('queries.export', argument, /already exists/);
    assert.equal(service.server.requests.length, sent, 'nothing is sent for a file that may not be written');
    await command('queries.export', { ...argument, overwrite: true });
    await command('queries.export', { file: 'a.market.json', query: 'replaced' });
    assert.notEqual(readFileSync(pathOf('data', 'orders.csv'), 'utf8'), first);
    const unnamed = (await command('queries.export', { file: 'a.market.json', query: 'unnamed' })) as string;
    assert.match(unnamed, /\/market-data\/intraday-orders_NO1\.csv$/);
    await refused('queries.export', { file: 'a.market.json', query: 'none' }, /has no "export"/);
    for (const query of ['hidden', 'absolute']) {
      await refused('queries.export', { file: 'a.market.json', query }, /Line \d+: .*isn't a safe path/);
    }
    service.server.on(datasetPaths['intraday-orders'], [{ status: 500, json: 'The disk is full.' }]);
    await refused('queries.export', { file: 'a.market.json', query: 'unnamed' }, /The disk is full\./);
  });

  describe('when pinned', () => {
    const pin = (query: string, more: Record<string, unknown> = {}) =>
      command('queries.pin', { file: 'a.market.json', query, ...more }) as Thenable<string>;
    const text = [
      '{',
      '  // What we rely on.',
      '  "version": 1, "connection": "service",',
      '  "queries": {',
      '    "q": { "dataset": "intraday-orders", /* all areas */ "expect": { "complete": true } },',
      '    "none": { "dataset": "dayahead-prices" }',
      '  }',
      '}',
      '',
    ].join('\n');
    const onDisk = () => readFileSync(pathOf('a.market.json'), 'utf8');
    beforeEach(() => {
      service.server.on(datasetPaths['intraday-orders'], [{ body: wholeOrders() }]);
      save('a.market.json', text);
    });

    it('fail at the line of the fingerprint when the data changes, and the responses can be compared', async () => {
      const fingerprint = await pin('q');
      const [first, ...others] = JSON.parse(fixture('intraday-orders').toString()) as { price: number }[];
      const changed = [{ ...first, price: -1 }, ...others];
      service.server.on(datasetPaths['intraday-orders'], [{ body: Buffer.from(JSON.stringify(changed)) }]);
      const { checks } = await check('a.market.json', 'q');
      const red = checks.find((each) => each.check === 'fingerprint');
      assert.equal(red?.ok, false);
      assert.equal(red.expected, fingerprint);
      assert.notEqual(red.actual, fingerprint);
      assert.match(onDisk().split('\n')[red.line - 1] ?? '', /fingerprint/);
      const file = vscode.Uri.file(pathOf('a.market.json'));
      await command('results.clear');
      await command('queries.compareHere', { file, query: 'q', with: 'pinned' });
      const title = await eventually('the comparison', () => {
        const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
        return tabs.find(({ label }) => label.includes(' vs. '));
      });
      assert.ok(title.isActive);
      await closeEditors();
    });

    it('keep unsaved edits of the file, and a change on disk that no editor has noticed yet', async () => {
      const uri = vscode.Uri.file(pathOf('a.market.json'));
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document);
      // The editor may still have the file's text from an earlier test.
      await eventually('the editor to show it', () => (document.getText() === onDisk() ? true : undefined));
      await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '  // Typed.\n'));
      assert.ok(document.isDirty);
      const typed = await pin('q');
      assert.match(onDisk(), /\/\/ Typed\./);
      assert.ok(onDisk().includes(typed));
      assert.equal(document.isDirty, false);
      assert.ok(document.getText().includes(typed));

      const elsewhere = onDisk().replace('// Typed.', '// Changed elsewhere.');
      service.server.on(datasetPaths['intraday-orders'], [{ body: Buffer.from('[{"id":"1"}]') }]);
      save('a.market.json', elsewhere);
      const again = await pin('q');
      assert.notEqual(again, typed);
      assert.match(onDisk(), /\/\/ Changed elsewhere\./);
      assert.ok(onDisk().includes(again));
      await eventually('the editor to show it', () => (document.getText() === onDisk() ? true : undefined));
      await closeEditors();
    });
  });
});
