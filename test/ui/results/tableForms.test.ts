import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

let window: EditorWindow;
let frame: Frame;
beforeAll(async () => {
  window = await openWindow({ name: 'table-forms' });
  await window.command('Market Data: Focus on Datasets View');
  await ask('2026-03-28');
});
afterAll(() => window.close());

async function ask(day: string): Promise<void> {
  await askFor(window, 'Day-ahead prices', ['NO1,SE3', day]);
  frame = await window.resultFrame();
  await statusOf(frame);
  await showView(frame, 'Table');
  await frame.getByRole('gridcell').first().waitFor();
}

const titles = () => frame.locator('thead .column-name').allInnerTexts();
const choose = (list: string, label: string) =>
  frame.getByRole('combobox', { name: list, exact: true }).selectOption({ label });
const rowCount = () => frame.getByRole('grid').getAttribute('aria-rowcount');
const computed = () => frame.getByRole('note').filter({ hasText: 'Computed for' });

describe('a table of series', () => {
  it('has one column per series on request, also for the next result of the dataset', async () => {
    await choose('Layout', 'One Column per Series');
    await expect.poll(titles).toEqual(['Start', 'End', 'NO1 (EUR/MWh)', 'SE3 (EUR/MWh)']);
    expect(await rowCount()).toBe('97');
    await frame.getByRole('columnheader', { name: /^NO1/ }).getByRole('textbox').fill('< -10000');
    await frame.getByText('No rows match the filters.').waitFor();
    await frame.getByRole('button', { name: 'Clear Filters' }).click();
    await window.command('View: Close All Editors');
    await ask('2026-03-29');
    await expect.poll(titles).toEqual(['Start', 'End', 'NO1 (EUR/MWh)', 'SE3 (EUR/MWh)']);
    await expect.poll(rowCount).toBe('93');
  });

  it('follows the resolution, which the chart has too, and says how it is computed', async () => {
    await choose('Resolution', 'Peak');
    await expect.poll(rowCount).toBe('2');
    await computed().waitFor();
    expect(await computed().innerText()).toContain('weekends included');
    await showView(frame, 'Chart');
    await frame
      .getByText(/time-weighted mean per peak/)
      .first()
      .waitFor();
    await choose('Resolution', '60 min');
    await showView(frame, 'Table');
    await expect.poll(rowCount).toBe('24');
    await choose('Resolution', 'As Sent');
    await expect.poll(rowCount).toBe('93');
    await computed().waitFor({ state: 'hidden' });
  });

  it('is exported as it is shown, under a name that says so', async () => {
    await choose('Resolution', 'Base');
    await expect.poll(rowCount).toBe('2');
    await frame.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = frame.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check();
    const file = dialog.getByRole('textbox', { name: 'File' });
    await expect.poll(() => file.inputValue()).toMatch(/_base_wide\.csv$/);
    const path = await file.inputValue();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [head, row] = readFileSync(join(window.workspace, path), 'utf8').split('\r\n');
    expect(head).toBe('startTime,endTime,NO1,SE3');
    expect(row).toMatch(/^2026-03-28T23:00:00\.000Z,2026-03-29T22:00:00\.000Z,-?\d+/);
  });
});
