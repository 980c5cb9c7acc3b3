import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { eventually } from '../support/support';

const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

/** The result tabs. */
const tabs = () =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('marketData.result'),
    );

/** Waits until the window has this many result tabs. */
const tabCount = (count: number) =>
  eventually(`${count} tabs`, () => (tabs().length === count ? tabs() : undefined));

describe('result tabs', () => {
  const service = useMarketService();
  const orders = fixture('intraday-orders');
  beforeEach(closeAll);
  after(closeAll);

  it("aren't opened by a query without a panel, but its views can be opened later in one tab", async () => {
    const { id: result } = await service.ask('intraday-orders', { body: orders });
    assert.equal(tabs().length, 0);
    for (const view of [undefined, 'chart', 'table', 'json', 'request']) {
      assert.equal(await command('result.open', { result, view }), undefined);
      await tabCount(1);
    }
  });

  it('are opened by default with a descriptive name', async () => {
    service.server.on(datasetPaths['dayahead-prices'], [{ body: fixture('dayahead-prices') }]);
    const parameters = { deliveryarea: 'NO1', startTime: '2026-03-29' };
    await service.query('dayahead-prices', parameters, { show: undefined });
    const [tab] = await tabCount(1);
    assert.equal(tab?.label, 'Day-ahead prices · NO1 · 29 Mar 2026 · service');
    await service.query('dayahead-prices', parameters, { show: true });
    await tabCount(2);
  });

  it('can be opened again after closing, while the result is still in memory', async () => {
    const { id: result } = await service.ask('intraday-orders', { body: orders });
    await command('result.open', { result });
    await vscode.window.tabGroups.close(await tabCount(1));
    await tabCount(0);
    await command('result.open', { result, view: 'table' });
    await tabCount(1);
  });

  it('that are closed cancel their running query, and keep the part of the body that was received', async () => {
    const body = `[${Array(4).fill('{"id":"I-1"}').join(',')}]`;
    service.server.on(datasetPaths['intraday-orders'], [{ body, fault: 'stallWithinBody' }]);
    const run = service.query('intraday-orders', {}, { show: true });
    const [tab] = await tabCount(1);
    const request = await eventually('the request', () => service.server.requests[0]);
    // Nothing tells when the extension has read a part of a body that goes on.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await vscode.window.tabGroups.close(tab!);
    const { id, outcome, rows } = await run;
    assert.deepEqual([outcome, rows], ['cancelled', 2]);
    assert.deepEqual(await request.closed, { aborted: true });
    assert.equal((await rowsOf(id)).total, 2);
  });
});
