import { recordShapes } from '#src/market/records/recordKinds';
import { addRecord } from '#src/table/body/recordRows';
import { Table } from '#src/table/columns/table';

/** Four orders with equal and missing cells. */
export const sampleOrders = new Table(recordShapes.publicOrder);
for (const record of [
  { id: 'a', price: 10, side: 'BUY', deliveryStart: '2026-03-29T00:00:00Z' },
  { id: 'b', price: null, side: 'SELL', deliveryStart: '2026-03-29T01:00:00Z' },
  { id: 'c', price: -5.5, side: 'BUY', deliveryStart: null },
  { id: 'd', price: 10, side: null, deliveryStart: '2026-03-28T23:00:00Z' },
]) {
  addRecord(sampleOrders, 'publicOrder', record);
}
