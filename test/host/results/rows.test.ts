import * as assert from 'node:assert/strict';
import { fixture, rowsOf, useMarketService } from '../support/marketService';

/** Prices and orders of the fixtures, requested in every way that a script may use. */
describe('rows of a result', () => {
  const service = useMarketService();
  let orders: string;

  beforeEach(async () => {
    orders = (await service.ask('intraday-orders', { body: fixture('intraday-orders') })).id;
  });

  const column = async (key: string, question: Record<string, unknown>, result = orders) => {
    const { total, rows } = await rowsOf(result, { ...question, columns: [key] });
    return { total, cells: rows.map(([cell]) => cell) };
  };

  it('are returned with the requested columns in the requested order', async () => {
    const { rows } = await rowsOf(orders, { columns: ['side', 'id', 'side'], to: 1 });
    assert.deepEqual(rows, [['BUY', 'I-1', 'BUY']]);
  });

  it('are combined and put side by side on request, or rejected if that is impossible', async () => {
    const at = (quarter: number) => new Date(Date.UTC(2026, 2, 29, 6) + quarter * 900_000).toISOString();
    const series = (area: string, values: readonly number[]) => ({
      type: 'price',
      unit: 'EUR/MWh',
      attributes: [{ role: null, name: 'deliveryArea', value: area }],
      values: values.map((value, each) => ({ startTime: at(each), endTime: at(each + 1), value })),
    });
    const body = JSON.stringify([series('NO1', [1, 2, 3, 6]), series('SE3', [5, 5])]);
    const { id } = await service.ask('dayahead-prices', { body });
    const form = { resolution: 'PT60M', layout: 'wide' };
    assert.deepEqual(await rowsOf(id, form), {
      total: 1,
      rows: [[Date.parse(at(0)), Date.parse(at(4)), 3, null]],
    });
    const filter = [{ column: 'SE3', op: '=', value: 5 }];
    assert.deepEqual(await column('NO1', { layout: 'wide', filter }, id), { total: 2, cells: [1, 2] });
    await assert.rejects(Promise.resolve(rowsOf(orders, form)), /time series/);
    await assert.rejects(Promise.resolve(rowsOf(id, { resolution: 'PT5M' })));
  });

  it('are none for a response without data, and the command still resolves', async () => {
    const { id } = await service.ask('dayahead-prices', { status: 204 });
    assert.deepEqual(await rowsOf(id), { total: 0, rows: [] });
  });
});
