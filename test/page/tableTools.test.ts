import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ExportChoice, ExportOrder } from '#src/protocol/exportOrder';
import type { ContextItem, ToView } from '#src/protocol/messages';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, drawn, openView } from './openView';

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
    const boxes = await bar.locator('> :not(.table-tools), .table-tools > *').evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .map(({ left, right, top, height }) => ({ left, right, middle: Math.round(top + height / 2) }))
        .filter(({ left, right }) => right > left),
    );
    expect(boxes).toHaveLength(6);
    const middles = boxes.map(({ middle }) => middle);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    for (const [at, { left }] of boxes.slice(1).entries()) {
      expect(left).toBeGreaterThanOrEqual(boxes[at]!.right);
    }
    expect(await bar.evaluate((made) => made.scrollWidth - made.clientWidth)).toBe(0);
  });
});

describe('in high contrast', () => {
  async function highContrast() {
    const { page } = await table();
    await page.evaluate(() => {
      document.body.classList.add('vscode-high-contrast');
      const colors = { contrastActiveBorder: '#f38518', focusBorder: '#f38518', contrastBorder: '#6fc3df' };
      const own = { ...colors, 'inputValidation-errorBorder': '#6fc3df', errorForeground: '#f48771' };
      for (const [name, color] of Object.entries(own)) {
        document.documentElement.style.setProperty(`--vscode-${name}`, color);
      }
    });
    return page;
  }
  const styleOf = (page: Page, selector: string, name: 'outlineStyle' | 'borderTopColor' | 'outlineColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((found, style) => getComputedStyle(found)[style], name);

  it('the active cell differs from the other selected ones', async () => {
    const page = await highContrast();
    await page.getByRole('gridcell').first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect
      .poll(() => styleOf(page, '[role="gridcell"].selected:not(.active)', 'outlineStyle'))
      .toBe('dashed');
    expect(await styleOf(page, '[role="gridcell"].selected.active', 'outlineStyle')).toBe('solid');
  });

  it('an invalid filter has its own border, and still shows the focus', async () => {
    const page = await highContrast();
    const filter = page.getByRole('textbox', { name: /^Filter Value/ });
    await filter.fill('abc');
    await filter.and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await styleOf(page, '.column-filter[aria-invalid]', 'borderTopColor')).toBe('rgb(244, 135, 113)');
    expect(await styleOf(page, '.column-filter[aria-invalid]', 'outlineColor')).toBe('rgb(243, 133, 24)');
  });
});

it('what is selected in one result is never taken for a selection in the next', async () => {
  const exportChoice: ExportChoice = { part: null, sample: 20, format: 'csv', types: [] };
  const first = resultState({ ...state, exportChoice });
  const next = resultState({
    ...first,
    id: 'r2',
    columnChoice: { order: [], hidden: [], unfolded: [], widths: {}, period: false, layout: 'wide' },
  });
  let isFormed = false;
  const exported: ExportOrder[] = [];
  const { page, show, say } = await openView({
    answer(view, message) {
      answerRows(20)(view, message);
      const { ask, asked } = message;
      if (asked.kind === 'exportTarget') exported.push(asked.question.order);
      if (asked.kind !== 'form' || !isFormed) return;
      // Columns of the same keys, because only then is a selection of cells remembered.
      const columns = state.columns.map((column) => ({ ...column, title: `NO1 ${column.title}` }));
      void view.say({ kind: 'answer', ask, answer: { offered: [], shortest: 900_000, rows: 20, columns } });
    },
  });
  const selectedForExport = async () => {
    const before = exported.length;
    await say({ kind: 'export', preset: 'export' });
    await expect.poll(() => exported.length).toBe(before + 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return exported.at(-1)?.rows?.ranges;
  };
  await show(first);
  await page.getByRole('gridcell', { name: '3', exact: true }).click();
  await page.keyboard.press('Shift+ArrowDown');
  expect(await selectedForExport()).toEqual([[3, 5]]);
  await show(next);
  expect(await selectedForExport()).toBeUndefined();
  await show(first);
  expect(await selectedForExport()).toEqual([[3, 5]]);
  isFormed = true;
  await show(next);
  await expect.poll(() => titles(page)).toEqual(['NO1 Value (EUR/MWh)', 'NO1 Subtype']);
  await drawn(page);
  expect(await selectedForExport()).toBeUndefined();
});

it('a form that arrives after another result is shown leaves that one where it was scrolled to', async () => {
  const long = resultState({ ...state, rows: 1000 });
  const forms: (() => Promise<void>)[] = [];
  const { page, show } = await openView({
    answer(view, message) {
      answerRows(1000)(view, message);
      const { ask, asked } = message;
      if (asked.kind !== 'form') return;
      const { columns } = state;
      const answer = { offered: [], shortest: 900_000, rows: 1000, columns: [...columns] };
      const say = () => view.say({ kind: 'answer', ask, answer });
      if (asked.question.layout === 'wide') forms.push(say);
      else void say();
    },
  });
  const far = page.getByRole('gridcell', { name: '499', exact: true });
  await show(long);
  await page.getByRole('textbox', { name: 'Go to row' }).fill('500');
  await page.keyboard.press('Enter');
  await far.waitFor();
  await show({ ...long, id: 'r2' });
  await far.waitFor({ state: 'hidden' });
  await page.getByLabel('Layout', { exact: true }).selectOption('wide');
  await expect.poll(() => forms.length).toBe(1);
  await show(long);
  await far.waitFor();
  await forms[0]?.();
  await drawn(page);
  expect(await far.isVisible()).toBe(true);
});

describe('the header of a column', () => {
  async function summarized() {
    const asked: string[] = [];
    const view = await openView({
      answer(shown, message) {
        answerRows(20)(shown, message);
        const { ask, asked: about } = message;
        if (about.kind !== 'columnSummary') return;
        asked.push(about.question.column);
        const summary = { missing: 3, least: '-3.20', greatest: '99.10', values: [], more: 0, bars: [1, 5] };
        void shown.say({ kind: 'answer', ask, answer: summary });
      },
    });
    return { ...view, asked };
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Filter Value' });
  it('says what the column contains, which is asked once for all rows, and not while they arrive', async () => {
    const { page, show, asked } = await summarized();
    await show({ ...state, phase: { kind: 'receiving' } });
    await page.getByRole('gridcell').first().waitFor();
    await drawn(page);
    expect(asked).toEqual([]);
    await show(state);
    await expect.poll(() => field(page).getAttribute('title')).toContain('Numbers, -3.20 to 99.10');
    expect(await page.locator('.column-bars').first().innerText()).toBe('3 missing');
    await page.getByRole('button', { name: 'Value (EUR/MWh)' }).click();
    await drawn(page);
    expect(asked).toEqual(['value', 'SubType']);
    await show({ ...state, revision: 2 });
    await expect.poll(() => asked).toEqual(['value', 'SubType', 'value', 'SubType']);
  });

  it('has a field that says by its icon and an example that it filters, also by keyboard', async () => {
    const { page, show } = await summarized();
    await show(state);
    const isExampleShown = () => field(page).evaluate((each) => each.matches(':placeholder-shown'));
    expect(await field(page).getAttribute('placeholder')).toBe('e.g. > 50');
    await expect.poll(isExampleShown).toBe(true);
    expect(await page.locator('.column-content:has([placeholder="e.g. > 50"]) .icon').isVisible()).toBe(true);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('>80');
    await page.keyboard.press('ArrowDown');
    expect(await isExampleShown()).toBe(false);
    expect(await field(page).getAttribute('title')).toContain('Numbers, -3.20 to 99.10, 3 missing');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(isExampleShown).toBe(true);
  });
});

describe('while the rows of a failed check are shown', () => {
  const wide = { order: [], hidden: [], unfolded: [], widths: {}, period: false, layout: 'wide' as const };

  async function ofCheck() {
    const view = await openView({
      answer(shown, message) {
        answerRows(20)(shown, message);
        const { ask, asked } = message;
        if (asked.kind !== 'form') return;
        const title = asked.question.layout === 'wide' ? 'NO1 as a column' : 'Value';
        const columns = [{ key: 'value', title, type: 'number' as const }];
        void shown.say({
          kind: 'answer',
          ask,
          answer: { offered: ['PT60M'], shortest: 900_000, rows: 20, columns },
        });
      },
    });
    await view.show({ ...state, columnChoice: wide });
    await expect.poll(() => titles(view.page)).toEqual(['NO1 as a column']);
    await view.page.getByLabel('Resolution', { exact: true }).selectOption('60 min');
    await view.say({
      kind: 'rows',
      result: state.id,
      rows: { text: '2 rows below 0', filter: [{ column: 'value', op: '<', value: 0 }] },
    });
    await expect.poll(() => titles(view.page)).toContain('Value (EUR/MWh)');
    const chosen = (name: string) =>
      view.page.getByLabel(name, { exact: true }).locator('option:checked').innerText();
    return { ...view, chosen };
  }

  it('the lists say that these rows are as sent, one for each value', async () => {
    const { chosen } = await ofCheck();
    await expect.poll(() => chosen('Layout')).toBe('One Row per Value');
    expect(await chosen('Resolution')).toBe('As Sent (15 min)');
  });

  it.each([
    ['Layout', 'One Column per Series'],
    ['Resolution', '60 min'],
  ])('another choice of %s shows all rows again, in the chosen form', async (name, choice) => {
    const { page, chosen } = await ofCheck();
    await expect.poll(() => chosen('Layout')).toBe('One Row per Value');
    await page.getByLabel(name, { exact: true }).selectOption(choice);
    await expect.poll(() => titles(page)).toEqual(['NO1 as a column']);
    expect(await chosen('Layout')).toBe('One Column per Series');
    expect(await chosen('Resolution')).toBe('60 min');
    await page.getByText('2 rows below 0').waitFor({ state: 'hidden' });
  });
});

it('the list of columns ends within the window, with its last button', async () => {
  const { page } = await table(600);
  const many = Array.from(
    { length: 40 },
    (_, at) => ({ key: `c${at}`, title: `C${at}`, type: 'number' }) as const,
  );
  await page.setViewportSize({ width: 600, height: 420 });
  await page.evaluate((message) => globalThis.postMessage(message), {
    kind: 'state',
    state: { ...state, revision: 9, columns: many },
  } satisfies ToView);
  await columns(page).click();
  await page.getByRole('checkbox', { name: 'C39' }).waitFor();
  const reset = await page.getByRole('button', { name: 'Reset Columns' }).boundingBox();
  expect((reset?.y ?? Infinity) + (reset?.height ?? 0)).toBeLessThan(420);
});

describe('the context menu', () => {
  /** What the editor is told of the places where its menu was opened. */
  async function listen(page: Page) {
    await page.evaluate(() => {
      globalThis.addEventListener('contextmenu', (event) => {
        if (event.defaultPrevented || !(event.target instanceof Element)) return;
        const told = event.target.closest<HTMLElement>('[data-vscode-context]')?.dataset['vscodeContext'];
        document.body.dataset['told'] = [told ?? '', event.target.id].join(' ');
        event.preventDefault();
      });
    });
    return () => page.evaluate(() => document.body.dataset['told']);
  }
  const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });
  const choose = (item: ContextItem): ToView => ({ kind: 'menu', item });
  const filter = (page: Page) => page.getByRole('textbox', { name: /^Filter Value/ });

  it('is about the cell under the pointer, or about the selection that contains the cell', async () => {
    const { page, say, copied } = await table();
    const told = await listen(page);
    await cell(page, '3').click({ button: 'right' });
    expect(await told()).toContain('"webviewSection":"cells"');
    await say(choose('copy'));
    await expect.poll(copied).toEqual(['3']);
    await cell(page, '5').click({ modifiers: ['Shift'] });
    await cell(page, '4').click({ button: 'right' });
    await say(choose('copy'));
    await expect.poll(copied).toEqual(['3', '3\n4\n5']);
    await say(choose('copyWithHeaders'));
    await expect.poll(() => copied().at(-1)).toBe('Value (EUR/MWh)\n3\n4\n5');
  });

  it('copies the selection as DataFrame code', async () => {
    const { page, say, copied } = await table();
    await cell(page, '3').click();
    await cell(page, '5').click({ modifiers: ['Shift'] });
    await say(choose('copyAsDataFrame'));
    await expect.poll(() => copied().at(-1)).toContain('    (3,),\n    (4,),\n    (5,),\n]');
  });

  it.each(['Shift+F10', 'ContextMenu'])('opens with %s at the active cell', async (key) => {
    const { page } = await table();
    const told = await listen(page);
    await cell(page, '2').click();
    await page.keyboard.press(key);
    await expect.poll(told).toContain('"webviewSection":"cells"');
    expect(await told()).toMatch(/active-cell$/);
  });

  it('filters by the value, or excludes it', async () => {
    const { page, say } = await table();
    await cell(page, '7').click();
    await say(choose('filterByValue'));
    await expect.poll(() => filter(page).inputValue()).toBe('=7');
    await say(choose('excludeValue'));
    await expect.poll(() => filter(page).inputValue()).toMatch(/^!=/);
  });

  it("of a filter field is the editor's own", async () => {
    const { page } = await table();
    const told = await listen(page);
    await filter(page).click({ button: 'right' });
    expect(await told()).not.toContain('webviewSection');
  });
});
