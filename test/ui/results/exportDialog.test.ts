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
const stemOf = (name: string) => name.replace(/\.(json|csv).*$/, '');

/** A person's clicks and keys. */
function countedHands() {
  const count = { clicks: 0, keys: 0 };
  return {
    count,
    click: (target: Locator) => {
      count.clicks += 1;
      return target.click();
    },
    type: (text: string) => {
      count.keys += text.length;
      return window.page.keyboard.type(text);
    },
    press: (key: string) => {
      count.keys += 1;
      return window.page.keyboard.press(key);
    },
  };
}

describe('an export of what a person sees', () => {
  it('takes 3 clicks and at most 10 keys for 20 filtered orders as a fixture with types and an MSW mock', async () => {
    const { count, click, type, press } = countedHands();
    await click(frame.getByRole('combobox', { name: 'Filter Side' }));
    await type('buy');
    await click(exportButton());
    // A person sees the dialog before they press a key.
    await dialog()
      .getByRole('radio', { name: /^Shown in the table/ })
      .and(frame.locator(':focus'))
      .waitFor();
    await press('ArrowDown');
    await click(dialog().getByRole('checkbox', { name: 'TypeScript' }));
    await press('ArrowDown');
    await press('Space');
    await press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(files).toHaveLength(4);
    console.warn(`A fixture took ${count.clicks} clicks and ${count.keys} keys.`);
    expect(count.clicks).toBeLessThanOrEqual(3);
    expect(count.keys).toBeLessThanOrEqual(10);
    const name = files().find((each) => /-part\.json$/.test(each)) ?? '';
    const stem = stemOf(name);
    const made = [`${stem}.json`, `${stem}.json.provenance.json`, `${stem}.msw.ts`, `${stem}.types.ts`];
    expect(files()).toEqual(made);
    const orders = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { side: string }[];
    expect(orders.map(({ side }) => side)).toEqual(Array<string>(20).fill('BUY'));
  });

  it('asks before it replaces a file, and then replaces it', async () => {
    const taken = join(folder, 'taken.csv');
    writeFileSync(taken, 'mine');
    await exportButton().click();
    await dialog().getByRole('radio', { name: /^CSV/ }).check();
    await dialog()
      .getByRole('radio', { name: /^Shown in the table: [\d,]+ rows \(Side: buy\)/ })
      .check();
    await dialog().getByRole('checkbox', { name: 'Provenance' }).uncheck();
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
    const fixtures = frame.getByRole('dialog', { name: 'Create Test Fixture' });
    await fixtures
      .getByRole('combobox', { name: 'Contract' })
      .locator('option')
      .first()
      .waitFor({ state: 'attached' });
    await fixtures.getByRole('radio', { name: /^All/ }).check();
    await fixtures.getByText(/^[\d,]+ rows, /).waitFor();
    await window.screenshot('fixture');
    await window.page.keyboard.press('Enter');
    await fixtures.waitFor({ state: 'hidden' });
    await expect.poll(() => files().filter((name) => !before.includes(name)).length).toBeGreaterThan(1);
    const made = files().filter((name) => !before.includes(name));
    expect(made.some((name) => name.endsWith('.json.provenance.json'))).toBe(true);
  });
});

it('no errors are logged by the view', () => {
  expect(window.viewComplaints()).toEqual([]);
});
