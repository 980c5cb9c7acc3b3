import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { part, resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, openView } from './openView';

const deliveryDays = { from: '2026-03-20', to: '2026-03-20' };
const state = resultState({
  rows: 20,
  defaultView: 'table',
  parts: [part('startTime', 'Period', '20 Mar 2026'), part('deliveryarea', 'Delivery area', 'NO1, NO2')],
  deliveryDays,
  columns: [
    { key: 'value', title: 'Value', type: 'number', unit: 'EUR/MWh' },
    { key: 'area', title: 'Area', type: 'text' },
  ],
});

/** The view of a window of 600 by 600 pixels, and that of one of 700 by 450, beside the side bar. */
const sizes = [
  { width: 242, height: 498 },
  { width: 342, height: 348 },
] as const;

async function narrow(size: { width: number; height: number } = sizes[0]) {
  const view = await openView({
    answer(shown, question) {
      answerRows(20)(shown, question);
      const { ask, asked } = question;
      if (asked.kind !== 'form') return;
      const { columns } = state;
      const answer = { offered: ['PT60M' as const], shortest: 900_000, rows: 20, columns: [...columns] };
      void shown.say({ kind: 'answer', ask, answer });
    },
    width: size.width,
  });
  await view.page.setViewportSize(size);
  await view.show(state);
  await view.page.getByRole('gridcell').first().waitFor();
  return view;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const options = (page: Page) => button(page, 'View Options');
const find = (page: Page) => page.getByRole('textbox', { name: 'Find in table' });
const isInside = (part: Locator) =>
  part.evaluate((made) => {
    const { left, right, top, bottom, width } = made.getBoundingClientRect();
    return width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });
const isFocused = (part: Locator) => part.evaluate((made) => made.matches(':focus, :focus-within'));

describe.each(sizes)('in a view of $width by $height pixels', (size) => {
  it('the query, the tabs, and the outcome have one line each, and five rows are seen', async () => {
    const { page } = await narrow(size);
    for (const [line, most] of [
      ['.result-header', 36],
      ['[role="tablist"]', 34],
      ['.outcome-line', 30],
    ] as const) {
      const { height = Infinity } = (await page.locator(line).boundingBox()) ?? {};
      expect(height, line).toBeLessThanOrEqual(most);
    }
    expect(await isInside(page.locator('tbody tr').nth(4).locator('> *').first())).toBe(true);
  });

  it('nothing leaves the view, and everything that has no room is in one of two menus', async () => {
    const { page } = await narrow(size);
    const seen = [
      button(page, 'Previous Day'),
      button(page, /^Delivery day/),
      button(page, 'Next Day'),
      button(page, 'Compare…'),
      button(page, 'More Actions'),
      options(page),
      page.getByRole('combobox', { name: 'Time zone' }),
      page.getByRole('tab', { name: 'Request' }),
    ];
    for (const part of seen) expect(await isInside(part), String(part)).toBe(true);
    await button(page, 'More Actions').click();
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items).toEqual(
      expect.arrayContaining(['Run Again', 'Export', 'Copy As curl', 'Copy As Python', 'Edit Query']),
    );
    await page.keyboard.press('Escape');
    await options(page).click();
    for (const name of ['Resolution', 'Layout']) {
      expect(await isInside(page.getByRole('combobox', { name })), name).toBe(true);
    }
    expect(await isInside(find(page))).toBe(true);
    expect(await isInside(page.getByRole('textbox', { name: 'Go to row' }))).toBe(true);
    await button(page, /^Columns/).click();
    expect(await isInside(page.getByRole('checkbox', { name: 'Area' }))).toBe(true);
  });
});

it('Escape closes the options of the view, and the focus returns to their button', async () => {
  const { page } = await narrow();
  await options(page).click();
  expect(await isFocused(page.getByRole('combobox', { name: 'Resolution' }))).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('combobox', { name: 'Resolution' }).isVisible()).toBe(false);
  expect(await isFocused(options(page))).toBe(true);
});

it('the search key opens the options with the field, and Escape there returns to the rows', async () => {
  const { page } = await narrow();
  await page.keyboard.press('Control+f');
  expect(await isFocused(find(page))).toBe(true);
  await page.keyboard.press('Escape');
  expect(await find(page).isVisible()).toBe(false);
  expect(await isFocused(page.getByRole('grid'))).toBe(true);
});

it('a view that is widened has its tools above the rows again, and buttons for its actions', async () => {
  const { page } = await narrow();
  await page.setViewportSize({ width: 1000, height: 700 });
  await find(page).waitFor();
  await button(page, 'Export').waitFor();
  expect(await options(page).isVisible()).toBe(false);
  await button(page, 'More Actions').click();
  expect((await page.getByRole('menuitem').allInnerTexts()).join()).not.toContain('Copy As');
});

it('in a wide view, the arrow keys choose in a list beside the tabs', async () => {
  const { page } = await narrow({ width: 1400, height: 700 });
  const layout = page.getByRole('combobox', { name: 'Layout' });
  await layout.focus();
  await page.keyboard.press('ArrowDown');
  expect(await layout.locator('option:checked').textContent()).toBe('One Column per Series');
  expect(await isFocused(layout)).toBe(true);
});

it('tools that moved into the menu are reached with the keyboard', async () => {
  const { page } = await narrow({ width: 1000, height: 700 });
  await page.setViewportSize(sizes[1]);
  await options(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  expect(await isFocused(button(page, /^Copy/).last())).toBe(true);
  await page.keyboard.press('ArrowLeft');
  expect(await isFocused(button(page, /^Columns/))).toBe(true);
});

it('a field that has the focus keeps it when the view becomes narrow', async () => {
  const { page } = await narrow({ width: 1000, height: 700 });
  await find(page).focus();
  await page.setViewportSize(sizes[0]);
  await options(page).waitFor();
  await expect.poll(() => isFocused(find(page))).toBe(true);
});

it('menus stay inside the view, wherever their buttons are', async () => {
  for (const size of [...sizes, { width: 642, height: 598 }]) {
    const { page } = await narrow(size);
    await options(page).click();
    expect(await isInside(page.locator('.beside-tabs')), `${size.width}`).toBe(true);
    await page.keyboard.press('Escape');
    await button(page, 'Compare…').click();
    expect(await isInside(page.getByRole('menu', { name: 'Compare…' })), `${size.width}`).toBe(true);
    await page.close();
  }
});

it('findings that are problems, and what can be done about them, are seen', async () => {
  const { page, show } = await narrow();
  const text = '3 of 96 quarter hours missing';
  await show({
    ...state,
    integrity: [{ kind: 'missing', text, severity: 'problem', shows: 'gaps', count: 3 }],
  });
  expect(await isInside(button(page, text))).toBe(true);
});

it('the time zone is named by its city', async () => {
  const { page, show } = await narrow();
  const timeZone = 'America/New_York';
  await show({ ...state, timeZone, timeZones: [{ zone: timeZone, label: timeZone }] });
  const zone = page.getByRole('combobox', { name: 'Time zone' }).locator('option:checked');
  await expect.poll(() => zone.textContent()).toBe('New York');
});

it.each([242, 342, 550, 650])(
  'added results are whole, and not above the outcome, at %i pixels',
  async (width) => {
    const { page, show } = await openView({ width });
    const overlays = ['NO2 · 28 Mar 2026', 'SE3 · 27 Mar 2026'].map((label) => ({ result: label, label }));
    await show(resultState({ overlays }));
    const added = page.getByRole('list', { name: 'Added results' }).getByRole('listitem');
    await added.nth(1).waitFor();
    const { y: outcome = NaN } = (await page.locator('.outcome-line').boundingBox()) ?? {};
    for (const chip of await added.all()) {
      expect(await isInside(chip)).toBe(true);
      const { y: top = NaN } = (await chip.boundingBox()) ?? {};
      expect(top).toBeGreaterThanOrEqual(outcome);
    }
  },
);
