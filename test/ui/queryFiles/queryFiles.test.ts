import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameHeaded, statusOf } from '../resultView';
import { openWindow, themes, type EditorWindow } from '../support';

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
    name: 'queryFiles',
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

  it('lists its problems in plain words', async () => {
    await window.command('View: Toggle Problems');
    const problems = window.page.getByRole('treeitem');
    await problems.getByText(/"todai" isn't a day or a time/).waitFor();
    await problems.getByText('Did you mean "dayahead-curves"?').waitFor();
    await problems.getByText('Connection "production" isn\'t in your settings.').waitFor();
    await window.screenshot('problems');
    await window.command('View: Toggle Problems');
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

  it('completes values as the prompts suggest them', async () => {
    await window.page.locator('.view-line').getByText('"NO1,SE3"').click();
    await window.page.keyboard.press('Control+Space');
    const list = window.page.locator('.suggest-widget');
    await list.getByText('Norway, Kristiansand').waitFor();
    await window.screenshot('areas');
    await window.page.keyboard.press('Escape');
  });

  it.each(themes)('is readable in the theme %s', async (theme) => {
    await window.theme(theme);
    await lens('Compare with Previous').waitFor();
    await window.screenshot(`file-${theme}`);
  });

  it('is readable in a narrow window', async () => {
    await window.page.setViewportSize({ width: 600, height: 800 });
    await lens('Run').waitFor();
    await window.screenshot('narrow');
  });
});
