import * as assert from 'node:assert/strict';
import { inWords } from '../support/contract';
import { rowsOf, useMarketService } from '../support/marketService';

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
});
