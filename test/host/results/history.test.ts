import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { datasetPaths, type DatasetId, type ResultSummary } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { activeExtension, eventually, withSettings } from '../support/support';

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
    const again = await service.ask('dayahead-prices', { body: fixture('dayahead-prices') });
    const compared = (await command('result.compare', {
      first: live.id,
      second: again.id,
      show: false,
    })) as ResultSummary;
    assert.equal(compared.outcome, 'success');
    assert.equal((await list()).length, 2, 'a comparison is no entry');
  });

  it('opens responses in tabs that remain when the result is discarded from memory', async () => {
    const live = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    await forgetResults();
    await open(live.id, {});
    await eventually('a tab', () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => /orders/i.test(label)),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
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

  it('keeps a pin until it is removed', async () => {
    const { id } = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    assert.equal(await command('history.pin', { id, pinned: true }), undefined);
    assert.deepEqual(
      (await list()).map(({ pinned }) => pinned),
      [true],
    );
    await command('history.pin', { id, pinned: false });
    assert.deepEqual(
      (await list()).map(({ pinned }) => pinned),
      [false],
    );
  });

  it('compares an earlier response with another one from the history, without a request', async () => {
    const first = await service.ask('uk-auction-prices', { body: fixture('uk-auction-prices') });
    const second = await service.ask('uk-auction-prices', { body: fixture('uk-auction-prices') });
    await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    await forgetResults();
    const requests = service.server.requests.length;
    const running = Promise.resolve(command('history.compare', { historyNode: second.id }));
    const isOver = (withinMs: number) => Promise.race([running.then(() => true), wait(withinMs, false)]);
    // The last item, because of the history only the other response from the dataset is offered.
    while (!(await isOver(300))) {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectPrevious');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
    const compared = (await running) as ResultSummary;
    assert.equal(compared.dataset, 'uk-auction-prices');
    assert.equal(compared.rows, first.rows - 1, 'without the value whose start has no UTC offset');
    assert.equal(service.server.requests.length, requests);
  });

  it('can be cleared with pinned entries: responses only, or everything', async () => {
    const ask = () => service.ask('intraday-orders', { body: fixture('intraday-orders') });
    const first = await ask();
    await command('history.pin', { id: first.id, pinned: true });
    const second = await ask();
    assert.equal(await command('history.clear', { responsesOnly: true }), undefined);
    assert.deepEqual(
      (await list()).map(({ id, hasResponse }) => [id, hasResponse]),
      [
        [second.id, false],
        [first.id, false],
      ],
    );
    await refused('history.open', { id: first.id }, /no longer in the history\..* Run the query again/);
    await command('history.clear');
    assert.deepEqual(await list(), []);
    await refused('history.open', { id: first.id }, /isn't in the history/);
  });

  it('is kept when stored results are cleared', async () => {
    const { id } = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    await forgetResults();
    assert.deepEqual(
      (await list()).map(({ hasResponse }) => hasResponse),
      [true],
    );
    assert.equal((await open(id)).outcome, 'success');
  });

  it('keeps its list but no response with 0 megabytes', async () => {
    const before = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    assert.equal((await list())[0]?.hasResponse, true);
    await withSettings({ 'marketData.historyMegabytes': 0 }, async () => {
      const { id } = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
      await eventually('the removal', async () =>
        (await list()).every(({ hasResponse }) => !hasResponse) ? true : undefined,
      );
      assert.deepEqual(
        (await list()).map((entry) => entry.id),
        [id, before.id],
      );
      await refused('history.open', { id }, /marketData\.historyMegabytes/);
    });
  });

  describe('offers to compare an entry with', () => {
    const { createQuickPick, showErrorMessage } = vscode.window;
    const lists: vscode.QuickPickItem[][] = [];
    const problems: string[] = [];
    /** Selects from a list. */
    let choose: (list: vscode.QuickPickItem[]) => Promise<vscode.QuickPickItem | undefined>;
    /** The button that is pressed in the next message. */
    let pressed: string | undefined;

    /** A list from which `choose` selects as soon as it's shown. */
    function openList() {
      const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
      const never = () => new vscode.Disposable(() => undefined);
      const list = {
        items: [] as vscode.QuickPickItem[],
        selectedItems: [] as vscode.QuickPickItem[],
        value: '',
        onDidAccept: accepted.event,
        onDidHide: hidden.event,
        onDidChangeValue: never,
        onDidTriggerButton: never,
        show() {
          lists.push(list.items);
          void choose(list.items).then((item) => {
            list.selectedItems = item ? [item] : [];
            if (item) accepted.fire();
            hidden.fire();
          });
        },
        dispose: () => undefined,
      };
      return list;
    }

    before(async function () {
      // In a packaged extension, prompts are out of the tests' reach.
      const { extensionPath } = await activeExtension();
      if (!__dirname.startsWith(extensionPath)) this.skip();
      Reflect.set(vscode.window, 'createQuickPick', openList);
      Reflect.set(vscode.window, 'showErrorMessage', (message: string, ...buttons: string[]) => {
        problems.push(message);
        const press = buttons.find((button) => button === pressed);
        pressed = undefined;
        return Promise.resolve(press);
      });
    });
    beforeEach(() => {
      lists.length = 0;
      problems.length = 0;
      choose = () => Promise.resolve(undefined);
      pressed = undefined;
    });
    afterEach(async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await forgetResults();
    });
    after(() => {
      Reflect.set(vscode.window, 'createQuickPick', createQuickPick);
      Reflect.set(vscode.window, 'showErrorMessage', showErrorMessage);
    });

    const isHeading = ({ kind }: vscode.QuickPickItem) => kind === vscode.QuickPickItemKind.Separator;
    /** The list items below the headings that begin with these words. */
    const below = (list: vscode.QuickPickItem[], words: string) => {
      const from = list.findIndex((item) => isHeading(item) && item.label.startsWith(words));
      const rest = from < 0 ? [] : list.slice(from + 1);
      const end = rest.findIndex(isHeading);
      return end < 0 ? rest : rest.slice(0, end);
    };
    const compare = (id: string) =>
      command('history.compare', { historyNode: id }) as Thenable<ResultSummary | undefined>;
    const askPrices = () => service.ask('dayahead-prices', { body: fixture('dayahead-prices') });

    it('each kept response from its dataset once, without a request', async () => {
      await askPrices();
      await command('history.clear', { responsesOnly: true });
      const body = fixture('dayahead-prices');
      await service.ask('dayahead-prices', { body: body.subarray(0, body.length - 40) });
      await service.ask('dayahead-prices', { status: 500, json: 'Down.' });
      await service.ask('intraday-orders', { body: fixture('intraday-orders') });
      const [older, base] = [await askPrices(), await askPrices()];
      await list();
      await forgetResults();
      await askPrices();
      const requests = service.server.requests.length;
      choose = (items) => Promise.resolve(below(items, 'Responses in the history')[0]);
      const compared = await compare(base.id);
      assert.deepEqual(problems, []);
      const [items = []] = lists;
      assert.equal(below(items, 'Results in memory').length, 1);
      assert.equal(below(items, 'Responses in the history').length, 1);
      assert.equal(compared?.outcome, 'success');
      assert.equal((await rowsOf(older.id)).total, older.rows, 'it was read again');
      assert.equal(service.server.requests.length, requests);
    });

    it('the remaining responses if the chosen one is gone by then, and says so', async () => {
      const [oldest, older, base] = [await askPrices(), await askPrices(), await askPrices()];
      await list();
      await forgetResults();
      let hasChosen = false;
      choose = async (items) => {
        if (hasChosen) return undefined;
        hasChosen = true;
        await command('history.delete', { historyNode: older.id });
        return below(items, 'Responses in the history')[0];
      };
      pressed = 'Choose Another Result…';
      const requests = service.server.requests.length;
      assert.equal(await compare(base.id), undefined);
      assert.deepEqual(problems, [`Query "${older.id}" isn't in the history. It may have been deleted.`]);
      await eventually('another list', () => (lists.length === 2 ? true : undefined));
      assert.deepEqual(
        lists.map((items) => below(items, 'Responses in the history').length),
        [2, 1],
      );
      assert.equal(service.server.requests.length, requests);
      assert.ok((await list()).some(({ id }) => id === oldest.id));
    });
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
