import * as assert from 'node:assert/strict';
import { fixture, rowsOf, useMarketService } from '../support/marketService';

/** Prices and orders of the fixtures, requested in every way that a script may use. */
describe('rows of a result', () => {
  const service = useMarketService();
  let orders: string;

  beforeEach(async () => {
    orders = (await service.ask('intraday-orders', { body: fixture('intraday-orders') })).id;
  });

  it('are returned with the requested columns in the requested order', async () => {
    const { rows } = await rowsOf(orders, { columns: ['side', 'id', 'side'], to: 1 });
    assert.deepEqual(rows, [['BUY', 'I-1', 'BUY']]);
  });

  it('are none for a response without data, and the command still resolves', async () => {
    const { id } = await service.ask('dayahead-prices', { status: 204 });
    assert.deepEqual(await rowsOf(id), { total: 0, rows: [] });
  });
});
