import { describe, expect, it } from 'vitest';
import type { ContractsChart } from '#src/protocol/charts/contractsChart';
import { chartOf } from '#src/table/charts/chart';
import { atOnce } from '../../atOnce';
import { iso, minute, order as sent, start, tableOf } from '../tables';

const listOf = (records: readonly object[], judged = true) =>
  atOnce(
    chartOf(tableOf('publicOrder', records), 'orders', { width: 400, height: 200, judged }),
  ) as ContractsChart;

const order = (minutes: number, id: string, side: string, price: number, fields: object = {}) =>
  sent(minutes, id, price, {
    side,
    deliveryStart: iso(start),
    deliveryEnd: iso(start + 60 * minute),
    ...fields,
  });

describe('the list of contracts', () => {
  it('is in order of delivery; those without a time of delivery come last, by their names', () => {
    const starts = {
      'none-b': null,
      late: '2026-03-20T12:00:00Z',
      'none-a': 'soon',
      early: '2026-03-20T10:00:00Z',
    };
    const orders = Object.entries(starts).map(([contractId, deliveryStart]) => ({
      contractId,
      deliveryStart,
    }));
    expect(listOf(orders).contracts.map(({ id }) => id)).toEqual(['early', 'late', 'none-a', 'none-b']);
  });

  it('has no best price of an order that has expired, or that never stays open', () => {
    const { contracts } = listOf([
      order(1, 'A', 'BUY', 60, { timeInForce: 'GTD', expirationTime: iso(start + 10 * minute) }),
      order(2, 'B', 'BUY', 70, { timeInForce: 'IOC' }),
      order(3, 'C', 'SELL', 40, { timeInForce: 'FOK' }),
      order(30, 'D', 'BUY', 50, { timeInForce: 'GFS' }),
      order(31, 'E', 'SELL', 55, { timeInForce: 'GFS' }),
    ]);
    expect(contracts).toMatchObject([{ buy: '50', sell: '55', spread: '5' }]);
  });

  it('has the best prices and their exact spread, in the area with the most events', () => {
    const { contracts, total, events } = listOf([
      order(1, 'A', 'BUY', 50.1),
      order(2, 'B', 'BUY', 49),
      order(3, 'C', 'SELL', 50.4),
      order(4, 'D', 'SELL', 51),
      order(5, 'E', 'SELL', 50.2, { deliveryArea: 'NO2' }),
      order(6, 'F', 'BUY', 7, { contractId: 'C2' }),
      order(7, 'G', 'BUY', 99, { contractId: null }),
    ]);
    expect(contracts).toEqual([
      {
        id: 'C1',
        deliveryStart: start,
        deliveryEnd: start + 60 * minute,
        buy: '50.1',
        sell: '50.4',
        // As doubles, it would be 0.29999999999999716.
        spread: '0.3',
        unit: 'EUR/MWh',
        events: 5,
        last: start + 5 * minute,
      },
      expect.objectContaining({ id: 'C2', buy: '7', sell: null, spread: null, events: 1 }),
    ]);
    expect({ total, events }).toEqual({ total: 2, events: 6 });
  });

  it('has the prices of the last time with an open order, as the depth of the contract has', () => {
    const { contracts } = listOf([
      order(1, 'A', 'BUY', 50),
      order(2, 'B', 'SELL', 51),
      order(3, 'B', 'SELL', 51, { state: 'IACT' }),
      order(4, 'A', 'BUY', 50, { state: 'IACT' }),
    ]);
    expect(contracts).toMatchObject([{ buy: '50', sell: '51', last: start + 4 * minute }]);
  });

  it('has no prices before all rows have arrived', () => {
    const { contracts } = listOf([order(1, 'A', 'BUY', 50)], false);
    expect(contracts).toMatchObject([{ id: 'C1', buy: null, events: 1, last: start + minute }]);
  });

  it('is limited to the contracts with the most events, and says how many there are', () => {
    const orders = Array.from({ length: 1200 }, (_, n) =>
      order(n, `${n}`, 'BUY', n, { contractId: `C${n % 700}` }),
    );
    const { contracts, total, events } = listOf(orders);
    expect({ listed: contracts.length, total, events }).toEqual({ listed: 500, total: 700, events: 1000 });
    expect(contracts.every((contract) => contract.events === 2)).toBe(true);
  });
});
