import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameHeaded, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

const text = `{
  // Queries that the team relies on.
  "version": 1,
  "timeZone": "Europe/Oslo",
  "queries": {
    "prices in the north": {
      "description": "What the morning report needs.",
      "dataset": "dayahead-prices",
      "connection": "sandbox",
      "parameters": {
        "deliveryarea": "NO1,SE3",
        "currency": "EUR",
        "startTime": "2026-03-29",
        "endTime": "2026-03-29"
      },
      "expect": { "complete": true, "rows": { ">=": 92 } },
      "export": { "format": "csv", "target": "data/prices.csv" }
    },
    "turnover": {
      "dataset": "dayahead-turnover",
      "parameters": { "startTime": "todai", "endTime": "today" }
    },
    "curves": { "dataset": "dayahead-curve", "connection": "production" }
  }
}
`;

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({
    name: 'queryLenses',
    files: { 'daily.market.json': text },
    settings: { 'workbench.hover.delay': 500, 'editor.hover.delay': 100, 'editor.minimap.enabled': false },
  });
});
afterAll(() => window.close());

const lens = (title: string) => window.page.locator('.codelens-decoration').getByText(title, { exact: true });

/** Opens the file from the explorer, and waits for the links above its first query. */
async function openFile(): Promise<void> {
  await window.command('View: Show Explorer');
  await window.page.getByRole('treeitem', { name: 'daily.market.json', exact: true }).dblclick();
  await lens('Compare with Previous').waitFor();
}

describe('a query file', () => {
  it('offers actions above each query', async () => {
    await openFile();
    for (const title of ['Run', 'Run Checks', 'Export', 'Pin', 'Edit']) await lens(title).waitFor();
  });

  it('runs a query with one click, and shows its result in a tab', async () => {
    const tab = window.page.locator('.tabs-container').getByRole('tab', { name: /^Day-ahead prices/ });
    // The panel that has just closed moves the editor, which then misses some clicks.
    const isThere = async () => {
      await lens('Run').click();
      return tab.waitFor({ timeout: 4_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
    const frame = await frameHeaded(window, /^Day-ahead prices/);
    expect(await statusOf(frame)).toBe('184 rows, complete');
    await window.screenshot('result');
    await window.command('View: Close Editor');
  });
});
