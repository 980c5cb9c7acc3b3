import * as assert from 'node:assert/strict';
import { inWords } from '../support/contract';
import { newGrant, rowsOf, useMarketService } from '../support/marketService';
import { withSettings } from '../support/support';

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

  it('within the body without more data are reported as a timeout, and the received part is kept', () =>
    withSettings({ 'marketData.requestTimeoutSeconds': 1 }, async () => {
      const body = '[{"id":"I-1"},{"id":"I-2"},{"id":"I-3"},{"id":"I-4"}]';
      const summary = await service.ask('intraday-orders', { body, fault: 'stallWithinBody' });
      assert.deepEqual([summary.outcome, summary.status, summary.rows], ['timeout', 200, 2]);
      inWords(summary.message);
    }));

  it('of the sign-in service are told as such, with its host, and nothing is sent to the data service', async () => {
    for (const grant of [{ status: 500 }, { status: 404 }, { status: 503 }, { status: 500, json: 'Busy' }]) {
      // A token that is over makes the next query sign in again.
      await service.signIn([{ ...newGrant(), expiresIn: 1 }, grant]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const summary = await service.ask('intraday-orders', { json: [] });
      const { host } = new URL(service.server.origin);
      assert.equal(summary.outcome, 'unexpectedError');
      assert.ok(summary.message?.startsWith(`Sign-in failed at ${host}: `), summary.message);
      inWords(summary.message);
      assert.equal(service.asked('intraday-orders'), 0);
    }
  });
});
