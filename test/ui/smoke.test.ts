import { beforeAll, describe, expect, it } from 'vitest';
import { sharedWindow } from './sharedWindow';
import type { EditorWindow } from './support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});

describe('a fresh window', () => {
  it('offers the query in the command palette', async () => {
    await window.paletteEntry('Market Data: Run Query');
    await window.page.keyboard.press('Escape');
    expect(window.viewComplaints()).toEqual([]);
  });

  it('shows the Datasets tree with its items', async () => {
    await window.command('Market Data: Focus on Datasets View');
    const tree = window.page.getByRole('tree', { name: 'Datasets' });
    await tree.getByRole('treeitem').first().waitFor();
    await window.screenshot('datasets');
  });

  it('shows a chart of the sample prices', async () => {
    await window.command('Market Data: Show Sample Prices');
    const frame = await window.resultFrame();
    await frame.getByRole('img', { name: /Day-ahead prices, / }).waitFor();
    expect(window.viewComplaints()).toEqual([]);
  });
});
