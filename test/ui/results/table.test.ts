import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor, firstCells, quarterHoursToday, rowCount, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

/** The number of the day's last period. */
const last = String(quarterHoursToday());

let window: EditorWindow;
let frame: Frame;
beforeAll(async () => {
  window = await openWindow({ name: 'table' });
  await window.command('Market Data: Focus on Datasets View');
  await window.page.getByRole('button', { name: 'Show Sample Prices' }).click();
  frame = await window.resultFrame();
  await statusOf(frame);
  await showView(frame, 'Table');
  await frame.getByRole('gridcell').first().waitFor();
});
afterAll(() => window.close());

const titles = () => frame.locator('thead .column-name').allInnerTexts();
const header = (name: RegExp) => frame.getByRole('columnheader', { name });
const width = async (name: RegExp) => (await header(name).boundingBox())?.width ?? 0;

describe('columns', () => {
  it('can be hidden, moved, and widened by keyboard, and stay so for the next result', async () => {
    const { keyboard } = window.page;
    const firstTitles = ['Start', 'End', 'Value (EUR/MWh)'];
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(firstTitles);
    await frame.getByRole('button', { name: /^Columns/ }).click();
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect.poll(titles).not.toContain('End');
    for (const key of ['ArrowDown', 'ArrowDown', 'Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp']) {
      await keyboard.press(key);
    }
    await expect.poll(async () => (await titles())[0]).toBe('Value (EUR/MWh)');
    await window.screenshot('columns');
    await keyboard.press('Escape');
    const narrow = await width(/^Start/);
    await header(/^Start/)
      .getByRole('button')
      .focus();
    for (let times = 0; times < 3; times += 1) await keyboard.press('Shift+ArrowRight');
    await expect.poll(() => width(/^Start/)).toBe(Math.round(narrow) + 48);

    await window.command('View: Close All Editors');
    await askFor(window, 'Day-ahead prices', ['NO1', '']);
    frame = await window.resultFrame();
    await statusOf(frame);
    await showView(frame, 'Table');
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['Value (EUR/MWh)', 'Start']);
    await expect.poll(titles).not.toContain('End');
    await expect.poll(() => width(/^Start/)).toBe(Math.round(narrow) + 48);

    await frame.getByRole('button', { name: /^Columns/ }).click();
    await frame.getByRole('button', { name: 'Reset Columns' }).click();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(firstTitles);
    await keyboard.press('Escape');
  });

  it('can be widened by dragging their edge', async () => {
    const { mouse } = window.page;
    const before = await width(/^Start/);
    const edge = await header(/^Start/)
      .locator('.rt-column-resize')
      .boundingBox();
    await mouse.move(edge!.x + 3, edge!.y + 10);
    await mouse.down();
    await mouse.move(edge!.x + 63, edge!.y + 10, { steps: 5 });
    await mouse.up();
    await expect.poll(() => width(/^Start/)).toBe(Math.round(before) + 60);
  });
});

describe('columns with the same value in all rows', () => {
  const folded = () => frame.getByRole('list', { name: 'The same in all rows' });

  it('are listed in a line above the table, where one click restores a column, also for the next result', async () => {
    const unit = () => folded().getByRole('button', { name: 'Unit EUR/MWh' });
    await unit().waitFor();
    await folded().getByRole('button', { name: 'Resolution PT15M' }).waitFor();
    expect(await titles()).not.toContain('Unit');
    expect(await frame.getByLabel('Filter Unit').count()).toBe(0);
    await unit().click();
    await expect.poll(titles).toContain('Unit');
    await expect.poll(() => frame.locator(':focus').last().innerText()).toBe('Unit');
    await frame.getByLabel('Filter Unit').waitFor();
    await window.screenshot('unfolded');

    await window.command('View: Close All Editors');
    await askFor(window, 'Day-ahead prices', ['NO1', '']);
    frame = await window.resultFrame();
    await statusOf(frame);
    await showView(frame, 'Table');
    await folded()
      .getByRole('button', { name: /^Resolution/ })
      .waitFor();
    await expect.poll(titles).toContain('Unit');

    await frame.getByRole('button', { name: /^Columns/ }).click();
    const box = frame.getByRole('checkbox', { name: 'Unit EUR/MWh' });
    await box.uncheck();
    await expect.poll(titles).not.toContain('Unit');
    await window.page.keyboard.press('Escape');
    await unit().waitFor();
  });
});

describe('row numbers', () => {
  const number = (row: number) => frame.getByRole('rowheader', { name: String(row), exact: true });
  const selectionLine = () => frame.locator('.selection-line').innerText();

  it('select whole rows in several blocks, with the figures of the value column and rows to copy', async () => {
    const { keyboard } = window.page;
    await number(2).click();
    await expect.poll(selectionLine).toMatch(/^1 row selected · Value: 1 number, .* EUR\/MWh$/);
    await number(4).click({ modifiers: ['Shift'] });
    await number(7).click({ modifiers: ['Control'] });
    await expect.poll(selectionLine).toMatch(/^4 rows selected · Value: 4 numbers, sum .* EUR\/MWh$/);
    await keyboard.press('Shift+ArrowDown');
    await expect.poll(selectionLine).toMatch(/^5 rows selected · Value: 5 numbers/);
    await window.screenshot('rows');
    const selected = frame.getByRole('rowheader', { selected: true });
    expect(await selected.allInnerTexts()).toEqual(['2', '3', '4', '7', '8']);
    await keyboard.press('Control+c');
    await frame.getByText('Copied 5 rows.').waitFor();
    const copied = () => window.page.evaluate(() => navigator.clipboard.readText());
    const starts = await firstCells(frame).allInnerTexts();
    await expect
      .poll(async () => (await copied()).split('\n').map((line) => line.split('\t')[0]))
      .toEqual([1, 2, 3, 6, 7].map((row) => starts[row]));
    await number(3).click({ modifiers: ['Control'] });
    expect(await selected.allInnerTexts()).toEqual(['2', '4', '7', '8']);
  });

  it('count rows after sorting and filtering, and one key or click selects all rows', async () => {
    const { keyboard } = window.page;
    const rows = Number(await rowCount(frame)) - 1;
    const day = (await firstCells(frame).first().innerText()).slice(0, 10);
    await frame.getByLabel('Filter Start', { exact: true }).fill(`>=${day} 23:00`);
    await expect.poll(() => rowCount(frame)).not.toBe(String(rows + 1));
    const shown = Number(await rowCount(frame)) - 1;
    await expect
      .poll(() => frame.getByRole('rowheader').allInnerTexts())
      .toEqual(Array.from({ length: shown }, (_, row) => String(row + 1)));
    await frame.getByRole('button', { name: 'Select All Rows' }).click();
    await expect.poll(selectionLine).toMatch(new RegExp(`^${shown} rows selected · Value: ${shown} numbers`));
    await frame.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
    // The button is gone, and the keys go to the rows.
    await keyboard.press('Control+a');
    await expect.poll(selectionLine).toMatch(new RegExp(`^${rows} rows selected · Value: ${rows} numbers`));
    await keyboard.press('Escape');
    await expect.poll(selectionLine).toBe('');
  });

  it('stay in view with the first column when End and Home go to the last and first column', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 800, height: 900 });
    await frame.getByRole('gridcell').first().click();
    const column = () => frame.locator('#active-cell').getAttribute('aria-colindex');
    const rightOf = async (selector: string) => {
      const box = await frame.locator(selector).first().boundingBox();
      return box!.x + box!.width;
    };
    await page.keyboard.press('End');
    await expect.poll(column).toBe(await frame.getByRole('grid').getAttribute('aria-colcount'));
    await expect
      .poll(async () => (await rightOf('#active-cell')) <= (await rightOf('regular-table')) + 1)
      .toBe(true);
    await number(1).waitFor();
    await page.keyboard.press('Home');
    await expect.poll(column).toBe('2');
    await header(/^End/).waitFor();
    await expect
      .poll(async () => Math.round((await header(/^End/).boundingBox())!.x))
      .toBe(Math.round(await rightOf('#active-cell')));
    await page.setViewportSize({ width: 1400, height: 900 });
  });
});

describe('the JSON', () => {
  it('opens with the fields of the first series, and its previews use the width there is', async () => {
    await showView(frame, 'JSON');
    const items = frame.getByRole('treeitem');
    await expect.poll(() => items.first().getAttribute('aria-expanded')).toBe('true');
    await frame.getByRole('treeitem', { name: /^resolution/ }).waitFor();
    const preview = () => items.first().locator('.json-value').innerText();
    await expect.poll(async () => (await preview()).length).toBeGreaterThan(110);
    const wide = (await preview()).length;
    await window.page.setViewportSize({ width: 1000, height: 900 });
    await expect.poll(async () => (await preview()).length).toBeLessThan(wide - 30);
    expect(await preview()).toMatch(/ …$/);
    await window.page.setViewportSize({ width: 1400, height: 900 });
    await expect.poll(async () => (await preview()).length).toBe(wide);
    await showView(frame, 'Table');
  });
});

describe('find', () => {
  it('in the JSON scrolls the tree and nothing around it, even if the page is too low for both', async () => {
    await window.page.setViewportSize({ width: 900, height: 520 });
    await showView(frame, 'JSON');
    await frame.getByRole('treeitem').first().waitFor();
    const top = () => frame.evaluate(() => document.documentElement.scrollTop);
    await window.page.keyboard.press('Control+f');
    await window.page.keyboard.type('createdTime');
    await window.page.keyboard.press('Enter');
    const match = frame.locator('.json-item.match');
    await match.waitFor();
    const [tree, item] = [await frame.getByRole('tree').boundingBox(), await match.boundingBox()];
    expect(item!.y).toBeGreaterThanOrEqual(tree!.y);
    expect(item!.y + item!.height).toBeLessThanOrEqual(tree!.y + tree!.height);
    expect(await top()).toBe(0);
    await window.page.setViewportSize({ width: 1400, height: 900 });
    await showView(frame, 'Table');
  });
});

it('a filter that matches nothing can be corrected by keyboard, and row details can be closed', async () => {
  const { keyboard } = window.page;
  const filter = frame.getByLabel('Filter Start', { exact: true });
  const details = frame.getByRole('complementary', { name: 'Row details' });
  await frame.getByRole('gridcell').first().click();
  await keyboard.press('Enter');
  await details.waitFor();
  await filter.fill('<2000-01-01');
  await frame.getByText('No rows match the filters.').waitFor();
  await keyboard.press('ArrowDown');
  await expect.poll(() => frame.locator(':focus').last().getAttribute('role')).toBe('grid');
  await keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await keyboard.press('ArrowUp');
  await expect.poll(() => frame.locator(':focus').last().getAttribute('aria-label')).toBe('Filter Start');
  await filter.fill('');
  await frame.getByRole('gridcell').first().waitFor();
});

it('row details show a row in full, follow the arrow keys, and close', async () => {
  const { keyboard } = window.page;
  await frame.getByRole('gridcell').nth(1).click();
  await keyboard.press('Control+Home');
  await keyboard.press('Enter');
  const detail = frame.getByRole('complementary', { name: 'Row details' });
  await detail.getByText('Row 1', { exact: true }).waitFor();
  await detail.getByText(/"confirmationStatus"/).waitFor();
  await window.screenshot('row');
  await keyboard.press('ArrowDown');
  await detail.getByText('Row 2', { exact: true }).waitFor();
  await window.page.setViewportSize({ width: 700, height: 900 });
  await window.screenshot('row-narrow');
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await keyboard.press('Escape');
  await detail.waitFor({ state: 'hidden' });
});

it('a filter field offers the values of its column, most frequent first, narrowed to what is typed', async () => {
  const { keyboard } = window.page;
  await frame.getByRole('button', { name: /^Columns/ }).click();
  await frame.getByRole('checkbox', { name: 'Period' }).check();
  await keyboard.press('Escape');
  const field = frame.getByRole('combobox', { name: 'Filter Period' });
  await field.focus();
  await keyboard.press('Alt+ArrowDown');
  const options = frame.getByRole('listbox', { name: 'Values' }).getByRole('option');
  await options.first().waitFor();
  await expect.poll(() => options.count()).toBe(Number(last));
  await keyboard.type(last);
  await expect.poll(() => options.count()).toBe(1);
  await expect.poll(() => options.first().getAttribute('aria-label')).toBe(`${last}, 1 row`);
  await keyboard.press('ArrowDown');
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe('column-value-0');
  await window.screenshot('values');
  await keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(`=${last}`);
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => rowCount(frame)).toBe('2');
  await frame.getByRole('button', { name: 'Clear Filters' }).click();
});

describe('the context menu', () => {
  const item = (name: string) => window.page.getByRole('menuitem', { name });
  /** Clicks the item until the menu is gone: one that has just opened takes no click. */
  async function choose(name: string): Promise<void> {
    await item(name).waitFor();
    await expect
      .poll(async () => {
        await item(name)
          .click({ timeout: 1000 })
          .catch(() => undefined);
        return item(name).isVisible();
      })
      .toBe(false);
  }

  it('of the chart saves its image, by keyboard too', async () => {
    await showView(frame, 'Chart');
    await frame.locator('.chart-plot').focus();
    await window.page.keyboard.press('Shift+F10');
    await choose('Save Image');
    await window.prompt.getByText('Save Chart as Image').waitFor();
    await window.page.keyboard.press('Escape');
    await showView(frame, 'Table');
  });

  it("of the chart copies its image, although the editor's menu has just had the focus", async () => {
    await showView(frame, 'Chart');
    await frame.locator('.chart-plot').click({ button: 'right' });
    await choose('Copy Image');
    const copied = () =>
      window.page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    await expect.poll(copied).toEqual(['image/png']);
    await window.page
      .getByRole('button', { name: 'Copied' })
      .or(window.page.getByText('Copied', { exact: true }))
      .first()
      .waitFor();
    await showView(frame, 'Table');
  });
});
