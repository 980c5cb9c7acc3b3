import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOwnService, type OwnService } from '../sharedWindow';
import { askFor, frameHeaded, keepOpen, rowCount, showView, statusOf, treeItem } from '../resultView';

const path = '/api/dayahead/prices/areaBlock';
const seriesOf = (deliveryArea: string, hours = 24) => ({
  type: 'price',
  unit: 'EUR/MWh',
  resolution: 'PT1H',
  deliveryArea,
  attributes: [{ name: 'deliveryArea', value: deliveryArea }],
  values: Array.from({ length: hours }, (_, hour) => ({
    startTime: new Date(Date.UTC(2026, 2, 19, 23 + hour)).toISOString(),
    endTime: new Date(Date.UTC(2026, 2, 20, hour)).toISOString(),
    value: hour,
  })),
});
/** The query string that the last request for prices had. */
const lastQuery = () => own.server.seen(path).at(-1)?.query;

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('query-bar');
});

/** Queries NO1 for 20 March, in a window without other tabs. */
async function openPrices(): Promise<Frame> {
  await own.window.page.setViewportSize({ width: 1400, height: 900 });
  await own.window.command('View: Close All Editors');
  await own.window.command('Market Data: Focus on Datasets View');
  // What was chosen before is suggested first.
  await own.ask('dayahead-prices', ['NO1', '2026-03-20'], { json: [seriesOf('NO1')] });
  const frame = await frameHeaded(own.window, /^Day-ahead prices/);
  await statusOf(frame);
  return frame;
}

const resultTabs = () => own.window.page.getByRole('tab', { name: /^Day-ahead/ }).allInnerTexts();
const button = (frame: Frame, name: string | RegExp) => frame.getByRole('button', { name });

describe('the query bar', () => {
  it('goes to the previous and the next day, and back to the previous result', async () => {
    const frame = await openPrices();
    const left = async () => (await button(frame, 'Previous day').boundingBox())!.x;
    const before = await left();
    await button(frame, 'Previous day').click();
    await button(frame, 'Delivery day: 19 Mar 2026').waitFor();
    await button(frame, 'Back to Previous Result').waitFor();
    // The next click hits the same button.
    expect(await left()).toBe(before);
    expect(lastQuery()?.get('startTime')).toBe('2026-03-18T23:00:00Z');
    await button(frame, 'Next day').click();
    await button(frame, 'Delivery day: 20 Mar 2026').waitFor();
    const requests = own.server.seen(path).length;
    await button(frame, 'Back to Previous Result').click();
    await button(frame, 'Delivery day: 19 Mar 2026').waitFor();
    expect(await statusOf(frame)).toMatch(/^24 rows/);
    expect(own.server.seen(path)).toHaveLength(requests);
    expect(await resultTabs()).toHaveLength(1);
  });

  it('has the day a week before and one more area within two clicks each, by a calendar and a list', async () => {
    const frame = await openPrices();
    await button(frame, /^Delivery day/).click();
    await button(frame, 'A Week Earlier').click();
    await button(frame, 'Delivery day: 13 Mar 2026').waitFor();
    expect(lastQuery()?.get('startTime')).toBe('2026-03-12T23:00:00Z');
    await button(frame, /^Areas/).click();
    const areas = frame.getByRole('listbox', { name: 'Areas' });
    await areas.getByRole('option', { name: 'Stockholm' }).click();
    await button(frame, 'Areas: NO1, SE3').waitFor();
    expect(lastQuery()?.get('deliveryarea')).toBe('NO1,SE3');
    expect(await resultTabs()).toHaveLength(1);
    // What was used last is on top the next time.
    await own.window.page.keyboard.press('Escape');
    await button(frame, 'Back to Previous Result').click();
    await button(frame, 'Areas: NO1').click();
    await expect.poll(() => areas.getByRole('option').nth(1).innerText()).toMatch(/^SE3/);
  });

  it('takes the same day typed, relative to the one that is shown, and gives the focus back', async () => {
    const frame = await openPrices();
    await button(frame, /^Delivery day/).click();
    await frame.getByRole('textbox', { name: 'Type a Day' }).fill('-7d');
    await frame.getByRole('dialog').getByText('13 Mar 2026').waitFor();
    await own.window.page.keyboard.press('Enter');
    await button(frame, 'Delivery day: 13 Mar 2026').waitFor();
    const focused = () => frame.locator(':focus').last().getAttribute('aria-label');
    await expect.poll(focused).toBe('Delivery day: 13 Mar 2026');
  });

  it('changes another part of the query in a prompt, and the focus returns to it', async () => {
    const frame = await openPrices();
    await button(frame, 'More Actions').click();
    await frame.getByRole('menuitem', { name: 'Currency' }).click();
    await own.window.prompt.getByText('Currency').first().waitFor();
    await own.window.answer('SEK');
    await button(frame, 'Currency: SEK').click();
    await own.window.prompt.getByText('Currency').first().waitFor();
    await own.window.answer('NOK');
    await button(frame, 'Currency: NOK').waitFor();
    // A person at the keyboard continues where they opened the prompt.
    const focused = () => frame.locator(':focus').last().getAttribute('aria-label');
    await expect.poll(focused).toBe('Currency: NOK');
    expect(lastQuery()?.get('currency')).toBe('NOK');
    expect(await resultTabs()).toHaveLength(1);
  });

  it('keeps the earlier rows when running again fails', async () => {
    const frame = await openPrices();
    await showView(frame, 'Table');
    const filter = frame.getByLabel('Filter Value', { exact: true });
    await filter.fill('> 20');
    await expect.poll(() => rowCount(frame)).toBe('4');
    own.server.on(path, [{ status: 500, json: 'Database is down.' }]);
    await button(frame, 'Run Again').click();
    const alert = frame.getByRole('alert');
    await alert.getByText(/Run Again failed/).waitFor();
    await alert.getByText(/The rows below are from/).waitFor();
    expect(await alert.getByText(/Database is down/).count()).toBe(1);
    expect(await statusOf(frame)).toMatch(/^24 rows/);
    expect(await filter.inputValue()).toBe('> 20');
    expect(await rowCount(frame)).toBe('4');
    await own.window.screenshot('failed-again');
    own.server.on(path, [{ json: [seriesOf('NO1')] }]);
    await button(frame, 'Run Again').click();
    await alert.waitFor({ state: 'hidden' });
  });
});

describe('the prompts of a query', () => {
  async function typed(text: string, listed: RegExp, key: string): Promise<void> {
    await own.window.command('View: Close All Editors');
    await own.window.command('Market Data: Focus on Datasets View');
    await treeItem(own.window, 'Day-ahead prices').click();
    await own.window.prompt.getByText('(1/2)').waitFor();
    await own.window.page.keyboard.type(text);
    await own.window.prompt.getByRole('option', { name: listed }).first().waitFor();
    await own.window.page.keyboard.press(key);
    await statusOf(await frameHeaded(own.window, /^Day-ahead prices/));
  }

  it('end with Ctrl+Enter', async () => {
    own.server.on(path, [{ json: [seriesOf('SE4')] }]);
    await typed('SE4', /^SE4/, 'Control+Enter');
    expect(lastQuery()?.get('deliveryarea')).toBe('SE4');
    expect(lastQuery()?.has('startTime')).toBe(false);
  });
});

describe('the tab of a query', () => {
  it('is reused by the next query until a person works in it', async () => {
    await openPrices();
    await askFor(own.window, 'Day-ahead turnover', ['2026-03-20']);
    await expect.poll(resultTabs).toEqual([expect.stringContaining('Day-ahead turnover')]);
    const turnover = await frameHeaded(own.window, /^Day-ahead turnover/);
    await button(turnover, 'Back to Previous Result').click();
    const prices = await frameHeaded(own.window, /^Day-ahead prices/);
    await button(prices, 'Delivery day: 20 Mar 2026').waitFor();
    await showView(prices, 'Table');
    await askFor(own.window, 'Day-ahead turnover', ['2026-03-20']);
    await expect.poll(async () => (await resultTabs()).length).toBe(2);
  });

  it('stays after a person has kept it open', async () => {
    const frame = await openPrices();
    await keepOpen(frame);
    await askFor(own.window, 'Day-ahead turnover', ['2026-03-20']);
    await expect.poll(async () => (await resultTabs()).length).toBe(2);
  });
});

describe('in a small window', () => {
  const boxesOf = (frame: Frame) =>
    frame.evaluate(() => {
      // Chips that don't fit are cut off below this.
      const line = document.querySelector('.query-bar .chips');
      const { bottom: end = Infinity } = line?.getBoundingClientRect() ?? {};
      return [...document.querySelectorAll('.query-bar :is(h1, .pill, .chip, [data-look])')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, top }) => width > 0 && top < end)
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    });

  /** The pairs of neighbors that overlap, and how far apart the middles of the line are. */
  async function layout(frame: Frame) {
    const boxes = (await boxesOf(frame)).sort((a, b) => a.left - b.left);
    const pairs = boxes.slice(1).map((next, at) => [boxes[at]!, next] as const);
    const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
    return {
      overlapping: pairs.filter(([one, next]) => one.right > next.left + 1),
      isLine: Math.max(...middles) - Math.min(...middles) < 6,
    };
  }

  it('the bar is one line in which nothing overlaps', async () => {
    const { page } = own.window;
    const frame = await openPrices();
    await own.window.command('View: Close Primary Side Bar');
    for (const width of [1000, 800, 700]) {
      await page.setViewportSize({ width: width + 60, height: 700 });
      await expect
        .poll(() => frame.evaluate(() => document.documentElement.clientWidth))
        .toBeLessThan(width + 20);
      await expect
        .poll(() => layout(frame), { message: `${width} pixels` })
        .toEqual({ overlapping: [], isLine: true });
    }
  });

  it('the plot and the grid have at least 60 % of the height', async () => {
    const { page } = own.window;
    const frame = await openPrices();
    await own.window.command('View: Close Primary Side Bar');
    await page.setViewportSize({ width: 660, height: 695 });
    for (const [view, selector] of [
      ['Chart', '.chart-pane canvas'],
      ['Table', 'regular-table'],
    ] as const) {
      await showView(frame, view);
      const share = () =>
        frame.evaluate(
          (selected) =>
            (document.querySelector(selected)?.getBoundingClientRect().height ?? 0) / window.innerHeight,
          selector,
        );
      await expect.poll(share).toBeGreaterThanOrEqual(0.6);
    }
  });
});
