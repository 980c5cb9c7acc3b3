import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
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

const appears = (part: Locator) =>
  part.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );

/** Opens the suggestions if accepting another one didn't, and accepts the one with this label. */
async function accept(label: string): Promise<void> {
  const { page } = window;
  const isOpen = () => appears(suggestions().getByRole('option').first());
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
  await suggestions().getByRole('option', { name: label }).first().waitFor({ state: 'hidden' });
}

it('a query file is written from suggestions alone, each of them with its description', async () => {
  await window.command('View: Show Explorer');
  await window.page.getByRole('treeitem', { name: file, exact: true }).dblclick();
  await window.page.getByRole('tab', { name: file, selected: true }).waitFor();
  const whole = suggestions().getByRole('option', { name: 'New query file' });
  // Until VS Code has read the schema, it suggests without it.
  await expect
    .poll(() => press('Escape', 'Control+Space').then(() => appears(whole)), { timeout: 30_000 })
    .toBe(true);
  await accept('New query file');
  // The value to start from is selected, and would leave only suggestions like it.
  await press('Delete');
  await accept('"SE3"');
  await press('Tab', 'Delete');
  await accept('"tomorrow"');
  await press('Tab', 'Delete');
  await accept('"tomorrow"');
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
  await press('Delete');
  await accept('"yesterday"');
  await window.screenshot('file');
  await window.command('File: Save');
  const text = () => readFileSync(join(window.workspace, file), 'utf8');
  await expect.poll(text).toContain('yesterday');
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
