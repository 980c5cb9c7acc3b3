import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { closeEditors, eventually, workspaceFolder } from '../support/support';

describe('a notebook of a result', () => {
  const service = useMarketService();
  const folder = 'notebooks';
  const pathOf = (name: string) => join(workspaceFolder().uri.fsPath, folder, name);
  let live: ResultSummary;
  const notebook = (more: Record<string, unknown>) =>
    command('result.notebook', { result: live.id, ...more }) as Thenable<string>;
  const refused = (more: Record<string, unknown>, words: RegExp) =>
    assert.rejects(Promise.resolve(notebook(more)), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, words);
      return true;
    });

  beforeEach(async () => {
    mkdirSync(pathOf('.'), { recursive: true });
    live = await service.ask('dayahead-prices', { body: fixture('dayahead-prices') });
  });
  afterEach(async () => {
    await closeEditors();
    rmSync(pathOf('.'), { recursive: true, force: true });
    rmSync(join(workspaceFolder().uri.fsPath, 'market-data'), { recursive: true, force: true });
  });

  it('is opened as one, reads the rows beside it, and ends with the frame', async () => {
    const uri = vscode.Uri.parse(await notebook({ target: `${folder}/prices.ipynb` }), true);
    assert.equal(uri.fsPath, pathOf('prices.ipynb'));
    const shown = await eventually('the notebook', () => {
      const found = vscode.window.activeNotebookEditor?.notebook;
      return found?.uri.toString() === uri.toString() ? found : undefined;
    });
    assert.equal(shown.isDirty, false);
    const cells = shown.getCells();
    assert.deepEqual(
      cells.map(({ kind }) => kind),
      [vscode.NotebookCellKind.Markup, vscode.NotebookCellKind.Code, vscode.NotebookCellKind.Code],
    );
    const [about, read, last] = cells.map(({ document }) => document);
    assert.equal(last?.getText(), 'df');
    assert.equal(read?.languageId, 'python');
    assert.match(read.getText(), /FILE = "prices\.parquet"/);
    assert.match(read.getText(), /import pandas/);
    assert.match(about?.getText() ?? '', new RegExp(`${live.rows} rows`));
    assert.equal(readFileSync(pathOf('prices.parquet')).subarray(0, 4).toString(), 'PAR1');
    const provenance = JSON.parse(readFileSync(pathOf('prices.parquet.provenance.json'), 'utf8')) as object;
    assert.deepEqual({ ...provenance, dataset: 'dayahead-prices', rows: live.rows }, provenance);
  });

  it('reads with Polars, in the folder for exports and under a free name', async () => {
    const names = [await notebook({ engine: 'polars' }), await notebook({ engine: 'polars' })];
    assert.match(names[0] ?? '', /market-data\/dayahead-prices[^/]*\.ipynb$/);
    assert.notEqual(names[0], names[1]);
    const text = readFileSync(vscode.Uri.parse(names[1] ?? '', true).fsPath, 'utf8');
    assert.match(text, /import polars/);
    assert.match(text, /-2\.parquet/);
  });

  it('says that the response is incomplete', async () => {
    live = await service.ask('intraday-orders', { body: fixture('intraday-orders').subarray(0, -20) });
    await notebook({ target: `${folder}/cut.ipynb` });
    assert.match(readFileSync(pathOf('cut.ipynb'), 'utf8'), /The response is incomplete/);
  });

  it('replaces only what it may, and writes only notebooks in the workspace', async () => {
    const target = `${folder}/prices.ipynb`;
    await notebook({ target });
    await refused({ target }, /already exists/);
    await notebook({ target, overwrite: true });
    await refused({ target: `${folder}/prices.py` }, /must end with "\.ipynb"/);
    await refused({ target: '../prices.ipynb' }, /\.$/);
    await refused({ target, engine: 'spark' }, /engine/);
    await refused({ result: 'nothing' }, /not found/);
    assert.equal(existsSync(pathOf('prices.py')), false);
  });
});
