import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataset, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'notebook' });
});
afterAll(() => window.close());

const files = (suffix: string) =>
  readdirSync(join(window.workspace, 'market-data')).filter((name) => name.endsWith(suffix));

const notebookTab = (name: RegExp) => window.page.getByRole('tab', { name, selected: true });

describe('a result in a notebook', () => {
  it('takes three clicks: its cells are shown, and a sentence says what runs them', async () => {
    await window.command('Market Data: Focus on Datasets View');
    await openDataset(window, 'dayahead-prices');
    const frame = await window.resultFrame();
    await statusOf(frame);
    await frame.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = frame.getByRole('dialog', { name: 'Export' });
    await window.screenshot('menu');
    await dialog.getByRole('radio', { name: 'Notebook (Polars)' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await notebookTab(/^dayahead-prices_.*\.ipynb/).waitFor();
    await window.page.getByText('read_parquet').first().waitFor();
    await window.screenshot('opened');
    expect([
      files('.ipynb').length,
      files('.parquet').length,
      files('.parquet.provenance.json').length,
    ]).toEqual([1, 1, 1]);
    await (await window.notification('install the Jupyter extension (ms-toolsai.jupyter)')).waitFor();
  });

  it('has the rows that the table shows', async () => {
    await openDataset(window, 'dayahead-prices');
    const frame = await window.resultFrame();
    await showView(frame, 'Table');
    await frame.getByLabel('Filter Value', { exact: true }).fill('>1000000');
    await frame.getByRole('grid').and(frame.locator('[aria-rowcount="1"]')).waitFor();
    await frame.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = frame.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'Notebook (Polars)' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await notebookTab(/-part\.ipynb/).waitFor();
    const [name = ''] = files('-part.ipynb');
    const text = readFileSync(join(window.workspace, 'market-data', name), 'utf8');
    expect(text).toContain('0 rows, exported');
    expect(text).toContain('import polars');
  });
});
