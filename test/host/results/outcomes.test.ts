import * as assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { inWords, said } from '../support/contract';
import { fixture, rowsOf, useMarketService } from '../support/marketService';
import { withSettings } from '../support/support';

const orders = fixture('intraday-orders');

/** One response of each kind; the details are tested without the editor. */
describe('outcomes', () => {
  const service = useMarketService();

  it('of a compressed text in place of data is no data, in the words of the service', async () => {
    const summary = await service.ask('dayahead-prices', { json: 'Ingen data på "NO1"', gzip: true });
    const message = 'Ingen data på "NO1"';
    assert.deepEqual(said(summary), { outcome: 'noData', rows: 0, status: 200, message });
    assert.equal(summary.records, 0);
  });

  it('of a response in another encoding is success, with its texts', async () => {
    const summary = await service.ask('intraday-orders', {
      body: Buffer.from(JSON.stringify([{ id: '1', productCode: 'Tromsø', price: 12.5 }]), 'latin1'),
      gzip: true,
      headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    });
    assert.deepEqual([summary.outcome, summary.rows], ['success', 1]);
    assert.ok(JSON.stringify(await rowsOf(summary.id)).includes('Tromsø'));
  });

  it('of a rejected request has the words of the service, and counts the bytes of its error', async () => {
    const words = Buffer.from(JSON.stringify('No such area.'));
    const answer = { status: 400, body: words, gzip: true };
    const summary = await service.ask('dayahead-prices', answer);
    const message = 'No such area.';
    assert.deepEqual(said(summary), { outcome: 'badRequest', rows: 0, status: 400, message });
    assert.deepEqual(
      [summary.bytes, summary.wireBytes, summary.records],
      [words.length, gzipSync(words).length, 0],
    );
    assert.equal(service.asked('dayahead-prices'), 1, 'asked again without being told to');
  });

  it('of a busy service is there immediately if the wait is longer than the setting allows', () =>
    withSettings({ 'marketData.maxRetryWaitSeconds': 0 }, async () => {
      const busy = { status: 429, headers: { 'retry-after': '1' } };
      const summary = await service.ask('intraday-orders', busy, { body: orders });
      const expected = { outcome: 'tooManyRequests', rows: 0, status: 429, retryAfterSeconds: 1 };
      assert.deepEqual(said(summary), expected);
      assert.equal(service.asked('intraday-orders'), 1);
    }));

  it('of a response that nobody can read is not data, and does not affect the next query', async () => {
    const endless = await service.ask('intraday-orders', { body: '['.repeat(100_000) });
    assert.deepEqual([endless.outcome, endless.rows], ['unexpectedResponse', 0]);
    inWords(endless.message);
    const { outcome, rows } = await service.ask('intraday-orders', { body: orders });
    assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
  });
});
