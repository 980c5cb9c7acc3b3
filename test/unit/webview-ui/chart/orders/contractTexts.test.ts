import { expect, it } from 'vitest';
import type { ContractRow } from '#src/protocol/chartTypes';
import { contractColumns, sortedContracts } from '#view/chart/orders/contractTexts';

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
const said = (shown: readonly ContractRow[], receiving = false) =>
  contractColumns.map(({ title, say }) => [title(), ...say(shown, { zone: 'Europe/Oslo', receiving }).texts]);

it('prices in the list of contracts have every digit that was sent, and one number of decimals in a column', () => {
  expect(said(rows).slice(2)).toEqual([
    ['Best buy', '9.50', '-10.00', 'none'],
    ['Best sell', '10.125', 'none', '1e3'],
    ['Spread', '0.625', 'none', 'none'],
    ['Events', '1', '12,345', '1'],
    ['Last event', '2026-03-20\n00:00:00', '', '2026-03-21\n00:00:00'].map((text) =>
      text.replace('2026-03-20\n', ''),
    ),
  ]);
  expect(said(rows, true)[2]).toEqual(['Best buy', '9.50', '-10.00', '…']);
  const pounds = [...rows, row('d', 2, { buy: '5', unit: 'GBP/MWh' })];
  expect(said(pounds)[2]).toEqual(['Best buy', '9.50 EUR/MWh', '-10.00 EUR/MWh', 'none', '5.00 GBP/MWh']);
});

it('the day that most contracts deliver on is said once', () => {
  const [, delivery] = contractColumns;
  expect(delivery?.say(rows, { zone: 'Europe/Oslo', receiving: false })).toEqual({
    texts: ['00:00 – 01:00', '01:00 – 02:00', '2026-03-21\n00:00 – 01:00'],
    note: '2026-03-20',
  });
});

it('contracts are sorted by any column, with what is missing last in both directions', () => {
  const ids = (column: number, isDescending = false) =>
    sortedContracts(rows, contractColumns[column]!, isDescending).map(({ id }) => id);
  expect([ids(0, true), ids(1), ids(2), ids(2, true), ids(3), ids(6, true)]).toEqual([
    ['c', 'b', 'a'],
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
    ['a', 'b', 'c'],
    ['a', 'c', 'b'],
    ['c', 'a', 'b'],
  ]);
});
