import { expect, it } from 'vitest';
import { contractCounts } from '#src/table/charts/orders/contracts';
import { atOnce } from '../../atOnce';
import { tableOf } from '../tables';

it('contracts are in order of delivery; those without a time of delivery come last, by their names', () => {
  const starts = {
    'none-b': null,
    late: '2026-03-20T12:00:00Z',
    'none-a': 'soon',
    early: '2026-03-20T10:00:00Z',
  };
  const orders = Object.entries(starts).map(([contractId, deliveryStart]) => ({ contractId, deliveryStart }));
  const table = tableOf('publicOrder', orders);
  const contracts = atOnce(contractCounts(table, table.rows));
  expect(contracts.map(({ id }) => id)).toEqual(['early', 'late', 'none-a', 'none-b']);
});
