import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, fixture, useMarketService } from '../support/marketService';

describe('without a folder', () => {
  const service = useMarketService();

  it('queries work, and exports are rejected', async () => {
    const { id: result, outcome } = await service.ask('intraday-orders', {
      body: fixture('intraday-orders'),
    });
    assert.equal(outcome, 'success');
    const outside = join(tmpdir(), `orders-${result}.csv`);
    for (const target of [undefined, 'orders.csv', outside]) {
      const run = command('result.export', { result, format: 'csv', target });
      await assert.rejects(Promise.resolve(run), /folder/i);
    }
    assert.ok(!existsSync(outside));
  });
});
