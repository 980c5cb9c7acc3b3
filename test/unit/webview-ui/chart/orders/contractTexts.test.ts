import { expect, it } from 'vitest';
import type { ContractRow } from '#src/protocol/charts/contractsChart';
import { contractColumns } from '#view/chart/orders/contractTexts';

const hour = 3_600_000;
const start = Date.parse('2026-03-19T23:00Z');
const row = (id: string, hours: number, fields: Partial<ContractRow> = {}): ContractRow => ({
  id,
  deliveryStart: start + hours * hour,
  deliveryEnd: start + (hours + 1) * hour,
  buy: null,
  sell: null,
  spread: null,
  unit: 'EUR/MWh',
  events: 1,
  last: start + hours * hour,
  ...fields,
});
const rows = [
  row('a', 0, { buy: '9.5', sell: '10.125', spread: '0.625' }),
  row('b', 1, { buy: '-10', events: 12_345, last: NaN }),
  row('c', 24, { sell: '1e3' }),
];
const columnsOf = (shown: readonly ContractRow[], receiving = false) =>
  contractColumns(shown, { zone: 'Europe/Oslo', receiving });
const said = (shown: readonly ContractRow[], receiving = false) =>
  columnsOf(shown, receiving).map(({ title, texts }) => [title, ...texts]);

it('prices in the list of contracts have every digit that was sent, and one number of decimals in a column', () => {
  expect(said(rows).slice(2)).toEqual([
    ['Best buy', '9.50', '-10.00', 'none'],
    ['Best sell', '10.125', 'none', '1e3'],
    ['Spread', '0.625', 'none', 'none'],
    ['Events', '1', '12,345', '1'],
    ['Last event', '00:00:00', '', '2026-03-21\n00:00:00'],
  ]);
  expect(said(rows, true)[2]).toEqual(['Best buy', '9.50', '-10.00', '…']);
  const pounds = [...rows, row('d', 2, { buy: '5', unit: 'GBP/MWh' })];
  expect(said(pounds)[2]).toEqual(['Best buy', '9.50 EUR/MWh', '-10.00 EUR/MWh', 'none', '5.00 GBP/MWh']);
});

it('the day that most contracts deliver on is said once', () => {
  expect(columnsOf(rows)[1]).toEqual({
    title: 'Delivery',
    texts: ['00:00 – 01:00', '01:00 – 02:00', '2026-03-21\n00:00 – 01:00'],
    note: '2026-03-20',
  });
  expect(columnsOf([row('a', 0), row('b', NaN)])[1]?.texts).toEqual(['00:00 – 01:00', 'unknown time']);
});

it('the last events of both hours that clocks repeat can be told apart', () => {
  const last = Date.parse('2026-10-25T00:30Z');
  const repeated = [row('a', 0, { last }), row('b', 1, { last: last + hour })];
  expect(columnsOf(repeated)[6]?.texts).toEqual(['02:30:00 +02:00', '02:30:00 +01:00']);
});
