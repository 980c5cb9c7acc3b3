import * as assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('in an untrusted folder', () => {
  const service = useMarketService();

  it('queries and tables work, and nothing is written', async () => {
    const { id: result, outcome } = await service.ask('intraday-orders', {
      body: fixture('intraday-orders'),
    });
    assert.equal(outcome, 'success');
    assert.equal((await rowsOf(result)).total, 3);
    const folder = workspaceFolder().uri.fsPath;
    for (const target of [undefined, 'orders.csv', join(folder, 'orders.csv')]) {
      const run = command('result.export', { result, format: 'csv', target, overwrite: true });
      await assert.rejects(Promise.resolve(run), /untrusted workspace/i);
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it('a range of delivery days is neither requested nor written', async () => {
    service.server.forget();
    const range = { dataset: 'dayahead-turnover', parameters: {}, from: '2026-03-01', to: '2026-03-02' };
    const run = command('range.run', { ...range, format: 'ndjson', target: 'range', connection: 'service' });
    await assert.rejects(Promise.resolve(run), /untrusted workspace/i);
    // What was clicked is told in a message.
    assert.equal(await command('range.run', { datasetNode: 'dayahead-turnover' }), undefined);
    assert.deepEqual(service.server.requests, []);
    assert.deepEqual(readdirSync(workspaceFolder().uri.fsPath), []);
  });
});
