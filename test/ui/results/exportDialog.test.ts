import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDataset, rowCount, showView, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';

let window: EditorWindow;
let frame: Frame;
let folder: string;

beforeAll(async () => {
  window = await sharedWindow();
  folder = join(window.workspace, 'market-data');
  rmSync(folder, { recursive: true, force: true });
  await openDataset(window, 'intraday-orders');
  frame = await window.resultFrame();
  await statusOf(frame);
  await showView(frame, 'Table');
}, 120_000);

const files = () =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.partial'))
        .sort()
    : [];
const dialog = () => frame.getByRole('dialog', { name: 'Export' });
const exportButton = () => frame.getByRole('button', { name: 'Export', exact: true });

/** A person's clicks. */
function countedHands() {
  const count = { clicks: 0 };
  return {
    count,
    click: (target: Locator) => {
      count.clicks += 1;
      return target.click();
    },
  };
}

describe('an export of what a person sees', () => {
  it('takes 4 clicks for 20 orders as JSON with types', async () => {
    const { count, click } = countedHands();
    await click(exportButton());
    await click(dialog().getByRole('radio', { name: 'JSON', exact: true }));
    await click(dialog().getByRole('checkbox', { name: /^For tests/ }));
    await dialog()
      .getByText(/^20 rows, .*, plus 2 more files$/)
      .waitFor();
    await window.screenshot('tests');
    await click(dialog().getByRole('button', { name: 'Export' }));
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(files).toHaveLength(3);
    console.warn(`A fixture took ${count.clicks} clicks.`);
    expect(count.clicks).toBeLessThanOrEqual(4);
    const name = files().find((each) => /-part\.json$/.test(each)) ?? '';
    const stem = name.replace(/\.json$/, '');
    const made = [`${stem}.json`, `${stem}.json.provenance.json`, `${stem}.types.ts`];
    expect(files()).toEqual(made);
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toHaveLength(20);
  });

  it('asks before it replaces a file, and then replaces it', async () => {
    const taken = join(folder, 'taken.csv');
    writeFileSync(taken, 'mine');
    await frame.getByRole('combobox', { name: 'Filter Side' }).fill('buy');
    await exportButton().click();
    await dialog().getByRole('radio', { name: /^CSV/ }).check();
    await dialog()
      .getByRole('radio', { name: /^Shown in the table: [\d,]+ rows \(Side: buy\)/ })
      .check();
    await dialog().getByRole('textbox', { name: 'File' }).fill('market-data/taken');
    await window.page.keyboard.press('Enter');
    await dialog().getByRole('alert').getByText('taken.csv already exists.').waitFor();
    await window.screenshot('replace');
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    await window.page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    const lines = () => readFileSync(taken, 'utf8').trimEnd().split('\r\n').length;
    await expect.poll(lines).toBe(Number(await rowCount(frame)));
  });
});

describe('an export from the palette', () => {
  it('opens the dialog over the result, starting with the last choice', async () => {
    const before = files();
    await window.command('Market Data: Export Result');
    await dialog().getByRole('radio', { name: /^CSV/, checked: true }).waitFor();
    await dialog().getByRole('spinbutton', { name: 'Sample Size' }).fill('7');
    await dialog()
      .getByText(/^7 rows, about /)
      .waitFor();
    await window.page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => files().length).toBe(before.length + 1);
    const name = files().find((each) => !before.includes(each)) ?? '';
    expect(readFileSync(join(folder, name), 'utf8').trimEnd().split('\r\n')).toHaveLength(8);
  });
});

describe('a test fixture from the palette', () => {
  it('is written with its provenance after one Enter, next to the last fixture', async () => {
    const before = files();
    await window.command('Market Data: Create Test Fixture');
    await dialog()
      .getByRole('checkbox', { name: /^For tests/, checked: true })
      .waitFor();
    await dialog()
      .getByText(/^[\d,]+ rows, .*, plus 2 more files/)
      .waitFor();
    await window.screenshot('fixture');
    await window.page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => files().filter((name) => !before.includes(name)).length).toBe(3);
    const made = files().filter((name) => !before.includes(name));
    expect(made.some((name) => name.endsWith('.json.provenance.json'))).toBe(true);
  });
});

describe('hours of prices with one column per area', () => {
  it('take 5 clicks as an Excel workbook', async () => {
    await openDataset(window, 'dayahead-prices');
    frame = await window.resultFrame();
    await statusOf(frame);
    const { count, click } = countedHands();
    await click(exportButton());
    await click(dialog().getByRole('radio', { name: 'Excel', exact: true }));
    await click(dialog().getByRole('radio', { name: '60 min' }));
    await click(dialog().getByRole('checkbox', { name: 'One column per series' }));
    await dialog()
      .getByText(/^24 rows, /)
      .waitFor();
    await window.screenshot('workbook');
    await click(dialog().getByRole('button', { name: 'Export' }));
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => files().some((name) => /PT60M_wide\.xlsx$/i.test(name))).toBe(true);
    console.warn(`A workbook took ${count.clicks} clicks.`);
    expect(count.clicks).toBeLessThanOrEqual(5);
  });
});

it('no errors are logged by the view', () => {
  expect(window.viewComplaints()).toEqual([]);
});
