import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { datasetPaths, inWords, said } from '../support/contract';
import { startFaultServer } from '../support/faultServer';
import {
  command,
  fixture,
  password,
  rowsOf,
  useMarketService,
  username,
  withConnections,
} from '../support/marketService';
import { eventually, withSettings } from '../support/support';

const orders = fixture('intraday-orders');
const prices = fixture('dayahead-prices');

describe('network failures', () => {
  const service = useMarketService();

  it('within the body keep the received part, which is never called complete', async () => {
    for (const fault of ['resetWithinBody', 'cutShort'] as const) {
      const body = Buffer.from(`[${Array(40).fill('{"id":"I-1","price":12.10}').join(',')}]`);
      const summary = await service.ask('intraday-orders', { body, fault });
      assert.ok(['unreachable', 'unexpectedResponse'].includes(summary.outcome), fault);
      inWords(summary.message);
      assert.equal(summary.rows, 20, fault);
      assert.equal(summary.wireBytes, Math.floor(body.byteLength / 2));
      assert.equal((await rowsOf(summary.id, { from: 19 })).rows[0]?.[15], 12.1);
      assert.equal(service.asked('intraday-orders'), 1, 'a body is not asked for twice');
      service.server.forget();
    }
  });

  it('within a series keep its values up to that point', async () => {
    const summary = await service.ask('dayahead-prices', {
      body: prices,
      fault: 'resetWithinBody',
    });
    assert.equal(summary.outcome, 'unreachable');
    const { rows } = await rowsOf(summary.id, { columns: ['value'] });
    assert.deepEqual(rows.slice(0, 2), [[12.1], [-0]]);
    assert.equal(rows.length, summary.rows);
  });

  it('do not prevent the extension that runs a headless query from cancelling it', async () => {
    const cancellation = new vscode.CancellationTokenSource();
    service.server.on(datasetPaths['intraday-orders'], [{ fault: 'stall' }]);
    const { token } = cancellation;
    const running = service.query('intraday-orders', undefined, { token });
    await eventually('the request', () => (service.asked('intraday-orders') > 0 ? true : undefined));
    cancellation.cancel();
    assert.equal((await running).outcome, 'cancelled');
  });

  it('before the first byte are retried once', async () => {
    const summary = await service.ask('intraday-orders', { fault: 'reset' }, { body: orders });
    assert.deepEqual(said(summary), { outcome: 'success', status: 200, rows: 3 });
    assert.equal(service.asked('intraday-orders'), 2);
  });

  it('before the first byte that repeat are reported as unreachable', async () => {
    const { outcome, status, rows, message } = await service.ask('intraday-orders', {
      fault: 'reset',
    });
    assert.deepEqual({ outcome, status, rows }, { outcome: 'unreachable', status: undefined, rows: 0 });
    inWords(message);
    assert.equal(service.asked('intraday-orders'), 2);
  });

  it('before the first byte without any data are reported as a timeout', () =>
    withSettings({ 'marketData.requestTimeoutSeconds': 1 }, async () => {
      const { outcome, rows, message } = await service.ask('intraday-orders', { fault: 'stall' });
      assert.deepEqual({ outcome, rows }, { outcome: 'timeout', rows: 0 });
      inWords(message);
      const [request] = service.server.requests;
      assert.deepEqual(await request?.closed, { aborted: true });
    }));

  it('within the body without more data are reported as a timeout, and the received part is kept', () =>
    withSettings({ 'marketData.requestTimeoutSeconds': 1 }, async () => {
      const body = '[{"id":"I-1"},{"id":"I-2"},{"id":"I-3"},{"id":"I-4"}]';
      const summary = await service.ask('intraday-orders', { body, fault: 'stallWithinBody' });
      assert.deepEqual([summary.outcome, summary.status, summary.rows], ['timeout', 200, 2]);
      inWords(summary.message);
    }));

  it('do not include a slow response that keeps sending data', () =>
    withSettings({ 'marketData.requestTimeoutSeconds': 1 }, async () => {
      const answer = { body: orders, trickle: { bytes: 700, everyMs: 400 } };
      const { outcome, rows } = await service.ask('intraday-orders', answer);
      assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
    }));
});

describe('an address where no server listens', () => {
  const service = useMarketService();

  it('is unreachable, with a message about the connection', async () => {
    const gone = await startFaultServer();
    const { authUrl } = service.connection;
    const connection = { name: 'gone', baseUrl: gone.origin, authUrl };
    await withConnections([connection], async () => {
      await command('connection.signIn', { connection: 'gone', username, password });
      await gone.close();
      const summary = await service.query('dayahead-turnover', {}, { connection: 'gone' });
      await command('connection.signOut', { connection: 'gone' });
      assert.deepEqual([summary.outcome, summary.status], ['unreachable', undefined]);
      inWords(summary.message);
    });
  });
});
