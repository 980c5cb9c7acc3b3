import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Questions, ResultState } from '#src/protocol/messages';
import { part, resultState } from '../unit/webview-ui/frame/resultStates';
import { hasFocus, openView, type Ask, type OpenView } from './openView';

const parts = [part('startTime', 'Period', '27 Nov 2026'), part('deliveryarea', 'Delivery area', 'NO1, FI')];
const state = resultState({ parts, deliveryDays: { from: '2026-11-27', to: '2026-11-27' } });

const areas = [
  ['NO1', 'Norway, Oslo'],
  ['FI', 'Finland'],
  ['SE4', 'Sweden, Malmö'],
  ['NO', 'all areas of Norway'],
  ['SE3', 'Sweden, Stockholm'],
].map(([value = '', label = '']) => ({ value, label }));

/** The host, which can read codes and `-7d`. */
function answer({ say }: OpenView, { ask, asked }: Ask): void {
  const meanings: Record<string, Questions['typed']['answer']> = {
    '-7d': { values: ['2026-11-20'], words: '20 Nov 2026' },
    'XX9 EE': { values: ['XX9', 'EE'], words: 'Not a known delivery area: XX9.' },
  };
  const answers: { [Kind in keyof Questions]?: () => Questions[Kind]['answer'] } = {
    calendar: () => ({ today: '2026-11-28', lastPublished: '2026-11-29', mostDays: 31 }),
    areas: () => areas,
    typed: () =>
      (asked.kind === 'typed' ? meanings[asked.question.typed] : undefined) ?? {
        values: null,
        words: "This isn't a day.",
      },
    rows: () => ({ total: 0, rows: [], origins: [] }),
  };
  const found = answers[asked.kind]?.();
  if (found) void say({ kind: 'answer', ask, answer: found });
}

async function opened(name: RegExp, shown: ResultState = state, width = 1400) {
  const view = await openView({ answer, width });
  await view.show(shown);
  const button = view.page.getByRole('button', { name });
  await button.click();
  const dialog = view.page.getByRole('dialog');
  await dialog.waitFor();
  const focused = () =>
    view.page.evaluate(() => {
      const { activeElement: active } = document;
      return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
    });
  const press = async (...keys: string[]) => {
    for (const key of keys) await view.page.keyboard.press(key);
  };
  return { ...view, button, dialog, focused, press };
}

const dayCell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const day = /^Delivery day/;

describe('the calendar of a query', () => {
  it('takes two clicks for another day, and gives the focus back', async () => {
    const { page, dialog, sent, button } = await opened(day);
    expect(await dialog.getAttribute('aria-label')).toBe('Delivery day');
    await dayCell(page, 'Friday, 20 November 2026').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(sent).toEqual([{ kind: 'onDays', from: '2026-11-20', to: '2026-11-20' }]);
    expect(await hasFocus(button)).toBe(true);
  });

  it.each([
    ['A Day Earlier', { kind: 'otherDay', days: -1 }],
    ['A Week Earlier', { kind: 'otherDay', days: -7 }],
    ['Today', { kind: 'onDays', from: '2026-11-28', to: '2026-11-28' }],
    ['Tomorrow', { kind: 'onDays', from: '2026-11-29', to: '2026-11-29' }],
  ])('has a button for "%s"', async (name, action) => {
    const { dialog, sent } = await opened(day);
    await dialog.getByRole('button', { name }).click();
    await expect.poll(sent).toEqual([action]);
    expect(await dialog.isVisible()).toBe(false);
  });

  it('is walked through with the keys of a grid, also into other months', async () => {
    const { focused, press, sent, button, page } = await opened(day);
    expect(await focused()).toBe('Friday, 27 November 2026');
    const steps: [key: string, name: string][] = [
      ['Home', 'Monday, 23 November 2026'],
      ['End', 'Sunday, 29 November 2026'],
      ['ArrowRight', 'Monday, 30 November 2026'],
      ['ArrowDown', 'Monday, 7 December 2026'],
      ['ArrowUp', 'Monday, 30 November 2026'],
      ['PageDown', 'Wednesday, 30 December 2026'],
      ['PageDown', 'Saturday, 30 January 2027'],
      ['PageDown', 'Sunday, 28 February 2027'],
      ['Shift+PageUp', 'Saturday, 28 February 2026'],
      ['ArrowLeft', 'Friday, 27 February 2026'],
    ];
    for (const [key, name] of steps) {
      await press(key);
      expect(await focused()).toBe(name);
    }
    await press('Escape');
    expect(await hasFocus(button)).toBe(true);
    expect(sent()).toEqual([]);
    await press('Enter', 'ArrowLeft', 'Enter');
    await expect.poll(sent).toEqual([{ kind: 'onDays', from: '2026-11-26', to: '2026-11-26' }]);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
  });

  it('takes the first of several days with Shift, and then the last one, in any order', async () => {
    const { page, sent } = await opened(day);
    await dayCell(page, 'Wednesday, 25 November 2026').click({ modifiers: ['Shift'] });
    await page.getByText('Select the last day.').waitFor();
    await dayCell(page, 'Monday, 23 November 2026').hover();
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(3);
    await page.getByRole('button', { name: 'Previous Month' }).click();
    await dayCell(page, 'Saturday, 31 October 2026').click();
    await expect.poll(sent).toEqual([{ kind: 'onDays', from: '2026-10-31', to: '2026-11-25' }]);
  });

  it('offers to fetch more days than one query gets as a range', async () => {
    const { page, press, sent, focused } = await opened(day);
    await press('Shift+Enter', 'PageUp', 'PageUp', 'Enter');
    await page.getByText('62 delivery days').waitFor();
    expect(sent()).toEqual([]);
    expect(await focused()).toBe('Fetch Range…');
    await press('Enter');
    await expect.poll(sent).toEqual([{ kind: 'fetchRange', from: '2026-09-27', to: '2026-11-27' }]);
  });

  it('quiets the days that are not published yet, and marks today', async () => {
    const { page } = await opened(day);
    const coming = page.getByTitle('Not published yet');
    await coming.first().waitFor();
    expect(await coming.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
      'Monday, 30 November 2026',
    ]);
    expect(await page.locator('[aria-current="date"]').getAttribute('aria-label')).toBe(
      'Saturday, 28 November 2026',
    );
  });

  it('says what a typed day means before Enter takes it, and takes nothing that is not a day', async () => {
    const { page, press, sent } = await opened(day);
    const field = page.getByRole('textbox', { name: 'Type a Day' });
    await field.fill('soon');
    await page.getByText("This isn't a day.").waitFor();
    await press('Enter');
    await field.fill('-7d');
    await page.getByText('20 Nov 2026').waitFor();
    await press('Enter');
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'startTime', typed: '-7d' }]);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
  });

  it('of a range has days by their state, opens those that are there, and fetches others', async () => {
    const days = [
      { day: '2026-11-26', outcome: 'success' as const, rows: 96, bytes: 7, findings: [] },
      { day: '2026-11-27', outcome: 'noData' as const, rows: 0, bytes: 0, findings: [] },
    ];
    const range = {
      kind: 'range' as const,
      uri: 'file:///w/r',
      target: 'r',
      from: '2026-11-26',
      to: '2026-11-27',
    };
    const { page, sent, button } = await opened(
      day,
      resultState({
        parts,
        canChangeParts: false,
        source: { ...range, days },
        deliveryDays: { from: '2026-11-26', to: '2026-11-27' },
      }),
    );
    await page.getByTitle('27 Nov 2026: No data').waitFor();
    expect(await page.getByRole('button', { name: 'A Week Earlier' }).isVisible()).toBe(false);
    await dayCell(page, 'Friday, 27 November 2026').click();
    await page.getByRole('button', { name: 'Fetch Range…' }).waitFor();
    await dayCell(page, 'Thursday, 26 November 2026').click();
    await expect.poll(sent).toEqual([{ kind: 'openDay', day: '2026-11-26' }]);
    expect(await hasFocus(button)).toBe(true);
  });

  it.each([
    [600, 600],
    [350, 225],
  ])('stays inside a window of %i by %i pixels', async (width, height) => {
    const view = await openView({ answer, width });
    await view.page.setViewportSize({ width, height });
    await view.show(state);
    await view.page.getByRole('button', { name: day }).click();
    const box = await view.page.getByRole('dialog').boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
    // What doesn't fit is scrolled to, instead of lying over something else.
    const [grid, steps, field] = await Promise.all([
      view.page.getByRole('grid').boundingBox(),
      view.page.getByRole('button', { name: 'Today' }).boundingBox(),
      view.page.getByRole('textbox', { name: 'Type a Day' }).boundingBox(),
    ]);
    expect(steps!.y + steps!.height).toBeLessThanOrEqual(grid!.y);
    expect(grid!.y + grid!.height).toBeLessThanOrEqual(field!.y);
  });
});

describe('the areas of a query', () => {
  const name = /^Areas/;
  const option = (page: Page, label: string) =>
    page.getByRole('listbox').getByRole('option', { name: label });
  const selected = (page: Page) =>
    page
      .getByRole('listbox')
      .getByRole('option', { selected: true })
      .evaluateAll((all) => all.map((each) => each.firstElementChild?.textContent));

  it('one more takes two clicks, and several run the query once', async () => {
    const { page, sent } = await opened(name);
    expect(await page.getByRole('listbox', { name: 'Areas' }).getAttribute('aria-multiselectable')).toBe(
      'true',
    );
    await option(page, 'Stockholm').click();
    await option(page, 'Finland').click();
    expect(await selected(page)).toEqual(['NO1', 'SE3']);
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,SE3' }]);
    await page.keyboard.press('Escape');
    expect(sent()).toHaveLength(1);
  });

  it('what was chosen runs when the dialog closes, and nothing if it is as before', async () => {
    const { page, sent, press, button } = await opened(name);
    await option(page, 'Finland').click();
    await option(page, 'Finland').click();
    await press('Escape');
    await button.click();
    await option(page, 'Malmö').click();
    await press('Escape');
    expect(await hasFocus(button)).toBe(true);
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,FI,SE4' }]);
  });

  it('are not all queried while a person replaces the only one', async () => {
    const { page, sent, press } = await opened(name);
    await option(page, 'Oslo').click();
    await expect.poll(sent).toHaveLength(1);
    await option(page, 'Finland').click();
    // Longer than the pause after which the query runs.
    await page.waitForTimeout(1200);
    expect(sent()).toHaveLength(1);
    await option(page, 'Malmö').click();
    await press('Escape');
    await expect
      .poll(sent)
      .toEqual([
        expect.objectContaining({ typed: 'FI' }),
        { kind: 'setPart', part: 'deliveryarea', typed: 'SE4' },
      ]);
  });

  it('are found by a place that is typed, and chosen with Enter', async () => {
    const { page, sent, press } = await opened(name);
    await option(page, 'Malmö').waitFor();
    await page.keyboard.type('stock');
    expect(await option(page, '').count()).toBe(1);
    await press('Enter', 'Escape');
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,FI,SE3' }]);
  });

  it.each(['malmo', 'sweden malmo', 'SE4'])('are found by "%s", without accents and commas', async (text) => {
    const { page, sent, press } = await opened(name);
    await option(page, 'Malmö').waitFor();
    await page.keyboard.type(text);
    expect(await option(page, '').count()).toBe(1);
    await press('Enter', 'Escape');
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,FI,SE4' }]);
  });

  it('are exactly the code that was typed, also if an earlier one in the list begins alike', async () => {
    const { page, sent, press } = await opened(name);
    await option(page, 'Malmö').waitFor();
    await page.keyboard.type('no');
    expect(await option(page, '').first().textContent()).toContain('all areas of Norway');
    await press('Enter', 'Escape');
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,FI,NO' }]);
  });

  it('may be codes that nobody knows, of which the dialog warns before a second Enter', async () => {
    const { page, sent, press } = await opened(name);
    await page.keyboard.type('XX9 EE');
    await page.getByText('Not a known delivery area: XX9.').waitFor();
    await option(page, 'XX9, EE').waitFor();
    await press('Enter');
    await page.getByText('Not a known delivery area: XX9. Press Enter again to send it.').waitFor();
    expect(await selected(page)).toEqual([]);
    await press('Enter');
    await expect.poll(() => selected(page)).toEqual(['XX9', 'EE', 'NO1', 'FI']);
    await press('Escape');
    await expect.poll(sent).toEqual([{ kind: 'setPart', part: 'deliveryarea', typed: 'NO1,FI,XX9,EE' }]);
  });

  it('are reached with the arrow keys, and typing goes on from there', async () => {
    const { page, focused, press } = await opened(name);
    await option(page, 'Malmö').waitFor();
    await press('ArrowDown', 'ArrowDown', ' ');
    expect(await selected(page)).toEqual(['NO1']);
    await press('End');
    expect(await focused()).toContain('SE3');
    await press('Home', 'ArrowUp');
    expect(await focused()).toBe('Filter or Add Areas');
    await press('ArrowDown', 'm', 'a', 'l');
    await expect.poll(() => option(page, '').count()).toBe(1);
  });
});
