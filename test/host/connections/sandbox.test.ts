import * as assert from 'node:assert/strict';
import { datasetPaths } from '../support/contract';
import type { DatasetId, ResultSummary } from '../support/contract';
import { command, rowsOf } from '../support/marketService';

/** What a person without an account sees first. */
describe('the sample service', () => {
  const march = { startTime: '2026-03-29', endTime: '2026-03-29' };
  const parameters: Record<DatasetId, Record<string, string>> = {
    'dayahead-prices': { deliveryarea: 'NO1', status: 'O', currency: 'EUR', ...march },
    'dayahead-prices-alternate': { deliveryarea: 'SE3', ...march },
    'dayahead-turnover': march,
    'dayahead-curves': { date: '2026-03-29' },
    'uk-auction-prices': march,
    'uk-flows': march,
    'intraday-scheduled-flow': { deliveryarea: 'SE3', ...march },
    'regulation-down-volumes': { deliveryarea: 'FI', ...march },
    'intraday-orders': {
      deliveryarea: 'NO1',
      startTime: '2026-03-28T23:00:00Z',
      endTime: '2026-03-29T00:00:00Z',
    },
    'hub-to-hub-capacities': { powerHour: '2026-03-29T00:00:00Z', daFrom: 'NO1' },
  };
  for (const dataset of Object.keys(datasetPaths) as DatasetId[]) {
    it(`${dataset} has data without a sign-in`, async () => {
      const summary = (await command('query.run', {
        dataset,
        parameters: parameters[dataset],
        connection: 'sandbox',
        show: false,
      })) as ResultSummary;
      assert.equal(summary.outcome, 'success', summary.message);
      assert.ok(summary.rows > 0);
      assert.ok(summary.wireBytes < summary.bytes, 'the answer is packed on its way');
      assert.match(summary.url, /^http:\/\/127\.0\.0\.1:\d+\//);
      const { total, rows } = await rowsOf(summary.id, { to: 1 });
      assert.equal(total, summary.rows);
      assert.equal(rows[0]?.length, summary.columns.length);
    });
  }
});
