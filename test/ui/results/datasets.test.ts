import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';
import { openDataset, rowCount, showView, statusOf } from '../resultView';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});
afterEach(() => window.command('View: Close All Editors'));

describe.each(datasets)('$id', (dataset) => {
  it('can be queried from the tree through the prompts, and shown in each of the four views', async () => {
    await openDataset(window, dataset.id);
    const frame = await window.resultFrame();
    // Some values of the sample volumes are null.
    expect(await statusOf(frame)).toMatch(
      /^[\d,]+ rows?(, complete| received; [\d,]+ values? (is|are) null$)/,
    );
    await frame.getByText('Sample data').waitFor();

    await showView(frame, 'Chart');
    const chart = frame.getByRole('tabpanel').getByRole('img').first();
    // Orders begin with the list of their contracts.
    if (dataset.chart === 'orders') {
      await frame.getByRole('grid', { name: 'Contracts' }).getByRole('row').nth(1).waitFor();
      await frame.getByRole('button', { name: 'All Contracts' }).click();
    }
    await chart.waitFor();
    await expect.poll(() => chart.getAttribute('aria-label')).toContain(dataset.title());
    await window.screenshot(`${dataset.id}-chart`);

    await showView(frame, 'Table');
    const [rows] = /^[\d,]+/.exec(await statusOf(frame)) ?? [''];
    await expect.poll(() => rowCount(frame)).toBe(String(Number(rows.replaceAll(',', '')) + 1));
    await expect.poll(() => frame.getByRole('gridcell').count()).toBeGreaterThan(3);
    await window.screenshot(`${dataset.id}-table`);

    await showView(frame, 'JSON');
    await frame.getByRole('treeitem').first().waitFor();

    await showView(frame, 'Request');
    await frame.getByText('Bearer ••••').waitFor();
    expect(window.viewComplaints()).toEqual([]);
  });
});
