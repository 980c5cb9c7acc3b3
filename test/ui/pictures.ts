import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { root } from '../../scripts/checkout.mjs';
import type { Answer } from '../host/support/faultServer';
import { trapText } from '../unit/traps/trapFiles';
import { startMovingPicture } from './movingPicture';
import { openOwnService } from './sharedWindow';
import {
  acceptSuggestion,
  askFor,
  fetchRange,
  frameHeaded,
  openDataset,
  showView,
  statusOf,
  treeItem,
} from './resultView';
import { openWindow, type EditorWindow } from './support';

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['high-contrast', 'Dark High Contrast'],
] as const;

/** The pictures in the README, by the name of the screenshot that each is a copy of. */
const shownInReadme: Readonly<Record<string, string>> = {
  'light-dayahead-curves-chart': 'curves.png',
  'dark-intraday-orders-table': 'orders.png',
  'export-dialog': 'export.png',
};
const docs = join(root, 'docs', 'pictures');
const size = { width: 1280, height: 800 };

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'pictures' });
  await window.page.setViewportSize(size);
  // The welcome view is open only in the first window.
  await window.command('Market Data: Show Sample Prices');
  await statusOf(await window.resultFrame());
  await window.reload();
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(() => window.close());

/** Removes tooltips and waits until everything has settled: nothing tells when the editor's own parts have. */
async function rest({ page }: EditorWindow): Promise<void> {
  await page.mouse.move(900, 790);
  await page.waitForTimeout(700);
}

async function picture(name: string): Promise<void> {
  await rest(window);
  const path = await window.screenshot(name);
  const shown = shownInReadme[name];
  if (shown !== undefined) copyFileSync(path, join(docs, shown));
}

/** The picture in docs/reading-results.md: the result alone. */
async function guide(of: EditorWindow, name: string): Promise<void> {
  await rest(of);
  await of.page.locator('.part.editor').screenshot({ path: join(docs, `${name}.png`) });
}

it.each(themes)('draws all datasets in %s', async (theme, label) => {
  await window.theme(label);
  for (const dataset of datasets) {
    const isPrices = dataset.id === 'dayahead-prices';
    if (isPrices) await askFor(window, dataset.title(), ['NO1,DK1,SE3', 'today']);
    else await openDataset(window, dataset.id);
    const frame = await window.resultFrame();
    await statusOf(frame);
    for (const view of ['Chart', 'Table'] as const) {
      await showView(frame, view);
      await picture(`${theme}-${dataset.id}-${view.toLowerCase()}`);
    }
    await window.command('View: Close All Editors');
  }
});

it('draws two days overlaid and compared', async () => {
  await window.theme('Light');
  await askFor(window, 'Day-ahead prices', ['NO1', 'today']);
  const frame = await window.resultFrame();
  await statusOf(frame);
  for (const [as, name] of [
    ['Overlay', 'overlay'],
    ['Difference', 'compare'],
  ] as const) {
    await frame.getByRole('button', { name: 'Compare…' }).click();
    await frame.getByRole('menuitemradio', { name: as }).click();
    await frame.getByRole('menuitem', { name: 'A Day Earlier' }).click();
    if (as === 'Difference') await statusOf(await frameHeaded(window, /vs\./));
    else await frame.getByRole('toolbar', { name: 'Series' }).getByRole('button').nth(1).waitFor();
    await guide(window, name);
  }
  await window.command('View: Close All Editors');
});

it('draws flows and capacities', async () => {
  await askFor(window, 'UK interconnector flows', ['', ''], ['BE', 'UK', 'Sending', '']);
  await statusOf(await window.resultFrame());
  await guide(window, 'flows');
  await window.command('View: Close All Editors');
  await openDataset(window, 'hub-to-hub-capacities');
  await statusOf(await window.resultFrame());
  await guide(window, 'capacities');
  await window.command('View: Close All Editors');
});

it('draws the export dialog over filtered orders', async () => {
  await window.theme('Light');
  await openDataset(window, 'intraday-orders');
  const frame = await window.resultFrame();
  await statusOf(frame);
  await showView(frame, 'Table');
  await frame.getByRole('combobox', { name: 'Filter Side' }).fill('buy');
  await frame.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = frame.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('checkbox', { name: /^For tests/ }).check();
  await picture('export-dialog');
  await window.page.keyboard.press('Escape');
  await window.command('View: Close All Editors');
});

it('draws a year of prices', async () => {
  await window.theme('Dark');
  await fetchRange(window, 'Day-ahead prices', ['NO1', '2025-01-01 to 2025-12-31', '']);
  await window.notification(/365 delivery days: \d+ fetched/);
  const responses = join(window.workspace, 'market-data/range/_dayahead-prices.responses');
  for (const name of readdirSync(responses)) {
    if (name.startsWith('day=2025-05-13.')) rmSync(join(responses, name));
  }
  await window.page.getByRole('button', { name: 'Open', exact: true }).click();
  const frame = await window.resultFrame();
  await frame.getByRole('grid', { name: 'Delivery days' }).waitFor();
  await window.command('Notifications: Clear All Notifications');
  await guide(window, 'days');
  await frame.getByRole('tab', { name: 'Chart' }).click();
  await frame.getByRole('combobox', { name: 'View', exact: true }).selectOption({ label: 'Heat Map' });
  await frame.getByRole('img', { name: /heat map/ }).waitFor();
  await guide(window, 'year');
  await window.command('View: Close All Editors');
});

it('draws a query file with its checks', async () => {
  const query = (day: string, expectation: string) => `{
      "dataset": "dayahead-prices",
      "parameters": { "deliveryarea": "NO1,SE3", "startTime": "${day}", "endTime": "${day}" },
      "connection": "sandbox",
      "expect": { "complete": true, ${expectation} }
    }`;
  const text = `{
  "version": 1,
  "queries": {
    "Today in the north": ${query('today', '"columns": { "value": { ">=": -500, "<=": 4000 } }')},
    "The day with 23 hours": ${query('2026-03-29', '"rows": 192')}
  }
}
`;
  const own = await openWindow({
    name: 'queryFilePicture',
    files: { 'prices.market.json': text },
    settings: { 'editor.minimap.enabled': false },
  });
  await own.page.setViewportSize(size);
  await own.command('View: Show Explorer');
  await own.page.getByRole('treeitem', { name: 'prices.market.json', exact: true }).dblclick();
  await own.page.getByRole('tab', { name: /^Testing/ }).click();
  const file = own.page.getByRole('treeitem', { name: /^prices\.market\.json/ });
  await file.waitFor();
  await own.page.getByRole('button', { name: 'Run Tests' }).first().click();
  await own.page.getByRole('treeitem', { name: /^prices\.market\.json \(Failed\)/ }).waitFor();
  await file.locator('.monaco-tl-twistie').click();
  await rest(own);
  await own.page.screenshot({ path: join(docs, 'queries.png') });
  await own.close();
});

it.each(themes)('draws a narrow window in %s', async (theme, label) => {
  await window.theme(label);
  await openDataset(window, 'dayahead-prices');
  const frame = await window.resultFrame();
  await statusOf(frame);
  await window.command('View: Toggle Primary Side Bar Visibility');
  await window.page.setViewportSize({ ...size, width: 660 });
  for (const view of ['Chart', 'Table'] as const) {
    await showView(frame, view);
    await picture(`${theme}-narrow-${view.toLowerCase()}`);
  }
  await window.page.setViewportSize(size);
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
});

it('draws unusual responses', async () => {
  const own = await openOwnService('guide');
  await own.window.page.setViewportSize(size);
  const [, october] = JSON.parse(trapText('02-23-and-25-hours')) as { values: { value: unknown }[] }[];
  const { values = [] } = october ?? {};
  const withoutValue = { ...values[60], value: null };
  const odd = [
    ...values.slice(0, 30),
    ...values.slice(34, 60),
    withoutValue,
    ...values.slice(61, 81),
    ...values.slice(80),
  ];
  const ask = async (answer: Answer) => {
    await own.ask('dayahead-prices', ['', '2026-10-25'], answer);
    const frame = await own.window.resultFrame();
    await statusOf(frame);
    return frame;
  };
  const withOdd = await ask({ json: [{ ...october, values: odd }] });
  await withOdd.getByRole('button', { name: '4 missing' }).click();
  await guide(own.window, 'strip');
  await own.window.command('View: Close All Editors');
  const whole = await ask({ json: [october] });
  await showView(whole, 'Table');
  await whole.getByRole('button', { name: 'Columns' }).click();
  await whole.getByRole('checkbox', { name: 'Period' }).check();
  await own.window.page.keyboard.press('Escape');
  await guide(own.window, 'periods');
  await own.window.command('View: Close All Editors');
  await ask({ status: 204 });
  await guide(own.window, 'empty');
});

it('draws a tour: a dataset, its chart, and the day before', async () => {
  // Afterwards, nothing is selected, and the tree shows no counts of earlier responses.
  await window.reload();
  await window.command('Market Data: Focus on Datasets View');
  await treeItem(window, 'Day-ahead prices').waitFor();
  await window.theme('Dark');
  const { page, prompt } = window;
  // Only the datasets, in a narrower side bar: text must stay readable when the picture is made smaller.
  for (const view of ['Start', 'History']) {
    const open = page.getByRole('button', { name: `${view} Section`, expanded: true });
    if (await open.isVisible()) await open.click();
  }
  const sideBar = await page.locator('.part.sidebar').boundingBox();
  await page.mouse.move((sideBar?.x ?? 0) + (sideBar?.width ?? 0) + 2, 400);
  await page.mouse.down();
  await page.mouse.move(290, 400, { steps: 5 });
  await page.mouse.up();
  const tour = await startMovingPicture(page, { width: 940, height: 640 });
  await tour.hold(800);
  await tour.moveTo(treeItem(window, 'Day-ahead prices'), { x: 0.3, y: 0.5 });
  await tour.click();
  for (const [at, text] of ['NO1,DK1,SE3', 'today'].entries()) {
    const step = prompt.getByText(`(${at + 1}/2)`);
    await step.waitFor();
    await prompt.getByRole('textbox').fill(text);
    await tour.hold(900);
    await acceptSuggestion(window, step);
  }
  const frame = await window.resultFrame();
  await statusOf(frame);
  await tour.hold(1300);
  await tour.moveTo(frame.locator('.chart-plot canvas').first(), { x: 0.4, y: 0.4 });
  await tour.hold(1500);
  await tour.moveTo(frame.getByRole('button', { name: 'Previous Day' }));
  await tour.click();
  await frame.getByRole('button', { name: 'Back to Previous Result' }).waitFor();
  await statusOf(frame);
  await tour.hold(2500);
  await tour.save(join(docs, 'tour.gif'));
});
