import * as assert from 'node:assert/strict';
import { type ResultSummary } from '../support/contract';
import { command, rowsOf } from '../support/marketService';

const dataset = 'dayahead-prices';
const today = { startTime: 'today', endTime: 'today' };

const wait = (argument: Record<string, unknown>) =>
  Promise.resolve(command('query.whenPublished', { show: false, ...argument })) as Promise<ResultSummary>;

describe('a query that runs when its data is published', () => {
  it('resolves with the requested data, and adds one entry to the history', async () => {
    await command('history.clear');
    const parameters = { deliveryarea: 'NO1,SE3', ...today };
    const summary = await wait({ dataset, parameters, connection: 'sandbox' });
    assert.equal(summary.outcome, 'success');
    assert.equal(summary.records, 2);
    const { total } = await rowsOf(summary.id, { to: 0 });
    assert.equal(total, summary.rows);
    const entries = (await command('history.list')) as { id: string; by: string }[];
    assert.deepEqual(
      entries.map(({ id, by }) => [id, by]),
      [[summary.id, 'command']],
    );
  });
});
