import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow, type EditorWindow } from '../support';

const file = 'new.market.json';
let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({
    name: 'schema',
    files: { [file]: '' },
    settings: { 'editor.minimap.enabled': false },
  });
}, 120_000);
afterAll(() => window.close());

const suggestions = () => window.page.locator('.suggest-widget.visible');
const details = () => window.page.locator('.suggest-details');
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => window.page.keyboard.press(key)), Promise.resolve());

/** Begins another member after the one that ends in this line. */
const addMember = () => press('End', ',', 'Enter');

/** Opens the suggestions if accepting another one didn't, and accepts the one with this label. */
async function accept(label: string): Promise<void> {
  const { page } = window;
  const first = suggestions().getByRole('option').first();
  const isOpen = () =>
    first.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  await expect
    .poll(async () => (await isOpen()) || press('Control+Space').then(isOpen), { timeout: 30_000 })
    .toBe(true);
  const focused = suggestions().locator('.monaco-list-row.focused');
  const isFocused = async () => (await focused.getAttribute('aria-label'))?.startsWith(label) === true;
  await expect
    .poll(async () => (await isFocused()) || page.keyboard.press('ArrowDown').then(isFocused), {
      interval: 50,
      timeout: 15_000,
    })
    .toBe(true);
  // The first time, VS Code shows only the list.
  if (!(await details().isVisible())) await press('Control+Space');
  await expect.poll(() => details().innerText()).toMatch(/\w/);
  await window.screenshot(label.replaceAll(/\W+/g, ''));
  await press('Enter');
}

it('a query file is written from suggestions alone, each of them with its description', async () => {
  await window.command('View: Show Explorer');
  await window.page.getByRole('treeitem', { name: file, exact: true }).dblclick();
  await window.page.getByRole('tab', { name: file, selected: true }).waitFor();
  await accept('New query file');
  await accept('"SE3"');
  await press('Tab');
  await accept('"tomorrow"');
  await press('Tab');
  await accept('"tomorrow"');
  await press('Escape');
  await addMember();
  await accept('currency');
  await accept('"EUR"');
  await press('ArrowDown');
  await addMember();
  await accept('expect');
  await accept('complete, without zeros');
  await press('ArrowDown');
  await addMember();
  await accept('Day-ahead price curves');
  await accept('"yesterday"');
  await window.screenshot('file');
  await window.command('File: Save');
  const text = () => readFileSync(join(window.workspace, file), 'utf8');
  await expect.poll(text).not.toBe('');
  expect(JSON.parse(text())).toEqual({
    version: 1,
    timeZone: 'Europe/Oslo',
    queries: {
      'Day-ahead prices': {
        dataset: 'dayahead-prices',
        parameters: { deliveryarea: 'SE3', startTime: 'tomorrow', endTime: 'tomorrow', currency: 'EUR' },
        expect: { complete: true, zeros: false },
      },
      'Day-ahead price curves': { dataset: 'dayahead-curves', parameters: { date: 'yesterday' } },
    },
  });
});
