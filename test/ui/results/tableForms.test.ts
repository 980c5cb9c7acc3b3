import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
const computed = () => frame.getByRole('note').filter({ hasText: 'Calculated for' });

it('a table of series has one column per series on request, also for the next result of the dataset', async () => {
  await choose('Layout', 'One Column per Series');
  await expect.poll(titles).toEqual(['Start', 'End', 'NO1 (EUR/MWh)', 'SE3 (EUR/MWh)']);
  await window.command('View: Close All Editors');
  await ask('2026-03-29');
  await expect.poll(titles).toEqual(['Start', 'End', 'NO1 (EUR/MWh)', 'SE3 (EUR/MWh)']);
  await expect.poll(rowCount).toBe('93');
});

it('the table follows the resolution, which the chart has too, and says how it is computed', async () => {
  await choose('Resolution', 'Peak');
  await expect.poll(rowCount).toBe('2');
  await computed().waitFor();
  expect(await computed().innerText()).toContain('weekends included');
  await showView(frame, 'Chart');
  await frame
    .getByText(/time-weighted mean per peak/)
    .first()
    .waitFor();
  await choose('Resolution', 'As Sent');
  await showView(frame, 'Table');
  await expect.poll(rowCount).toBe('93');
  await computed().waitFor({ state: 'hidden' });
});
