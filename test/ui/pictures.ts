import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { questionsOf } from '../../src/editor/offers';
import { datasets } from '../../src/market/datasets';
import { root } from '../harness/checkout.mjs';
import { openDataset, showView, statusOf } from './resultView';
import { openWindow, type EditorWindow } from './support';

const themes = [
  ['light', 'Light 2026'],
  ['dark', 'Dark 2026'],
  ['high-contrast', 'Dark High Contrast'],
] as const;

/** What the README shows, by the name of the picture that is taken anyway. */
const shownInReadme: Readonly<Record<string, string>> = {
  'dark-dayahead-prices-chart': 'prices.png',
  'light-dayahead-curves-chart': 'curves.png',
  'dark-intraday-orders-table': 'orders.png',
};

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'pictures' });
  await window.page.setViewportSize({ width: 1280, height: 800 });
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(() => window.close());

async function picture(name: string): Promise<void> {
  // The pointer must not leave a tooltip over the tree.
  await window.page.mouse.move(900, 790);
  await window.page.waitForTimeout(700);
  const path = await window.screenshot(name);
  const shown = shownInReadme[name];
  if (shown === undefined) return;
  const folder = join(root, 'docs', 'pictures');
  mkdirSync(folder, { recursive: true });
  copyFileSync(path, join(folder, shown));
}

it.each(themes)('draws all ten datasets in %s', async (theme, label) => {
  await window.theme(label);
  for (const dataset of datasets) {
    await openDataset(window, dataset.title, questionsOf(dataset).length);
    const frame = await window.resultFrame();
    await statusOf(frame);
    for (const view of ['Chart', 'Table'] as const) {
      await showView(frame, view);
      await picture(`${theme}-${dataset.id}-${view.toLowerCase()}`);
    }
    await window.command('View: Close All Editors');
  }
});
