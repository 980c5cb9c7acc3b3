import * as assert from 'node:assert/strict';
import type { Cell } from '../support/contract';
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

  it('are combined and put side by side on request, and refused if that is impossible', async () => {
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

  const pages: [question: { from?: number; to?: number }, expected: number[]][] = [
    [{}, [1, 2, 3]],
    [{ from: 1 }, [2, 3]],
    [{ to: 2 }, [1, 2]],
    [{ from: 1, to: 2 }, [2]],
    [{ from: 2, to: 2 }, []],
    [{ from: 2, to: 900 }, [3]],
    [{ from: 900 }, []],
    [{ from: 2, to: 1 }, []],
  ];
  for (const [question, expected] of pages) {
    it(`are returned from the first number (inclusive) to the second (exclusive): ${JSON.stringify(question)}`, async () => {
      const { total, cells } = await column('revisionNumber', question);
      assert.equal(total, 3);
      assert.deepEqual(cells, expected);
    });
  }

  const sorts: [sort: { column: string; descending?: boolean }[], expected: Cell[]][] = [
    [[{ column: 'price' }], [1, 3, 2]],
    [[{ column: 'price', descending: true }], [3, 1, 2]],
    [[{ column: 'price', descending: false }], [1, 3, 2]],
    [[{ column: 'deliveryStart', descending: true }], [1, 2, 3]],
    [[{ column: 'orderType' }], [2, 1, 3]],
    [[{ column: 'orderType', descending: true }], [1, 2, 3]],
    [
      [
        { column: 'id', descending: true },
        { column: 'revisionNumber', descending: true },
      ],
      [3, 2, 1],
    ],
    [[{ column: 'quantity', descending: true }], [1, 3, 2]],
    [[{ column: 'constructor' }], [3, 1, 2]],
  ];
  for (const [sort, expected] of sorts) {
    it(`are sorted with missing values last: ${JSON.stringify(sort)}`, async () => {
      const { cells } = await column('revisionNumber', { sort });
      assert.deepEqual(cells, expected);
    });
  }

  const filters: [column: string, op: string, value: Cell, expected: number[]][] = [
    ['side', '=', 'SELL', [2, 3]],
    ['side', '!=', 'SELL', [1]],
    ['price', '=', -3.1, [1]],
    ['price', '!=', -3.1, [2, 3]],
    ['price', '<', 44.5, [1]],
    ['price', '<=', 44.5, [1, 3]],
    ['price', '>', -3.1, [3]],
    ['price', '>=', '-3.10', [1, 3]],
    ['price', '=', null, [2]],
    ['price', '!=', null, [1, 3]],
    ['quantity', '=', '9007199254740993', [1]],
    ['quantity', '=', '9007199254740992', []],
    ['quantity', '<', 1, [2]],
    ['createdTime', '>', '2026-10-24T20:15:59.999Z', [2, 3]],
    ['createdTime', '<=', Date.parse('2026-10-24T20:16:00Z'), [1, 2]],
    ['createdTime', '>=', '2026-10-25', []],
    ['expirationTime', '!=', null, [1]],
    ['deliveryArea', 'contains', 'ger', [2]],
    ['deliveryArea', 'contains', '', [1, 2]],
    ['state', 'contains', 'ændret', [3]],
    ['price', 'contains', '.1', [1]],
    ['id', '<', 'X', [1]],
    ['constructor', '=', 'own field', [3]],
  ];
  for (const [key, op, value, expected] of filters) {
    it(`are kept if ${key} ${op} ${JSON.stringify(value)}`, async () => {
      const filter = [{ column: key, op, value }];
      const { total, cells } = await column('revisionNumber', { filter });
      assert.equal(total, expected.length);
      assert.deepEqual(cells, expected);
    });
  }

  it('are filtered by all conditions, then sorted, then cut to the page', async () => {
    const filter = [
      { column: 'revisionNumber', op: '>', value: 1 },
      { column: 'side', op: '=', value: 'SELL' },
    ];
    const sort = [{ column: 'revisionNumber', descending: true }];
    const { total, cells } = await column('revisionNumber', { filter, sort, from: 1 });
    assert.equal(total, 2);
    assert.deepEqual(cells, [2]);
  });

  it('are filtered by booleans, even if a service sent another type in one row', async () => {
    const { id } = await service.ask('hub-to-hub-capacities', {
      body: fixture('hub-to-hub-capacities'),
    });
    const where = (op: string, value: Cell) =>
      column('outCapacity', { filter: [{ column: 'internal', op, value }] }, id);
    assert.deepEqual((await where('=', true)).cells, [null]);
    assert.deepEqual((await where('!=', 'true')).cells, [0, 300]);
    const border = [{ column: 'border', op: '=', value: null }];
    assert.deepEqual((await column('remark', { filter: border }, id)).cells, ['revised']);
  });

  it('are sorted with missing prices last, and zero between negative and positive ones', async () => {
    const { id } = await service.ask('dayahead-prices', { body: fixture('dayahead-prices') });
    const sort = (descending: boolean) => [{ column: 'value', descending }];
    const up = await column('value', { sort: sort(false) }, id);
    const down = await column('value', { sort: sort(true) }, id);
    assert.deepEqual(up.cells, [-500.01, -0, 12.1, null, null, null]);
    assert.deepEqual(down.cells, [12.1, -0, -500.01, null, null, null]);
  });

  it('are none for a response without data, and the command still resolves', async () => {
    const { id } = await service.ask('dayahead-prices', { status: 204 });
    assert.deepEqual(await rowsOf(id), { total: 0, rows: [] });
  });
});
