import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetPaths, type DatasetId, type ResultSummary } from '../support/contract';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

const formats = ['ndjson', 'csv', 'parquet'] as const;

describe('opening a table that was exported', () => {
  const service = useMarketService();
  const folder = 'own-files';
  const pathOf = (name: string) => join(workspaceFolder().uri.fsPath, folder, name);
  const open = (name: string, more: Record<string, unknown> = {}) =>
    command('file.open', { file: `${folder}/${name}`, show: false, ...more }) as Thenable<ResultSummary>;
  const exported = (result: string, name: string, more: Record<string, unknown> = {}) =>
    command('result.export', {
      result,
      format: name.split('.').at(-1),
      target: `${folder}/${name}`,
      overwrite: true,
      ...more,
    });
  const refused = (work: Thenable<unknown>, words: RegExp) =>
    assert.rejects(Promise.resolve(work), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, words);
      return true;
    });

  beforeEach(() => mkdirSync(pathOf('.'), { recursive: true }));
  afterEach(() => rmSync(pathOf('.'), { recursive: true, force: true }));

  /** Undocumented fields are text in CSV and Parquet. */
  const asText = (rows: unknown) =>
    JSON.stringify(rows, (_, cell: unknown) =>
      typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell,
    );

  for (const dataset of Object.keys(datasetPaths) as DatasetId[]) {
    it(`gives the same rows as the response: ${dataset}`, async () => {
      const live = await service.ask(dataset, { body: fixture(dataset) });
      for (const format of formats) {
        await exported(live.id, `table.${format}`, { provenance: true, deliveryColumns: true });
        const opened = await open(`table.${format}`);
        assert.deepEqual(
          [opened.connection, opened.dataset, opened.outcome, opened.rows, opened.parameters],
          ['file', dataset, 'success', live.rows, live.parameters],
          format,
        );
        assert.match(opened.message ?? '', /contains the table, not the JSON/);
        assert.deepEqual(
          opened.columns.map(({ key }) => key),
          live.columns.map(({ key }) => key),
        );
        assert.equal(asText(await rowsOf(opened.id)), asText(await rowsOf(live.id)), format);
        await refused(exported(opened.id, 'no.json'), /contains only the table/);
      }
    });
  }

  it('finds the dataset without provenance: Parquet says it, and the first rows of others tell it', async () => {
    const live = await service.ask('intraday-scheduled-flow', { body: fixture('intraday-scheduled-flow') });
    for (const format of formats) {
      await exported(live.id, `flow.${format}`);
      const opened = await open(`flow.${format}`);
      assert.deepEqual([opened.dataset, opened.rows], ['intraday-scheduled-flow', live.rows], format);
      assert.deepEqual(opened.parameters, format === 'parquet' ? live.parameters : {}, format);
    }
  });

  it('says that a response was incomplete when it was exported', async () => {
    const cut = fixture('intraday-orders').subarray(0, -20);
    const live = await service.ask('intraday-orders', { body: cut });
    assert.equal(live.outcome, 'unexpectedResponse');
    for (const name of ['cut.parquet', 'with-provenance.csv', 'cut-incomplete.csv']) {
      const provenance = name.startsWith('with');
      await exported(live.id, name, { incomplete: 'allow', provenance });
      const opened = await open(name);
      assert.deepEqual([opened.outcome, opened.rows], ['unexpectedResponse', live.rows], name);
      assert.match(opened.message ?? '', /already incomplete/);
    }
  });

  it('says that there is no data', async () => {
    const live = await service.ask('dayahead-prices', { body: '[]' });
    for (const format of formats) {
      await exported(live.id, `none.${format}`, { provenance: true });
      const opened = await open(`none.${format}`);
      assert.deepEqual([opened.outcome, opened.rows], ['noData', 0], format);
    }
  });

  it('rejects calculated values and other layouts, which would be taken for the response', async () => {
    const live = await service.ask('dayahead-prices', { body: fixture('dayahead-prices') });
    const otherForm = /^[a-z.]+ can't be opened because it has another resolution or layout.*\.$/;
    const forms = { computed: { resolution: 'base' }, wide: { layout: 'wide' } };
    for (const [form, order] of Object.entries(forms)) {
      for (const format of formats) {
        await exported(live.id, `${form}.${format}`, { ...order, provenance: true });
        await refused(open(`${form}.${format}`), otherForm);
        // Without provenance, Parquet says it in its metadata, and others in the column of the resolution.
        await exported(live.id, `${form}-alone.${format}`, order);
        await refused(open(`${form}-alone.${format}`), /another resolution or layout|columns of a dataset/);
      }
    }
  });
});
