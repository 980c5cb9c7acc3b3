import * as assert from 'node:assert/strict';
import { createReadStream, rmSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import { command, rowsOf, useMarketService } from '../support/marketService';
import { withSettings } from '../support/support';

const orders = 100_000;
const start = Date.parse('2026-10-25T00:00:00Z');

const order = (place: number): string =>
  JSON.stringify({
    id: `I-${place}`,
    originalOrderId: `I-${place - (place % 7)}`,
    previousOrderId: place % 7 === 0 ? null : `I-${place - 1}`,
    revisionNumber: place % 7,
    contractId: `NX_${519_000 + (place % 96)}`,
    productCode: 'NX_Intraday_Power_D_QH',
    productType: 'P15MIN',
    deliveryArea: ['NO1', 'SE3', 'FI', 'DK1'][place % 4],
    deliveryStart: new Date(start + (place % 96) * 900_000).toISOString(),
    deliveryEnd: new Date(start + (place % 96) * 900_000 + 900_000).toISOString(),
    side: place % 2 === 0 ? 'BUY' : 'SELL',
    orderType: 'LIMIT',
    timeInForce: 'GFS',
    action: 'USER_ADDED',
    state: 'ACTI',
    price: (place % 10_000) / 100 - 20,
    priceUnit: 'EUR/MWh',
    quantity: (place % 500) + 1,
    quantityUnit: 'MW',
    createdTime: new Date(start - 3_600_000 + place).toISOString(),
    createdTimeEpoch: start - 3_600_000 + place,
    updatedTime: new Date(start - 3_600_000 + place).toISOString(),
    updatedTimeEpoch: start - 3_600_000 + place,
    expirationTime: new Date(start).toISOString(),
    expirationTimeEpoch: start,
    // A field that only the last order has, so that its column starts late.
    ...(place === orders - 1 ? { late: 7.5 } : {}),
  });

/** The body in pieces, as fast as they are read, so that the whole body is never in memory. */
async function* body(count: number): AsyncGenerator<Uint8Array> {
  for (let place = 0; place < count; place += 500) {
    const records = Array.from({ length: 500 }, (_, step) => order(place + step)).join(',');
    yield Buffer.from(`${place === 0 ? '[' : ','}${records}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield Buffer.from(']');
}

describe('a large response', () => {
  const service = useMarketService();

  it('is received and exported completely', async function () {
    this.timeout(180_000);
    const summary = await service.ask('intraday-orders', { body: body(orders) });
    const { id: result, outcome, records, rows, bytes, wireBytes } = summary;
    assert.deepEqual({ outcome, records, rows }, { outcome: 'success', records: orders, rows: orders });
    assert.ok(bytes > 60_000_000);
    assert.equal(wireBytes, bytes);

    const last = await rowsOf(result, {
      from: orders - 1,
      columns: ['id', 'price', 'createdTime', 'late'],
    });
    assert.equal(last.total, orders);
    assert.deepEqual(last.rows, [[`I-${orders - 1}`, 79.99, start - 3_600_000 + orders - 1, 7.5]]);
    const dearest = await rowsOf(result, {
      filter: [{ column: 'side', op: '=', value: 'SELL' }],
      sort: [
        { column: 'price', descending: true },
        { column: 'createdTime', descending: true },
      ],
      to: 1,
      columns: ['id'],
    });
    assert.deepEqual(dearest, { total: orders / 2, rows: [[`I-${orders - 1}`]] });

    const argument = { result, format: 'csv', target: 'large.csv' };
    const uri = vscode.Uri.parse((await command('result.export', argument)) as string);
    let lines = 0;
    for await (const chunk of createReadStream(uri.fsPath)) {
      for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
    }
    rmSync(uri.fsPath);
    assert.equal(lines, orders + 1);
  });

  it("needs memory that small ones don't: dozens of those fit within the smallest limit", () =>
    withSettings({ 'marketData.maxResultMegabytes': 16 }, async () => {
      const answers: ResultSummary[] = [];
      for (let count = 0; count < 40; count += 1) {
        answers.push(await service.ask('intraday-orders', { body: `[${order(count)}]` }));
      }
      assert.equal((await rowsOf(answers[0]!.id)).total, 1);
    }));
});
