import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstCells, frameHeaded, rowCount, statusOf, until } from './resultView';
import { openWindow, type EditorWindow } from './support';

/** What people do every day, without a pointer. After each job, the number of its keys is printed. */
let window: EditorWindow;
let keys = 0;

const file = {
  version: 1,
  connection: 'sandbox',
  queries: {
    turnover: {
      dataset: 'dayahead-turnover',
      parameters: { startTime: 'yesterday', endTime: 'yesterday' },
      expect: { complete: true },
    },
  },
};

/** Presses keys one after the other, by their names. */
async function press(...names: readonly string[]): Promise<void> {
  for (const name of names) await window.page.keyboard.press(name);
  keys += names.length;
}

/** Types a text, of which each character is a key, as fast as a good typist. */
async function type(text: string): Promise<void> {
  await window.page.keyboard.type(text, { delay: 30 });
  keys += text.length;
}

const option = (name: string | RegExp) => window.prompt.getByRole('option', { name }).first();
const step = (text: string) => window.prompt.getByText(text).first();
const clipboard = () => window.page.evaluate(() => navigator.clipboard.readText());

/**
 * Confirms what a prompt has selected, and waits for what comes next. A prompt that has just come up takes no key
 * before its items are there, so that the key may be pressed more than once on a busy machine; it counts once.
 */
async function confirm(next: { waitFor(options?: { timeout: number }): Promise<void> }): Promise<void> {
  keys += 1;
  await window.page.waitForTimeout(250);
  for (let tries = 0; tries < 4; tries += 1) {
    await window.page.keyboard.press('Enter');
    const isThere = await next.waitFor({ timeout: 6_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw new Error('The prompt does not take Enter.');
}

/** Confirms the last prompt. */
const confirmLast = () =>
  confirm({ waitFor: (options) => window.prompt.waitFor({ ...options, state: 'hidden' }) });

/** Runs a command from the command palette. Its keys don't count: how many they are is up to what was run before. */
async function command(title: string): Promise<void> {
  await window.paletteEntry(title);
  // Before the palette is filtered, it contains the entry, too, but selects the command that ran last.
  const selected = window.prompt.locator('.monaco-list-row.focused').first();
  await expect.poll(() => selected.getAttribute('aria-label')).toContain(title);
  await window.page.keyboard.press('Enter');
}

type Place = 'there' | 'in the same toolbar' | 'elsewhere';

/** Where the focus is, seen from a control with this accessible name. */
const placeOf = (frame: Frame, name: string): Promise<Place> =>
  frame.evaluate((wanted): Place => {
    const isWanted = (part: Element) =>
      (part.getAttribute('aria-label') ?? part.textContent).trim().startsWith(wanted);
    const active = document.activeElement;
    if (!active || active === document.body) return 'elsewhere';
    if (isWanted(active)) return 'there';
    const group = active.closest('[role="toolbar"], [role="tablist"]');
    const controls = [...(group?.querySelectorAll('button, select, [role="tab"]') ?? [])];
    const isNear = controls.some((each) => each.checkVisibility() && isWanted(each));
    return isNear ? 'in the same toolbar' : 'elsewhere';
  }, name);

/** Goes to a control as a person does: with Tab to its toolbar, and with the arrow keys inside. */
async function go(frame: Frame, name: string, tab: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let moves = 0; moves < 60; moves += 1) {
    const place = await placeOf(frame, name);
    if (place === 'there') return;
    await press(place === 'elsewhere' ? tab : 'ArrowRight');
  }
  throw new Error(`"${name}" is not reached with 60 keys.`);
}

async function show(frame: Frame, view: 'Chart' | 'Table' | 'JSON' | 'Request'): Promise<void> {
  await go(frame, view);
  await frame.getByRole('tabpanel', { name: view }).waitFor();
}

/** Queries a dataset with areas and a time from the command palette: the suggested areas, and this time. */
async function query(text: string, title: string, time: string): Promise<Frame> {
  await command('Market Data: Run Query');
  await option('Day-ahead prices').waitFor();
  await type(text);
  await option(title).waitFor();
  await confirm(step('(1/2)'));
  await confirm(step('(2/2)'));
  await type(time);
  await option(new RegExp(`^${time}`, 'i')).waitFor();
  await confirmLast();
  const frame = await frameHeaded(window, new RegExp(`^${title}`));
  await statusOf(frame);
  return frame;
}

beforeAll(async () => {
  window = await openWindow({
    name: 'keyboard',
    files: { 'daily.market.json': JSON.stringify(file, null, 2) },
  });
  // The commands of the extension are there a moment after the window.
  await window.command('Market Data: Focus on Datasets View');
}, 120_000);
afterAll(() => window.close());
beforeEach(() => {
  keys = 0;
});
afterEach(({ task }) => {
  console.warn(`${task.name}: ${keys} keys.`);
});

/** The result that the jobs after the first one go on with. */
let prices: Frame;

describe('by keyboard alone', () => {
  it('1. prices of tomorrow for two areas take at most 20 keys', async () => {
    await press('F1');
    await window.prompt.getByRole('textbox').waitFor();
    await type('run q');
    await option('Market Data: Run Query').waitFor();
    await press('Enter');
    await option('Day-ahead prices').waitFor();
    await confirm(step('(1/2)'));
    await type('NO1,SE3');
    await option('NO1,SE3').waitFor();
    await confirm(step('(2/2)'));
    await type('tom');
    await option(/^Tomorrow/).waitFor();
    await confirmLast();
    await statusOf(await frameHeaded(window, /^Day-ahead prices/));
    expect(keys).toBeLessThanOrEqual(20);
  });

  it('2. the day before is one control away', async () => {
    prices = await frameHeaded(window, /^Day-ahead prices/);
    const period = prices.getByRole('button', { name: /^Delivery day: / });
    const before = await period.innerText();
    await go(prices, 'Previous Day');
    await press('Enter');
    await expect.poll(() => period.innerText()).not.toBe(before);
    expect(await statusOf(prices)).toMatch(/^192 rows/);
  });

  it('2a. a week before is two keys after its button, and back again by typing', async () => {
    const day = prices.getByRole('button', { name: /^Delivery day: / });
    const before = await day.innerText();
    await go(prices, 'Delivery day');
    await press('Enter', 'ArrowUp', 'Enter');
    await expect.poll(() => day.innerText()).not.toBe(before);
    await prices
      .locator(':focus')
      .getByText(await day.innerText())
      .waitFor();
    expect(keys).toBeLessThanOrEqual(5);
    await day.press('Enter');
    await prices.getByRole('textbox', { name: 'Type a Day' }).focus();
    await type('+7d');
    // What is typed is read without a weekday.
    await prices.getByRole('dialog').getByText(before.replace(/^\w+ /, '')).waitFor();
    await press('Enter');
    await expect.poll(() => day.innerText()).toBe(before);
    expect(await statusOf(prices)).toMatch(/^192 rows/);
  });

  it('3. an area is added', async () => {
    await go(prices, 'Areas');
    await press('Enter');
    await prices.getByRole('option', { name: 'Finland' }).waitFor();
    await type('FI');
    await press('Enter', 'Escape');
    await expect.poll(() => statusOf(prices)).toMatch(/^288 rows/);
    expect(keys).toBeLessThanOrEqual(8);
  });

  it('4. values of the chart are read at the crosshair', async () => {
    await go(prices, 'Chart');
    // Until the chart has the area that was added, it takes no keys.
    await prices.getByRole('button', { name: /^FI/, pressed: true }).waitFor();
    const isPlot = () => prices.locator('.chart-plot:focus').count();
    for (let tabs = 0; (await isPlot()) === 0 && tabs < 20; tabs += 1) await press('Tab');
    await press('Home', 'ArrowRight');
    await prices.locator('.chart-tooltip').getByText('00:15').waitFor();
  });

  it('5. a series is hidden', async () => {
    await press('Escape');
    await go(prices, 'NO1');
    await press('Enter');
    await prices.getByRole('button', { name: /^NO1/, pressed: false }).waitFor();
  });

  it('6. the day before is compared', async () => {
    await go(prices, 'Compare…');
    await press('Enter', 'ArrowDown', 'Enter', 'ArrowDown');
    const items = prices.getByRole('menuitem');
    const isDay = () => items.filter({ hasText: 'A Day Earlier' }).and(prices.locator(':focus')).count();
    while ((await isDay()) === 0) await press('ArrowDown');
    await press('Enter');
    await statusOf(await frameHeaded(window, /vs\./));
  });

  it('7. 20 of many filtered orders are copied', async () => {
    // Just after midnight, there are no orders of today yet.
    const orders = await query('orders', 'Intraday orders', 'yesterday');
    const all = Number(await (await shownTable(orders)).getAttribute('aria-rowcount'));
    await press('ArrowRight', 'ArrowRight', 'ArrowUp');
    await type('buy');
    await expect.poll(async () => Number(await rowCount(orders))).toBeLessThan(all);
    // The first key closes the list of values.
    await press(
      'Escape',
      'ArrowDown',
      'Shift+Space',
      ...Array<string>(19).fill('Shift+ArrowDown'),
      'Control+c',
    );
    await expect.poll(async () => (await clipboard()).trim().split('\n').length).toBeGreaterThanOrEqual(20);
  });

  it('8. the rows are sorted by price', async () => {
    const orders = await frameHeaded(window, /^Intraday orders/);
    await press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'Enter');
    await orders
      .getByRole('columnheader', { name: /^Price/ })
      .and(orders.locator('[aria-sort="ascending"]'))
      .waitFor();
  });

  it('9. a whole row is read', async () => {
    const orders = await frameHeaded(window, /^Intraday orders/);
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await orders.getByRole('complementary', { name: 'Row details' }).waitFor();
    await press('Escape');
  });

  it('10. a text is found in the JSON', async () => {
    const orders = await frameHeaded(window, /^Intraday orders/);
    await show(orders, 'JSON');
    await orders.getByRole('textbox', { name: /^Find/ }).waitFor();
    await press('Control+f');
    await type('BUY');
    await press('Enter');
    await orders.getByText(/^1 of /).waitFor();
  });

  it('11. the filtered rows are exported to a file', async () => {
    const orders = await frameHeaded(window, /^Intraday orders/);
    await go(orders, 'Export');
    await press('Enter');
    const dialog = orders.getByRole('dialog', { name: 'Export' });
    await dialog
      .getByText(/rows, /)
      .first()
      .waitFor();
    await press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    // Not in a notification, which would cover the result.
    const item = window.page.getByRole('button', {
      name: /^Exported .+ Select to (open|reveal) the file\.$/,
    });
    await item.waitFor();
    expect(await window.page.locator('.notifications-toasts.visible').count()).toBe(0);
  });

  it('12. the request is copied for a shell', async () => {
    const orders = await frameHeaded(window, /^Intraday orders/);
    await go(orders, 'Copy As');
    await press('Enter');
    await orders.getByRole('menu').waitFor();
    await press('Enter');
    await expect.poll(clipboard).toMatch(/^sh <<'END_OF_SCRIPT'\n/);
  });

  it('13. an earlier result is opened from the history', async () => {
    await command('View: Close All Editors');
    await command('Market Data: Focus on History View');
    const tree = window.page.getByRole('tree', { name: 'History' });
    const newest = tree.getByRole('treeitem').nth(1);
    await newest.waitFor();
    // The tree takes the focus after its rows are there.
    await expect.poll(() => tree.evaluate((part) => part.matches(':focus, :focus-within'))).toBe(true);
    // Keys are lost while the tree is drawn anew, which is after the last query. They count once.
    keys += 2;
    await until(
      async () => {
        for (const key of ['Home', 'ArrowDown']) await window.page.keyboard.press(key);
      },
      newest.and(window.page.locator('.focused')),
      'visible',
    );
    await press('Enter');
    await frameHeaded(window, /^Intraday orders/);
  });

  it('14. the queries of a file are run with their checks', async () => {
    await command('Testing: Focus on Test Explorer View');
    // Nothing would run before the file was found.
    await window.page.getByRole('treeitem', { name: /^daily\.market\.json/ }).waitFor();
    await command('Test: Run All Tests');
    await window.page.getByRole('treeitem', { name: /^daily\.market\.json \(Passed\)/ }).waitFor();
  });

  it('15. a month of three areas is fetched and opened with its incomplete days', async () => {
    await command('Market Data: Run Query');
    await option('Day-ahead prices').waitFor();
    await confirm(step('(1/2)'));
    await type('NO1 SE3 FI yesterday');
    await option(/^NO1,SE3,FI · /).waitFor();
    await confirmLast();
    await statusOf(await frameHeaded(window, /^Day-ahead prices/));
    // Earlier messages have an Open button, too.
    await command('Notifications: Clear All Notifications');
    keys = 0;
    await command('Market Data: Fetch Range of Delivery Days…');
    await option('Day-ahead prices').waitFor();
    for (const name of ['Delivery area', 'Delivery Days', 'Folder']) {
      await confirm(step(`Day-ahead prices: ${name}`));
    }
    await confirmLast();
    const done = await window.notification('30 delivery days: 30 fetched.');
    // In the notifications, Tab leads from a message to its buttons. One that arrives takes the focus away, even
    // before Enter, so the job is tried until its tab is there; it takes one Tab and one Enter.
    const opened = window.page.getByRole('tab', { name: /Day-ahead prices · .* to /, selected: true });
    await expect
      .poll(async () => {
        if (await opened.isVisible()) return true;
        await done.focus();
        await window.page.keyboard.press('Tab');
        const focused = await window.page.locator(':focus').last().innerText();
        if (focused === 'Open') await window.page.keyboard.press('Enter');
        return opened.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    keys += 2;
    // The tab takes the place of another one, whose frame may just be closing.
    const days = async () => (await window.resultFrame()).getByRole('tab', { name: 'Days' }).count();
    await expect.poll(() => days().catch(() => 0)).toBe(1);
    expect(keys).toBeLessThanOrEqual(15);
  });

  it('16. prices are shown in hours, with a column per series, and exported as a workbook', async () => {
    const result = await query('Day-ahead prices', 'Day-ahead prices', 'yesterday');
    keys = 0;
    await show(result, 'Table');
    const choose = async (list: string, label: string) => {
      const combobox = result.getByRole('combobox', { name: list, exact: true });
      await combobox.waitFor();
      await go(result, list);
      await type(label);
      await expect.poll(() => combobox.locator('option:checked').innerText()).toContain(label);
    };
    await choose('Resolution', '60 min');
    await choose('Layout', 'One Column');
    await expect.poll(() => rowCount(result)).toMatch(/^2[456]$/);
    await go(result, 'Export', 'Shift+Tab');
    await press('Enter');
    await result.getByRole('radio', { name: /^All/ }).and(result.locator(':focus')).waitFor();
    await press('Tab', 'ArrowUp', 'Enter');
    await result.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'hidden' });
    expect(keys).toBeLessThanOrEqual(35);
    const names = readdirSync(join(window.workspace, 'market-data'));
    expect(names).toContainEqual(expect.stringMatching(/_hourly-wide\.xlsx$/));
  });
});

/** Shows the table and goes to its first row. */
async function shownTable(frame: Frame) {
  await show(frame, 'Table');
  await firstCells(frame).first().waitFor();
  await go(frame, 'Rows');
  return frame.getByRole('grid');
}
