import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { datasetPaths, requiredParameters, type DatasetId } from './support/contract';
import { command, fixture, rowsOf, useMarketService } from './support/marketService';
import { withSettings } from './support/support';

type Answer = Readonly<Record<string, unknown>>;

/** What a tool answers a language model. No test of this file may see more than 8,000 characters. */
async function ask(tool: string, input: object): Promise<Answer> {
  // Outside a chat there is no token, which both VS Codes want to be told.
  const result = await vscode.lm.invokeTool(`market_data_${tool}`, { input, toolInvocationToken: undefined });
  const [part] = result.content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  assert.ok(part.value.length <= 8000, `${part.value.length} characters`);
  return JSON.parse(part.value) as Answer;
}

const sample = (dataset: DatasetId, parameters: Record<string, string>) =>
  ask('query', { dataset, parameters, connection: 'sandbox', show: false });

interface Series {
  readonly values: number;
  readonly nulls: number;
  readonly missing: number | null;
  readonly asSent: Record<string, string>;
  readonly figures: { min: number; max: number; mean: number; timeWeightedMean: number } | null;
}
const seriesOf = (answer: Answer) => answer.series as readonly Series[];

const day = (date: string, more: Record<string, string> = {}) => ({
  deliveryarea: 'NO1',
  currency: 'EUR',
  startTime: date,
  endTime: date,
  ...more,
});

describe('tools for language models', () => {
  const service = useMarketService();
  const datasetIds = Object.keys(datasetPaths) as DatasetId[];

  it('list all ten datasets in one answer', async () => {
    const { datasets } = await ask('datasets', {});
    assert.deepEqual(
      (datasets as readonly { id: string }[]).map(({ id }) => id).sort(),
      [...datasetIds].sort(),
    );
  });

  it('say that a delivery day has 23 or 25 hours', async () => {
    for (const [date, hours, due] of [
      ['2026-03-29', 23, 92],
      ['2026-10-25', 25, 100],
    ] as const) {
      const told = await ask('period', { text: date, dataset: 'dayahead-prices', timeZone: 'Europe/Oslo' });
      assert.equal(told.hours, hours);
      assert.equal(told.valuesDuePerSeries, due);
      assert.notEqual(told.clockChangeUtc, null);
    }
  });

  it('say that nothing is published yet', async () => {
    const told = await ask('period', { text: 'today+9d', dataset: 'dayahead-prices' });
    assert.equal(told.published, 'none');
  });

  for (const dataset of datasetIds) {
    it(`query, describe, and explain ${dataset} without a row of it`, async () => {
      service.server.on(datasetPaths[dataset], [{ body: fixture(dataset) }]);
      const answer = await ask('query', {
        dataset,
        parameters: requiredParameters[dataset] ?? {},
        connection: 'service',
        show: false,
      });
      assert.equal(answer.outcome, 'success', JSON.stringify(answer));
      assert.equal(answer.rowsAsSent, undefined);
      const result = String(answer.result);
      const described = await ask('describe', { result });
      assert.ok(Array.isArray(described.columns), JSON.stringify(described));
      const few = (
        described.columns as readonly { values?: number; figures?: object; quantiles?: object }[]
      ).filter(({ values = 0, figures, quantiles }) => values < 24 && (figures ?? quantiles) !== undefined);
      assert.deepEqual(few, []);
      assert.equal((await ask('why_empty', { result })).isEmpty, false);
    });
  }

  it('compute figures that are those of the rows, on a day of 25 hours', async () => {
    const answer = await sample('dayahead-prices', day('2026-10-25', { status: 'O' }));
    const { rows } = await rowsOf(String(answer.result), { columns: ['startTime', 'endTime', 'value'] });
    const values = rows.map(([, , value]) => Number(value));
    assert.equal(values.length, 100);
    const [series] = seriesOf(answer);
    assert.equal(series?.values, 100);
    assert.equal(series.missing, 0);
    assert.equal(series.figures?.min, Math.min(...values));
    assert.equal(series.figures.max, Math.max(...values));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    assert.ok(Math.abs((series.figures.mean ?? NaN) - mean) < 1e-9);
    assert.ok(Math.abs((series.figures.timeWeightedMean ?? NaN) - mean) < 1e-9);
    assert.equal((answer.rowsAsSent as readonly unknown[]).length <= 20, true);
  });

  it('compare preliminary with official prices, without a single difference', async () => {
    const [first, second] = [
      await sample('dayahead-prices', day('2026-03-20', { status: 'P' })),
      await sample('dayahead-prices', day('2026-03-20', { status: 'O' })),
    ];
    const told = await ask('compare', { first: first.result, second: second.result });
    assert.equal(told.meaning, 'second minus first');
    assert.ok(told.rows ?? told.problem, JSON.stringify(told));
  });

  it('show rows of another service only as the setting allows', async () => {
    service.server.on(datasetPaths['dayahead-prices'], [{ body: fixture('dayahead-prices') }]);
    await withSettings({ 'marketData.agentRows': 3 }, async () => {
      const parameters = requiredParameters['dayahead-prices'] ?? {};
      const answer = await ask('query', {
        dataset: 'dayahead-prices',
        parameters,
        connection: 'service',
        show: false,
      });
      assert.equal((answer.rowsAsSent as readonly unknown[]).length, 3);
    });
  });

  it('refuse a request beyond the limit of the window, and send none', async () => {
    const before = service.asked('dayahead-prices');
    await withSettings({ 'marketData.agentRequests': 0 }, async () => {
      const parameters = requiredParameters['dayahead-prices'] ?? {};
      const answer = await ask('query', {
        dataset: 'dayahead-prices',
        parameters,
        connection: 'service',
        show: false,
      });
      assert.match(String(answer.problem), /marketData\.agentRequests/);
    });
    assert.equal(service.asked('dayahead-prices'), before);
  });

  it('tell a person to sign in instead of signing in', async () => {
    await command('connection.signOut', { connection: 'service' });
    const parameters = requiredParameters['dayahead-prices'] ?? {};
    const answer = await ask('query', {
      dataset: 'dayahead-prices',
      parameters,
      connection: 'service',
      show: false,
    });
    assert.match(String(answer.problem), /Sign In/);
  });

  it('are marked in the history', async () => {
    const { result } = await sample('dayahead-prices', day('2026-03-20'));
    const list = (await command('history.list')) as readonly { id: string; by: string }[];
    assert.equal(list.find(({ id }) => id === result)?.by, 'agent');
  });

  it('save a seeded fixture of another service, in the workspace only', async () => {
    service.server.on(datasetPaths['dayahead-prices'], [{ body: fixture('dayahead-prices') }]);
    const parameters = requiredParameters['dayahead-prices'] ?? {};
    const { result } = await ask('query', {
      dataset: 'dayahead-prices',
      parameters,
      connection: 'service',
      show: false,
    });
    const saved = await ask('save_fixture', { result, target: 'agent-fixtures', records: 2, seed: 7 });
    assert.deepEqual(saved.values, { seed: 7 });
    assert.equal((saved.files as readonly string[]).length, 3);
    const outside = await ask('save_fixture', { result, target: '../outside', records: 2, seed: 7 });
    assert.equal(typeof outside.problem, 'string');
  });

  it('answer a wrong input in plain words', async () => {
    assert.equal(
      typeof (await ask('query', { dataset: 'dayahead-prices', parameters: { startTime: 'soon' } })).problem,
      'string',
    );
    assert.equal(typeof (await ask('query', { dataset: 'x', rows: 20 })).problem, 'string');
    assert.match(String((await ask('describe', { result: 'none' })).problem), /not found/);
  });
});
