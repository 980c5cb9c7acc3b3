import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { addDays, dayOf, dayPeriod, marketZone } from '../../../src/market/time/deliveryDay';
import { hourMs } from '../../../src/market/time/zones';
import { dayAheadPrices } from '../../../src/sandbox/market/dayAheadPrices';
import { seriesText } from '../../../src/sandbox/market/sampleSeries';
import { datasetPaths, type ResultSummary } from '../support/contract';
import { command, rowsOf, useMarketService } from '../support/marketService';

const dataset = 'dayahead-prices';
const today = { startTime: 'today', endTime: 'today' };

const wait = (argument: Record<string, unknown>) =>
  Promise.resolve(command('query.whenPublished', { show: false, ...argument })) as Promise<ResultSummary>;

describe('a query that runs when its data is published', () => {
  const service = useMarketService();

  it('resolves with what was asked, which is in the history once', async () => {
    await command('history.clear');
    const parameters = { deliveryarea: 'NO1,SE3', ...today };
    const summary = await wait({ dataset, parameters, connection: 'sandbox' });
    assert.equal(summary.outcome, 'success');
    assert.equal(summary.records, 2);
    const { total } = await rowsOf(summary.id, { to: 0 });
    assert.equal(total, summary.rows);
    const entries = (await command('history.list')) as { id: string; by: string }[];
    assert.deepEqual(
      entries.map(({ id, by }) => [id, by]),
      [[summary.id, 'command']],
    );
  });

  it('obeys a service that is busy', async () => {
    const busy = { status: 503, headers: { 'retry-after': '2' } };
    service.server.on(datasetPaths[dataset], [busy, { status: 400, json: 'Bad.' }]);
    const began = Date.now();
    const summary = await wait({ dataset, parameters: today, connection: 'service' });
    assert.equal(summary.outcome, 'badRequest');
    assert.ok(Date.now() - began >= 2000);
    assert.equal(service.asked(dataset), 2);
  });

  it('asks once for tomorrow after the machine slept over noon, and has it at once', async () => {
    const now = Date.now;
    const tomorrow = addDays(dayOf(now(), marketZone), 1);
    const { start: midnight, end } = dayPeriod(tomorrow, marketZone);
    const times = { startTime: new Date(midnight).toISOString(), endTime: new Date(end).toISOString() };
    const parameters = { deliveryarea: 'NO1', ...times };
    const [sent] = dayAheadPrices(parameters, { now: midnight, gaps: false, orders: undefined });
    assert.ok(sent);
    service.server.on(datasetPaths[dataset], [{ body: Buffer.from(`[${seriesText(sent)}]`) }]);
    const clock = (instant: number) => {
      const off = instant - now();
      Date.now = () => now() + off;
    };
    try {
      clock(midnight - 14 * hourMs);
      const waiting = wait({ dataset, parameters, connection: 'service' });
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(service.asked(dataset), 0);
      clock(midnight - 6 * hourMs);
      const summary = await waiting;
      assert.deepEqual([summary.outcome, service.asked(dataset)], ['success', 1]);
    } finally {
      Date.now = now;
    }
  });

  it('sends nothing for a coming day before it is due, and ends as canceled with its token', async () => {
    const days = ['2100-01-01', '2100-01-02', '2100-01-03', '2100-01-04', '2100-01-05'];
    const sources = days.map(() => new vscode.CancellationTokenSource());
    const of = (day: string, token?: vscode.CancellationToken) =>
      wait({ dataset: 'dayahead-curves', parameters: { date: day }, connection: 'service', token });
    const waiting = days.map((day, at) => of(day, sources[at]?.token));
    // The same question again isn't one more.
    const again = new vscode.CancellationTokenSource();
    const same = of('2100-01-05', again.token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await assert.rejects(of('2100-01-06'), /^Error: 5 queries are already waiting/);
    for (const source of [...sources, again]) source.cancel();
    const outcomes = (await Promise.all([...waiting, same])).map(({ outcome }) => outcome);
    assert.deepEqual(
      outcomes,
      Array.from({ length: 6 }, () => 'cancelled'),
    );
    assert.equal(service.asked('dayahead-curves'), 0);
  });

  it('is rejected for data without a time of publication, and for what no query may be', async () => {
    await assert.rejects(
      wait({ dataset: 'intraday-orders', parameters: today, connection: 'sandbox' }),
      /^Error: "Intraday orders \(delayed\)" isn't published at a set time/,
    );
    await assert.rejects(
      wait({ dataset, parameters: { deliveryarea: 'NO1' }, connection: 'sandbox' }),
      /period/,
    );
    await assert.rejects(wait({ dataset: 'prices', parameters: today }), /"prices" not found/);
    await assert.rejects(wait({ dataset, parameters: today, connection: 'nowhere' }), /nowhere/);
  });
});
