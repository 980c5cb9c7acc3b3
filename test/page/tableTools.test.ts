import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, openView } from './openView';

const { dataset } = resultState();
/** A table of prices as the service sends them: most of what it says is the same in all rows. */
const state = resultState({
  rows: 20,
  defaultView: 'table',
  dataset: { ...dataset, backgroundColumns: ['SubType', 'scale', 'createdTime'] },
  columns: [
    { key: 'value', title: 'Value', type: 'number', unit: 'EUR/MWh' },
    { key: 'unit', title: 'Unit', type: 'text', constant: 'EUR/MWh' },
    { key: 'SubType', title: 'Subtype', type: 'text' },
    { key: 'scale', title: 'Scale', type: 'integer', constant: 1 },
    { key: 'createdTime', title: 'Created', type: 'integer', constant: 1_774_000_000 },
  ],
});

async function table(width = 1400) {
  const view = await openView({ answer: answerRows(20), width });
  await view.show(state);
  await view.page.getByRole('gridcell').first().waitFor();
  return view;
}

const columns = (page: Page) => page.getByRole('button', { name: /^Columns/ });
const titles = (page: Page) => page.locator('thead .column-name').allInnerTexts();

describe('columns about the record', () => {
  it('are neither in the table nor above it, and the button says how many, until a person wants them', async () => {
    const { page } = await table();
    await expect.poll(() => titles(page)).toEqual(['Value (EUR/MWh)', 'Subtype']);
    expect(await page.getByRole('list', { name: 'The same in all rows' }).innerText()).toBe('Unit EUR/MWh');
    expect(await columns(page).innerText()).toBe('2 hidden');
    await columns(page).click();
    for (const name of ['Scale', 'Created']) await page.getByRole('checkbox', { name }).check();
    await expect.poll(() => titles(page)).toEqual(['Value (EUR/MWh)', 'Subtype', 'Scale', 'Created']);
    expect(await columns(page).innerText()).toBe('');
  });
});

describe('the tools of the table', () => {
  it.each([1400, 1000, 600])('are in one line in a window of %i pixels', async (width) => {
    const { page, say } = await table(width);
    await say({ kind: 'rows', result: state.id, rows: { text: '12 overlapping intervals' } });
    await page.getByRole('textbox', { name: /^Filter Value/ }).fill('>5');
    await page.getByRole('button', { name: 'Clear Filters' }).waitFor();
    await page.getByRole('textbox', { name: 'Go to row' }).fill('500');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a row number from 1 to 20.').waitFor();
    const bar = page.locator('.table-pane .pane-bar');
    const boxes = await bar
      .locator('> *')
      .evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .map(({ left, right, top, height }) => ({ left, right, middle: Math.round(top + height / 2) }))
          .filter(({ left, right }) => right > left),
      );
    expect(boxes).toHaveLength(5);
    const middles = boxes.map(({ middle }) => middle);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    for (const [at, { left }] of boxes.slice(1).entries()) {
      expect(left).toBeGreaterThanOrEqual(boxes[at]!.right);
    }
    expect(await bar.evaluate((made) => made.scrollWidth - made.clientWidth)).toBe(0);
  });
});
