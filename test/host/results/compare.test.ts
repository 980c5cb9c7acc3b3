import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';

interface Price {
  at: string;
  value: number | null;
}

/** Day-ahead prices for NO1, as sent by a service. */
function prices(status: string, values: readonly Price[], unit = 'EUR/MWh'): string {
  const attributes = [
    { name: 'deliveryArea', value: 'NO1' },
    { name: 'status', value: status },
  ];
  const intervals = values.map(({ at, value }) => ({
    startTime: at,
    endTime: new Date(Date.parse(at) + 3_600_000).toISOString(),
    value,
  }));
  return JSON.stringify([{ type: 'price', unit, attributes, values: intervals }]);
}

const hour = (number: number, value: number | null, day = '2026-03-20'): Price => ({
  at: `${day}T${String(number).padStart(2, '0')}:00:00Z`,
  value,
});

const compare = (first: string, second: string) =>
  command('result.compare', { first, second, show: false }) as Thenable<ResultSummary>;

describe('comparing two results', () => {
  const service = useMarketService();

  const answer = (body: string, parameters: Record<string, string> = {}) => {
    service.server.on('/dayahead/prices/areaBlock', [{ body }]);
    return service.query('dayahead-prices', parameters);
  };

  it('creates a separate result that is read, sorted, filtered, and exported like any other', async () => {
    const first = await answer(prices('P', [hour(1, 10.1), hour(2, 20), hour(3, 30)]), { status: 'P' });
    const second = await answer(prices('O', [hour(1, 10.4), hour(2, 20), hour(4, 40)]), { status: 'O' });
    const compared = await compare(first.id, second.id);
    assert.equal(compared.outcome, 'success');
    assert.equal(compared.dataset, 'dayahead-prices');
    assert.match(
      compared.message ?? '',
      /^4 intervals: 1 changed, 1 added, 1 missing; largest difference \+0\.3 EUR\/MWh \(NO1\) at /,
    );
    assert.equal(compared.columns.find(({ key }) => key === 'first')?.title, 'Preliminary');
    const { total, rows } = await rowsOf(compared.id, {
      sort: [{ column: 'startTime', descending: true }],
      filter: [{ column: 'change', op: '!=', value: 'same' }],
      columns: ['change', 'first', 'second', 'difference'],
    });
    assert.equal(total, 3);
    assert.deepEqual(rows, [
      ['added', null, 40, null],
      ['missing', 30, null, null],
      ['changed', 10.1, 10.4, 0.3],
    ]);
    const written = (await command('result.export', { result: compared.id, format: 'csv' })) as string;
    assert.match(written, /official-vs-preliminary/);
    assert.match(readFileSync(vscode.Uri.parse(written).fsPath, 'utf8'), /,0\.3,10\.4,10\.1,changed,/);
    const workbook = (await command('result.export', { result: compared.id, format: 'xlsx' })) as string;
    const { sheets, properties } = await readXlsx(readFileSync(vscode.Uri.parse(workbook).fsPath));
    const changed = sheets[0]?.rows.find((row) => row.includes('changed')) ?? [];
    assert.deepEqual(changed.slice(0, changed.indexOf('changed')).slice(-3), [0.3, 10.4, 10.1]);
    assert.equal(properties?.custom?.['compared.0.parameters.status'], 'P');
  });

  it('says why two results can’t be compared, and what to do', async () => {
    const euro = await answer(prices('O', [hour(1, 1)]));
    const krone = await answer(prices('O', [hour(1, 1)], 'NOK/MWh'));
    const orders = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    const nothing = await service.ask('dayahead-prices', { status: 204 });
    const compared = await compare(euro.id, (await answer(prices('O', [hour(1, 2)]))).id);
    for (const [id, words] of [
      [krone.id, /EUR\/MWh.*NOK\/MWh.*Run one of the queries again/],
      [orders.id, /same dataset/],
      [nothing.id, /without rows/],
      [euro.id, /can't be compared with itself/],
      [compared.id, /can't be compared again/],
      ['nowhere', /Result "nowhere" not found/],
    ] as const) {
      await assert.rejects(async () => compare(euro.id, id), words);
    }
    await assert.rejects(async () => command('result.compare', { first: 1 }), /first/);
  });
});
