import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Phase, ResultState } from '#src/protocol/messages';
import { openedFile } from '../unit/results/openedFiles';
import { ended, failedRun, part, resultState, shownComparison } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, answerRows, drawn, hasFocus, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const deliveryDays = { from: '2026-03-20', to: '2026-03-20' };
const receiving: Phase = { kind: 'receiving' };

it('a screen reader comes from the query to its status, the views, and the values', async () => {
  const day = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z'));
  const { page, show } = await openView({ answer: answerCharts(day) });
  const status = { kind: 'status', count: 1, text: 'official', severity: 'note', shows: 'nothing' } as const;
  await show(resultState({ rows: day.rows, integrity: [status] }));
  await page.getByRole('img', { name: /^Day-ahead prices, / }).waitFor();
  // Some lines are quoted as a whole.
  const tree = (await page.locator('body').ariaSnapshot()).replaceAll("- '", '- ');
  const parts = [
    'heading "Day-ahead prices" [level=1]',
    'toolbar "Query"',
    'toolbar "Actions"',
    'status',
    'region "Response integrity"',
    'tablist "View"',
    'tabpanel "Chart"',
    'img "Day-ahead prices, ',
  ];
  const places = parts.map((part) => tree.indexOf(`- ${part}`));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

describe('the keyboard focus', () => {
  const shown = async (state: ResultState) => {
    const view = await openView();
    await view.show(state);
    await button(view.page, 'Run Again').waitFor();
    return view;
  };
  const failed = ended('unreachable', 'No connection');

  it.each<[string, string, ResultState, ResultState]>([
    ['the query was cancelled', 'Cancel', resultState({ phase: receiving }), resultState()],
    [
      'there is nothing to go back to',
      'Back to Previous Result',
      resultState({ canGoBack: true }),
      resultState(),
    ],
  ])('moves to the query when %s', async (_, name, before, after) => {
    const { page, show } = await shown(before);
    await button(page, name).focus();
    await show(after);
    await button(page, name).waitFor({ state: 'hidden' });
    expect(await hasFocus(button(page, 'Areas: NO1'))).toBe(true);
  });

  it.each<[string, string, ResultState, ResultState]>([
    [
      'a query without rows is tried again',
      'Try Again',
      resultState({ rows: 0, phase: failed }),
      resultState({ rows: 0, phase: receiving }),
    ],
    [
      'rows are replaced after a failure',
      'Try Again',
      resultState({ failedAgain: failedRun(failed) }),
      resultState({ id: 'r2' }),
    ],
    [
      'another result is removed from the chart',
      'Remove NO2 from Chart',
      resultState({ overlays: [{ result: 'other', label: 'NO2' }] }),
      resultState(),
    ],
  ])('moves to the selected view when %s', async (_, name, before, after) => {
    const { page, show } = await shown(before);
    await button(page, name).first().focus();
    await show(after);
    await button(page, name).first().waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('tab', { selected: true }))).toBe(true);
  });

  it('moves to the selected view of a comparison, whose query has no parts to change', async () => {
    const source = shownComparison();
    const state = resultState({ source, canChangeParts: false, canGoBack: true });
    const { page, show } = await shown(state);
    await button(page, 'Back to Previous Result').focus();
    await show({ ...state, canGoBack: false });
    await button(page, 'Back to Previous Result').waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('tab', { selected: true }))).toBe(true);
  });

  it('reaches a cell from the tabs with six Tabs, however many tools and columns are above the rows', async () => {
    const { page, show } = await openView({
      answer(view, ask) {
        answerRows(20)(view, ask);
        const answer = { offered: ['PT60M' as const], shortest: 900_000, rows: 20, columns: [] };
        if (ask.asked.kind === 'form') void view.say({ kind: 'answer', ask: ask.ask, answer });
      },
    });
    const unit = { key: 'unit', title: 'Unit', type: 'text' as const, constant: 'EUR/MWh' };
    const columns = [...resultState().columns, unit];
    await show(resultState({ rows: 20, columns, defaultView: 'table' }));
    await page.getByRole('combobox', { name: 'Layout' }).waitFor();
    await button(page, 'Unit EUR/MWh').waitFor();
    const stops: string[] = [];
    for (let turn = 0; turn < 12 && stops.at(-1) !== 'grid'; turn += 1) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(() => {
          const focused = document.activeElement;
          const label = focused?.role ?? focused?.ariaLabel ?? focused?.textContent ?? '';
          const isField = focused?.matches('vscode-text-field') === true;
          return isField ? label : (focused?.closest('[role="toolbar"]')?.ariaLabel ?? label);
        }),
      );
    }
    expect(stops).toEqual([
      'Query',
      'Actions',
      'tab',
      'Resolution and layout',
      'Time zone',
      'Find in table',
      'Table',
      'Go to row',
      'grid',
    ]);
  });

  it('stays on the button that runs the query when published while that becomes one to stop waiting', async () => {
    const { page, show, actions } = await shown(
      resultState({ whenPublished: { isComing: false, nextRequest: null } }),
    );
    await button(page, 'Run When Published').focus();
    await page.keyboard.press('Enter');
    await show(
      resultState({ whenPublished: { isComing: false, nextRequest: Date.parse('2026-11-27T11:55Z') } }),
    );
    await page.getByText('next request at 12:55').waitFor();
    expect(await hasFocus(button(page, 'Stop Waiting'))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(actions).toEqual(['whenPublished', 'stopWaiting']);
    await show(resultState());
    await button(page, 'Stop Waiting').waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('tab', { selected: true }))).toBe(true);
  });

  it('stays on the button that stops waiting, in the same place, if there is no data', async () => {
    const empty = { rows: 0, bytes: 0, integrity: null, phase: ended('noData', 'No data') };
    const { page, show } = await shown(
      resultState({ ...empty, whenPublished: { isComing: false, nextRequest: null } }),
    );
    await button(page, 'Run When Published').focus();
    const before = await button(page, 'Run When Published').boundingBox();
    await show(
      resultState({
        ...empty,
        whenPublished: { isComing: false, nextRequest: Date.parse('2026-11-27T11:55Z') },
      }),
    );
    expect(await hasFocus(button(page, 'Stop Waiting'))).toBe(true);
    const after = await button(page, 'Stop Waiting').boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan((before?.width ?? 0) / 2);
  });

  it('finds the list of time zones in the same place in every view that shows times, and not in the others', async () => {
    const { page, show } = await openView({ answer: answerRows(20) });
    await show(resultState({ rows: 20 }));
    const zone = page.locator('.zone .list');
    const ends: (number | null)[] = [];
    for (const name of ['Chart', 'Table', 'JSON', 'Request']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      await drawn(page);
      const box = await zone.boundingBox();
      ends.push(box && Math.round(box.x + box.width));
    }
    expect(ends).toEqual([ends[0], ends[0], null, null]);
    expect(ends[0]).toBeGreaterThan(1000);
  });

  it('finds the other buttons where they were when Cancel is gone', async () => {
    const { page, show } = await shown(resultState({ phase: receiving }));
    await button(page, 'Cancel').waitFor();
    const places = async () =>
      Promise.all(
        ['Run Again', 'Compare…', 'Export', 'Copy As', 'More Actions'].map(async (name) =>
          button(page, name).boundingBox(),
        ),
      );
    const before = await places();
    await show(resultState());
    await button(page, 'Cancel').waitFor({ state: 'hidden' });
    expect(await places()).toEqual(before);
  });

  it('moves inside a toolbar with the arrow keys, past what is hidden, and comes back to where it was', async () => {
    const [area] = resultState().parts;
    if (!area) throw new Error('No part.');
    const day = { ...area, name: 'startTime', label: 'Delivery day', text: '28 Mar 2026' };
    const { page } = await shown(resultState({ deliveryDays, parts: [day, area] }));
    await button(page, 'Previous Day').focus();
    const steps: [key: string, name: string][] = [
      ['ArrowRight', 'Delivery day'],
      ['ArrowRight', 'Next Day'],
      ['End', 'Areas'],
      ['ArrowRight', 'Previous Day'],
      ['ArrowLeft', 'Areas'],
      ['Home', 'Previous Day'],
      ['ArrowRight', 'Delivery day'],
    ];
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      expect(await hasFocus(button(page, new RegExp(`^${name}`)).first())).toBe(true);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await hasFocus(button(page, /^Delivery day/).first())).toBe(true);
  });

  it('moves to the view that a placeholder opens', async () => {
    const { page } = await shown(resultState({ rows: 0, phase: failed }));
    await button(page, 'Show Request').focus();
    await page.keyboard.press('Enter');
    const tab = page.getByRole('tab', { name: 'Request', selected: true });
    await tab.waitFor();
    expect(await hasFocus(tab)).toBe(true);
  });
});

const items = (page: Page) =>
  page
    .getByRole('menuitem')
    .evaluateAll((all) => all.map((item) => [...item.childNodes].map((node) => node.textContent).join(': ')));

const parts = [
  part('startTime', 'Period', '20 Mar 2026'),
  part('deliveryarea', 'Delivery area', 'NO1, NO2, NO3, NO4'),
];

describe('the menu of more actions', () => {
  const unset = [part('currency', 'Currency', ''), part('resolution', 'Resolution', '')];
  const state = resultState({ parts: [...parts, ...unset], deliveryDays });

  it.each([1400, 1000, 720, 600])(
    "sets a parameter that isn't set in a window of %i pixels, edits and saves the query, and keeps the tab",
    async (width) => {
      const { page, show, actions } = await openView({ width });
      await show({ ...state, isReplaceable: true });
      await button(page, 'More Actions').click();
      expect(await items(page)).toEqual(
        expect.arrayContaining([
          'Edit Query',
          'Save Query',
          'Save Image',
          'Copy Image',
          'Keep Open',
          'Currency…',
          'Resolution…',
        ]),
      );
      await page.getByRole('menuitem', { name: 'Currency' }).click();
      await expect.poll(actions).toEqual(['editPart']);
    },
  );

  it('begins with the selected connection if the result is from another one', async () => {
    const { page, show, actions } = await openView();
    await show({ ...state, connection: 'sandbox', selected: 'production' });
    await button(page, 'More Actions').click();
    expect((await items(page))[0]).toBe('Run on production');
    await page.getByRole('menuitem', { name: 'Run on production' }).click();
    await expect.poll(actions).toEqual(['runOnSelected']);
    await show({ ...state, connection: 'production', selected: 'production' });
    await button(page, 'More Actions').click();
    expect((await items(page))[0]).toBe('Edit Query');
  });

  it("has no item for the query if it can't be changed, and none for the chart in another view", async () => {
    const { page, show } = await openView();
    await show({ ...state, canChangeParts: false, defaultView: 'table' });
    await button(page, 'More Actions').click();
    expect(await items(page)).toEqual(['Edit Query', 'Save Query']);
  });

  it('never holds a single item: a lone action is a button of its own', async () => {
    const { page, show, actions } = await openView();
    const source = shownComparison();
    await show(resultState({ source, canChangeParts: false, defaultView: 'table' }));
    await button(page, 'Edit Query').click();
    await expect.poll(actions).toContain('editQuery');
    expect(await button(page, 'More Actions').isVisible()).toBe(false);
    await page.getByRole('tab', { name: 'Chart' }).click();
    await button(page, 'More Actions').click();
    expect(await items(page)).toEqual(['Edit Query', 'Save Image', 'Copy Image']);
    expect(await button(page, 'Edit Query').isVisible()).toBe(false);
  });
});

describe('the menu that compares', () => {
  const compare = (page: Page) => button(page, 'Compare…');

  it('overlays another day with two clicks, and after a switch, shows the difference instead', async () => {
    const { page, show, sent } = await openView();
    await show(resultState({ deliveryDays, parts }));
    expect(await compare(page).innerText()).toBe('Compare…');
    await compare(page).click();
    expect(await items(page)).toEqual(['A Day Earlier', 'A Week Earlier', 'Another Day, Area, or Result…']);
    await page.getByRole('menuitem', { name: 'A Day Earlier' }).click();
    await compare(page).click();
    const difference = page.getByRole('menuitemradio', { name: 'Difference' });
    expect(await page.getByRole('menuitemradio', { checked: true }).innerText()).toBe('Overlay');
    await difference.press('Enter');
    expect(await difference.getAttribute('aria-checked')).toBe('true');
    expect(await hasFocus(difference)).toBe(true);
    await page.getByRole('menuitem', { name: 'A Week Earlier' }).click();
    await compare(page).click();
    await page.getByRole('menuitem', { name: 'Another Day' }).click();
    await expect.poll(sent).toEqual([
      { kind: 'compare', as: 'overlay', days: -1 },
      { kind: 'compare', as: 'difference', days: -7 },
      { kind: 'compare', as: 'difference', days: null },
    ]);
  });

  it('offers only the difference of what has no chart in common, and no day of orders', async () => {
    const { page, show } = await openView();
    const { dataset } = resultState();
    await show(resultState({ deliveryDays, dataset: { ...dataset, chart: 'orders' }, defaultView: 'table' }));
    await compare(page).click();
    expect(await page.getByRole('menuitemradio').count()).toBe(0);
    expect(await items(page)).toEqual(['Another Day, Area, or Result…']);
  });
});

it('copies the request as code, by names that say which', async () => {
  const view = await openView();
  await view.show(resultState({ parts, deliveryDays }));
  await button(view.page, 'Copy As').click();
  const items = () => view.page.getByRole('menuitem').allInnerTexts();
  expect((await items()).map((text) => text.split('\n')[0])).toEqual([
    'curl',
    'HTTP',
    'TypeScript',
    'Python',
  ]);
  await view.page.keyboard.press('Escape');
  await view.page.setViewportSize({ width: 720, height: 700 });
  await button(view.page, 'Copy As').click();
  expect((await items()).join()).toContain('Python');
});

it.each([1000, 600])(
  'a long file name leaves room for all actions in a window of %i pixels',
  async (width) => {
    const view = await openView({ width });
    const name = `${'NO1,SE3,'.repeat(10)}2026-10-25.csv`;
    await view.show(
      resultState({ connection: name, source: openedFile({ name }), parts: [], parameters: [] }),
    );
    await view.page.getByText(name).waitFor();
    expect(await button(view.page, 'Copy As').isVisible()).toBe(true);
  },
);

describe('the chips of a query', () => {
  const long = parts.map((each) => ({ ...each, text: each.text.repeat(2) }));
  const connection = 'a service with a long name';
  const wide = resultState({ parts: long, deliveryDays, connection, madeUp: null });
  /** Which texts of the line are seen whole, and which are cut. */
  const seen = (page: Page) =>
    page.locator('.query-bar .chips').evaluate((line) => {
      const { left, right, top, bottom } = line.getBoundingClientRect();
      const texts = { whole: [] as string[], cut: [] as string[] };
      for (const chip of line.querySelectorAll('.chip, .connection')) {
        const box = chip.getBoundingClientRect();
        if (box.top >= bottom || box.bottom <= top) continue;
        const isWhole = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
        texts[isWhole ? 'whole' : 'cut'].push(chip.textContent);
      }
      return texts;
    });

  it.each([
    [1400, ['20 Mar 2026', 'NO1, NO2', 'a service']],
    [820, ['20 Mar 2026']],
    [720, ['20 Mar 2026']],
    [700, ['20 Mar 2026']],
    [600, ['20 Mar 2026', 'NO1, NO2', 'a service']],
  ])('are seen whole or not at all in a window of %i pixels', async (width, texts) => {
    const { page, show } = await openView({ width });
    await show(wide);
    const { whole, cut } = await seen(page);
    expect(cut).toEqual([]);
    expect(whole).toHaveLength(texts.length);
    texts.forEach((text, at) => expect(whole[at]).toContain(text));
  });

  it('name no connection beside "Sample data", which says it already', async () => {
    const { page, show } = await openView();
    await show({ ...wide, madeUp: 'sample' });
    expect((await seen(page)).whole.join()).not.toContain(connection);
    await page.getByText('Sample data').waitFor();
  });

  it('that are not seen are shown while the arrow keys reach them', async () => {
    const { page, show } = await openView({ width: 720 });
    await show(wide);
    await button(page, 'Previous Day').focus();
    await page.keyboard.press('End');
    expect(await hasFocus(button(page, /^Areas/))).toBe(true);
    expect((await seen(page)).whole.join()).toContain('NO1, NO2');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await seen(page)).whole.join()).toContain('20 Mar 2026');
  });

  it('opens the results of a comparison by the chips A and B, between which the arrow keys move', async () => {
    const { page, show, actions } = await openView();
    const { request } = resultState();
    const originals = ['28 Mar 2026', '29 Mar 2026'].map((label) => ({ label, parameters: [], request }));
    await show(resultState({ canChangeParts: false, source: { ...shownComparison(), originals } }));
    const [one, other] = [button(page, 'A 28 Mar 2026'), button(page, 'B 29 Mar 2026')];
    await one.focus();
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(other)).toBe(true);
    expect(await other.getAttribute('tabindex')).toBe('0');
    expect(await one.getAttribute('tabindex')).toBe('-1');
    await page.keyboard.press('ArrowLeft');
    expect(await hasFocus(one)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(actions).toEqual(['openOriginal']);
  });
});

it.each([1400, 720])(
  'the conclusion of a comparison is not cut off in a view of %d pixels',
  async (width) => {
    const { page, show } = await openView({ width });
    const sentence =
      '192 intervals, 27 Nov minus 28 Nov 2026: lowest -41.31 EUR/MWh (DK1) at 2026-11-28 04:30, highest +11.67 EUR/MWh (NO1) at 2026-11-28 18:00; 4 only in 27 Nov 2026, 4 only in 28 Nov 2026';
    await show(resultState({ canChangeParts: false, source: shownComparison(sentence) }));
    const status = page.getByRole('status').filter({ hasText: 'highest' });
    await status.waitFor();
    const beyond = await status.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().right - element.getBoundingClientRect().right;
    });
    expect(beyond).toBeLessThanOrEqual(1);
  },
);

describe('a tab that the next query may reuse', () => {
  it.each<[string, (page: Page) => Promise<void>]>([
    [
      'a turn of the wheel',
      async (page) => {
        await page.locator('main').hover();
        await page.mouse.wheel(0, 100);
      },
    ],
    ['the list of time zones', (page) => page.getByRole('combobox', { name: 'Time zone' }).click()],
  ])('is kept by %s', async (_, use) => {
    const { page, show, actions } = await openView();
    await show(resultState({ isReplaceable: true }));
    await button(page, 'Run Again').waitFor();
    expect(actions()).toEqual([]);
    await use(page);
    await expect.poll(actions).toContain('keep');
  });
});

it('a result that is shown again is filtered and sorted as before, and a new result starts without filters', async () => {
  const { page, show } = await openView();
  const first = resultState({ defaultView: 'table' });
  await show(first);
  const field = page.getByRole('textbox', { name: /Filter/ });
  const header = page.getByRole('columnheader', { name: /^Value/ });
  await field.fill('> 5');
  await header.getByRole('button').first().click();
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
  await show(resultState({ id: 'r2', defaultView: 'table' }));
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await header.getAttribute('aria-sort')).not.toBe('ascending');
  // A hidden table still has the filters of the previous result.
  await page.getByRole('tab', { name: 'Request' }).click();
  await show(resultState({ id: 'r3', defaultView: 'table' }));
  await show(first);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect.poll(() => field.inputValue()).toBe('> 5');
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('tab', { name: 'Request' }).click();
  await show(resultState({ id: 'r3', defaultView: 'table' }));
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect.poll(() => field.inputValue()).toBe('');
});

it('no rows are said to match only once they are there, in a new tab and with restored filters', async () => {
  let isHeld = true;
  const held: (() => void)[] = [];
  const { page, show } = await openView({
    answer(view, ask) {
      if (isHeld) held.push(() => answerRows(6)(view, ask));
      else answerRows(6)(view, ask);
    },
  });
  const expectNothingSaid = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await drawn(page);
    expect(await page.getByText('No rows match the filters.').isVisible()).toBe(false);
    isHeld = false;
    held.splice(0).forEach((answer) => answer());
  };
  const first = resultState({ rows: 6, defaultView: 'table' });
  await show(first);
  await expectNothingSaid();
  const field = page.getByRole('textbox', { name: /Filter/ });
  await field.fill('> 5');
  await page.getByRole('button', { name: 'Clear Filters' }).waitFor();
  await show(resultState({ id: 'r2', rows: 6, defaultView: 'table' }));
  await expect.poll(() => field.inputValue()).toBe('');
  isHeld = true;
  await show(first);
  await expectNothingSaid();
  await expect.poll(() => field.inputValue()).toBe('> 5');
});

it('the view that a person chooses before the tab knows its result is the one that is shown', async () => {
  const { page, show } = await openView();
  await page.getByRole('tab', { name: 'Table' }).click();
  await show(resultState({ defaultView: 'chart' }));
  await page.getByText(/^92 rows, complete/).waitFor();
  await page.getByRole('tab', { name: 'Table', selected: true }).waitFor();
});

it('the selection is restored when a result is shown again, and not applied to another result', async () => {
  const { page, show } = await openView({ answer: answerRows(6) });
  const first = resultState({ defaultView: 'table', rows: 6 });
  const number = (row: number) => page.getByRole('rowheader', { name: String(row), exact: true });
  const selected = () => page.getByRole('row').getByRole('rowheader', { selected: true }).allInnerTexts();
  await show(first);
  await number(2).click();
  await number(4).click({ modifiers: ['Control'] });
  await expect.poll(selected).toEqual(['2', '4']);
  await show(resultState({ id: 'r2', defaultView: 'table', rows: 6 }));
  await expect.poll(selected).toEqual([]);
  await show(first);
  await expect.poll(selected).toEqual(['2', '4']);
  await page.getByText('2 rows selected').waitFor();
  await page.getByRole('grid').press('Shift+ArrowDown');
  await expect.poll(selected).toEqual(['2', '4', '5']);
});

it("a filter that isn't applied says why below the rows, and to screen readers", async () => {
  const { page, show } = await openView({ answer: answerRows(6) });
  const time = { key: 'startTime', title: 'Start', type: 'time' } as const;
  const number = { key: 'value', title: 'Value', type: 'number' } as const;
  await show(resultState({ defaultView: 'table', rows: 6, columns: [number, time] }));
  const [value, start] = [/Filter Value/, /Filter Start/].map((name) => page.getByRole('textbox', { name }));
  const clear = button(page, 'Clear Filters');
  await value!.fill('> 5');
  await clear.waitFor();
  await value!.fill('>>x');
  await page.getByText('Filter for Value not applied: ">x" isn\'t a number.').waitFor();
  await expect.poll(() => value!.getAttribute('aria-invalid')).toBe('true');
  expect(
    await value!.evaluate((field) => field.ariaDescribedByElements?.map((words) => words.textContent)),
  ).toEqual(['Filter for Value not applied: ">x" isn\'t a number.']);
  await value!.fill('');
  await clear.waitFor({ state: 'hidden' });
  await start!.fill('>= 2026-10-25 02:30');
  await page
    .getByText(
      'Filter for Start: 02:30 occurs twice; the first (+02:00) is used. Add +01:00 to use the second.',
    )
    .waitFor();
  expect(await start!.getAttribute('aria-invalid')).toBeNull();
  await start!.fill('');
  await page.getByText(/occurs twice/).waitFor({ state: 'hidden' });
});

it('a table says that its rows are being read if that takes long, and then how many there are', async () => {
  const held: (() => void)[] = [];
  let isSlow = true;
  const { page, show } = await openView({
    answer(view, message) {
      if (isSlow) held.push(() => answerRows(6)(view, message));
      else answerRows(6)(view, message);
    },
  });
  await show(resultState({ defaultView: 'table', rows: 6 }));
  await page.getByText('Reading rows…').waitFor();
  isSlow = false;
  held.forEach((give) => give());
  await page.getByText('6 rows', { exact: true }).waitFor();
  expect(await page.getByText('Reading rows…').count()).toBe(0);
});

it('the table is searched while a person types, and a text says if there is no match', async () => {
  const found = { row: 3, column: 0 };
  const searched: string[] = [];
  const { page, show } = await openView({
    answer(view, message) {
      const { ask, asked } = message;
      answerRows(6)(view, message);
      if (asked.kind === 'find') {
        searched.push(asked.question.text);
        const match = asked.question.text === '3' ? found : null;
        void view.say({ kind: 'answer', ask, answer: { match } });
      } else if (asked.kind === 'findCount') {
        void view.say({ kind: 'answer', ask, answer: { number: 1, total: 4, isComplete: true } });
      }
    },
  });
  // Timers from before the clock is installed can't be cleared after it is.
  await page.clock.install();
  await show(resultState({ defaultView: 'table', rows: 6 }));
  const field = page.getByRole('textbox', { name: 'Find in table' });
  const beside = page.getByRole('search').locator('[aria-live]');
  await field.fill('3');
  await expect.poll(() => beside.innerText()).toBe('1 of 4');
  expect(await hasFocus(page.locator('vscode-text-field').first())).toBe(true);
  await expect.poll(() => page.locator('tbody .match').innerText()).toBe('3');
  await field.fill('37');
  await expect.poll(() => beside.innerText()).toBe('No matches');
  expect(await page.locator('tbody .match').count()).toBe(0);
  await field.fill('');
  await expect.poll(() => beside.innerText()).toBe('');
  // Enter right after the last letter searches once, not also for the next match.
  searched.length = 0;
  // An installed clock goes on by itself, and a busy machine may need longer for the next key than the view waits.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.fill('3');
  await field.press('Enter');
  await page.clock.runFor(1000);
  expect(searched).toEqual(['3']);
});

describe('a query that failed', () => {
  const message = ended('unreachable', 'No connection', 'The host was not found.');
  const times = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).count();

  it.each([
    ['without rows', { rows: 0, records: 0 }, 'No connection'],
    ['with some rows', {}, 'Incomplete: 92 rows (No connection)'],
  ])('is reported once in every view, with the reason and what to do: %s', async (_, rows, status) => {
    const { page, show } = await openView();
    await show(resultState({ defaultView: 'table', phase: message, ...rows }));
    for (const name of ['Table', 'Request']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      expect(await page.getByRole('status').innerText()).toBe(status);
      const alert = page.getByRole('alert').filter({ visible: true });
      expect(await alert.getByText('This and that.').count()).toBe(1);
      await alert.getByRole('button', { name: 'Show Log' }).waitFor();
      for (const text of ['No connection', 'The host was not found.'])
        expect(await times(page, text)).toBe(1);
    }
  });

  it('says in one block what happened, what the service said, and what to do, in the colors of the theme', async () => {
    const { page, show } = await openView();
    await page.evaluate(() => {
      const { style } = document.documentElement;
      style.setProperty('--vscode-inputValidation-errorBorder', 'rgb(1 2 3)');
      style.setProperty('--vscode-inputValidation-warningBorder', 'rgb(4 5 6)');
    });
    await show(resultState({ rows: 0, records: 0, bytes: 0, phase: message }));
    const alert = page.getByRole('alert').filter({ visible: true });
    const border = () => alert.evaluate((made) => getComputedStyle(made).borderTopColor);
    await alert.getByText('This and that.').waitFor();
    expect(await alert.locator('p').allInnerTexts()).toEqual([
      'This and that.',
      'The host was not found.',
      'Do this.',
    ]);
    expect(await page.locator('.placeholder').innerText()).toBe('Nothing to show\nShow Request');
    expect(await border()).toBe('rgb(1, 2, 3)');
    await show(resultState({ phase: message }));
    await expect.poll(border).toBe('rgb(4, 5, 6)');
  });

  it('is reported once, in the alert, if the rows are from an earlier run', async () => {
    const { page, show } = await openView();
    await show(resultState({ defaultView: 'request', failedAgain: failedRun(message) }));
    await page.getByRole('alert').getByText('Run Again failed: No connection').waitFor();
    expect(await times(page, 'No connection')).toBe(1);
  });
});

describe('a wait', () => {
  it.each<[string, Phase]>([
    ['a response', { kind: 'asking' }],
    ['the first rows', receiving],
  ])(
    'for %s can be cancelled in the middle of the view, and by nothing else with that name',
    async (_, phase) => {
      const { page, show, actions } = await openView();
      await show(resultState({ rows: 0, records: 0, bytes: 0, integrity: null, phase }));
      const cancel = page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' });
      await cancel.waitFor();
      expect(await button(page, 'Cancel').count()).toBe(1);
      await page.getByRole('tab', { name: 'Request' }).click();
      await page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(actions).toContain('cancel');
      await page.getByRole('tab', { name: 'Chart' }).click();
      await cancel.click();
      await expect.poll(() => actions().filter((kind) => kind === 'cancel').length).toBe(2);
    },
  );
});

it("a complete response doesn't count its intervals again, and one that lacks some does", async () => {
  const { page, show } = await openView();
  const [received] = resultState().integrity ?? [];
  if (!received) throw new Error('No finding.');
  const findings = page.getByRole('list', { name: 'Integrity' }).getByRole('listitem');
  await show(resultState({ integrity: [received, { ...received, kind: 'status', text: 'official' }] }));
  await page.getByText('official').waitFor();
  expect(await findings.filter({ visible: true }).allInnerTexts()).toEqual(['official']);
  const missing = { ...received, kind: 'missing', count: 1, text: '1 missing', severity: 'problem' } as const;
  await show(resultState({ integrity: [{ ...received, text: '91 of 92 quarter hours' }, missing] }));
  await page.getByText('1 missing', { exact: true }).waitFor();
  expect(await findings.filter({ visible: true }).allInnerTexts()).toContain('91 of 92 quarter hours');
});

it('a delivery day is named with its weekday, but not a period', async () => {
  const { page, show } = await openView();
  const day = part('startTime', 'Period', '27 Nov 2026');
  await show(resultState({ parts: [day], deliveryDays: { from: '2026-11-27', to: '2026-11-27' } }));
  await page.getByRole('button', { name: 'Delivery day: Fri 27 Nov 2026', exact: true }).waitFor();
  const days = { ...day, text: '27 Nov 2026 to 28 Nov 2026' };
  await show(resultState({ parts: [days], deliveryDays: { from: '2026-11-27', to: '2026-11-28' } }));
  await page.getByRole('button', { name: `Delivery day: ${days.text}`, exact: true }).waitFor();
});

describe('a query without data', () => {
  it.each<[string, Partial<ResultState>]>([
    ['of a response without data', { bytes: 0, phase: ended('noData', 'No data') }],
    ['of a response without records', { bytes: 2 }],
    ['of a query without a response', { bytes: 0, phase: ended('unreachable', 'No connection') }],
  ])('has nothing to export: %s', async (_, differing) => {
    const { page, show } = await openView();
    await show(resultState({ rows: 0, records: 0, integrity: null, ...differing }));
    await button(page, 'Show Request').waitFor();
    expect(await button(page, 'Export').isDisabled()).toBe(true);
    await show(resultState());
    await expect.poll(() => button(page, 'Export').isDisabled()).toBe(false);
  });

  const phase = ended('noData', 'No data');
  const empty = { rows: 0, records: 0, bytes: 0, phase };
  const query = (label: string) => ({ label, parameters: {} });
  const steps = (page: Page) => page.locator('.placeholder .steps').getByRole('button').allInnerTexts();

  it('has the likeliest fix as its primary button, and the others beside their reasons', async () => {
    const { page, show, actions } = await openView();
    const likelyReasons = [
      { text: 'Not published.', instead: [query('Run for 26 Nov 2026')] },
      { text: 'No such area.', instead: [query('Run for NO1')] },
    ];
    await show(resultState({ ...empty, likelyReasons }));
    const primary = page.locator('.placeholder [data-look="primary"]');
    expect(await primary.allInnerTexts()).toEqual(['Run for 26 Nov 2026']);
    expect((await steps(page))[0]).toBe('Run for 26 Nov 2026');
    const reasons = page.getByRole('list', { name: 'Likely reasons' });
    expect(await reasons.getByRole('button').allInnerTexts()).toEqual(['Run for NO1']);
    await primary.click();
    await expect.poll(actions).toEqual(['runInstead']);
    await show(
      resultState({ ...empty, likelyReasons, whenPublished: { isComing: true, nextRequest: null } }),
    );
    await expect.poll(() => primary.allInnerTexts()).toEqual(['Run When Published']);
    expect(await reasons.getByRole('button').allInnerTexts()).toEqual(['Run for 26 Nov 2026', 'Run for NO1']);
  });

  it('has its usual steps if nothing is known to be likelier', async () => {
    const { page, show } = await openView();
    await show(resultState(empty));
    await button(page, 'Show Request').waitFor();
    expect(await steps(page)).toEqual(['Try Again', 'Show Log', 'Show Request']);
    expect(await page.locator('.placeholder [data-look="primary"]').allInnerTexts()).toEqual(['Try Again']);
  });
});

describe('the request of a query that failed when it ran again', () => {
  it('is shown first, followed by the request that returned the rows', async () => {
    const { page, show } = await openView();
    const message = ended('unreachable', 'No connection', 'The host was not found.');
    await show(resultState({ defaultView: 'request', failedAgain: failedRun(message) }));
    const pane = page.getByRole('tabpanel', { name: 'Request' });
    const headings = () => pane.getByRole('heading', { level: 2 }).allInnerTexts();
    await expect
      .poll(headings)
      .toEqual([
        'Run again at 1970-01-01 02:16:40',
        'Address',
        'Outcome',
        'Parameters',
        'Sent',
        'Received',
        'Rows from 1970-01-01 01:16:40',
        'Address',
        'Outcome',
        'Sent',
        'Received',
      ]);
    await page.getByRole('alert').getByText('The host was not found.').waitFor();
    await pane.getByText('no response').waitFor();
    const earlier = pane.getByRole('region', { name: /^Rows from/ });
    await earlier.getByText('HTTP 200').waitFor();
    expect(await earlier.getByText('no response').count()).toBe(0);
    expect(await pane.locator('.url').allInnerTexts()).toEqual([
      'GET https://example.test/prices?again',
      'GET https://example.test/prices',
    ]);
    await show(resultState({ defaultView: 'request' }));
    await expect.poll(headings).toEqual(['Address', 'Outcome', 'Parameters', 'Sent', 'Received']);
  });
});

it('a person reads in the Request tab how a saved file was read', async () => {
  const message = 'The file contains a single record instead of an array of records.';
  const success = ended('success', 'Success');
  if (success.kind !== 'ended') throw new Error('The phase has not ended.');
  const phase: Phase = { ...success, outcome: { kind: 'success', message } };
  const { page, show } = await openView();
  await show(resultState({ source: openedFile(), connection: 'file', phase }));
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByText(message).waitFor();
  expect(await page.getByText(message).count()).toBe(1);
});

it("a failure to list the missing intervals of one result isn't shown for the next", async () => {
  const asked: number[] = [];
  const { page, show, say } = await openView({
    answer(_, { ask, asked: { kind } }) {
      if (kind === 'gaps') asked.push(ask);
    },
  });
  const severity = 'problem' as const;
  const integrity = [
    { kind: 'missing' as const, count: 1, text: '1 missing', severity, shows: 'gaps' as const },
  ];
  for (const id of ['r1', 'r2']) {
    await show(resultState({ id, integrity }));
    await button(page, '1 missing').click();
    await expect.poll(() => asked.length).toBe(id === 'r1' ? 1 : 2);
  }
  const list = page.getByRole('region', { name: 'Missing intervals' });
  await say({ kind: 'refusal', ask: asked[0]!, message: 'Canceled.' });
  await drawn(page);
  expect(await list.innerText()).toBe('Looking for missing intervals…');
  await say({ kind: 'refusal', ask: asked[1]!, message: 'This result is no longer in memory.' });
  await list.getByText('This result is no longer in memory.').waitFor();
});

it("a long file name in a column header doesn't widen the column, but can be shown in full", async () => {
  const title = 'Price, Sandbox minus dayahead-prices_20260319T2300Z_20260320T2300Z_NO1-part.json';
  const columns = [{ key: 'value', title, type: 'number' as const, unit: 'EUR/MWh' }];
  const { page, show } = await openView({ answer: answerRows(6) });
  await show(resultState({ columns, defaultView: 'table' }));
  const header = page.getByRole('columnheader', { name: title }).getByRole('button').first();
  await header.waitFor();
  const widthOf = async () => (await header.boundingBox())!.width;
  expect(await widthOf()).toBeLessThan(340);
  expect(await header.getAttribute('title')).toContain(title);
  await header.focus();
  const isCut = () =>
    header.locator('.column-name').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut()).toBe(true);
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Shift+ArrowRight');
        return (await isCut()) ? await widthOf() : 'all of it';
      },
      { timeout: 50_000 },
    )
    .toBe('all of it');
});
