import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChartPlan } from '#src/market/datasets/dataset';
import type { Table } from '#src/table/columns/table';
import { between, seriesRecord, tableOf } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, hasFocus, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const start = Date.parse('2026-03-19T23:00Z');
/** Its third day lacks four hours of one of the two areas. */
const days = pricesBetween(start, start + 3 * 86_400_000);

const fifteen = tableOf(
  'timeSeries',
  Array.from({ length: 15 }, (_, area) =>
    seriesRecord(
      { deliveryArea: `Area ${area + 1}` },
      between(start, start + 86_400_000, 60, (hour) => 1000 * area + hour + 0.25),
    ),
  ),
);

/** The view of these prices, and what the tooltip at the crosshair says. */
async function open(table: Table, width = 1400, plan: ChartPlan = 'steps') {
  const view = await openView({ width, answer: answerCharts(table, plan) });
  const { page } = view;
  // The texts on the canvas, each with where it is and to which side of that it reaches.
  await page.addInitScript(`
    const { fillText } = CanvasRenderingContext2D.prototype;
    globalThis.written = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) {
      const at = this.getTransform().transformPoint({ x, y: 0 }).x / devicePixelRatio;
      written.push({ text, x: at, align: this.textAlign, half: this.measureText(text).width / 2 });
      fillText.call(this, text, x, ...more);
    };`);
  await page.reload();
  const { dataset } = resultState();
  await view.show(resultState({ rows: table.rows, dataset: { ...dataset, chart: plan } }));
  const plot = page.getByRole('img', { name: /values/ });
  await plot.waitFor();
  const tooltip = page.locator('.chart-tooltip');
  const legend = page.getByRole('toolbar', { name: 'Series' });
  return {
    page,
    sent: view.sent,
    plot,
    tooltip,
    legend,
    texts: () => tooltip.locator('> *').allInnerTexts(),
    /** Whether each series is shown. */
    shown: () =>
      legend.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaPressed === 'true')),
    items: () => legend.locator('.chart-legend-item').allInnerTexts(),
  };
}

describe('the legend', () => {
  it('has the figures of each series and, while the crosshair moves, its value in their place', async () => {
    const { plot, legend, items, tooltip } = await open(days);
    const lefts = () =>
      legend.getByRole('button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    const before = await lefts();
    expect((await items()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^NO1 min -?[\d.]+ mean [\d.]+ max [\d.]+$/),
      expect.stringMatching(/^SE3 min -?[\d.]+ mean [\d.]+ max [\d.]+$/),
    ]);
    await plot.focus();
    await plot.press('ArrowRight');
    await expect
      .poll(() => legend.locator('.chart-legend-value').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^-?\d+\.\d\d\sEUR\/MWh$/),
        expect.stringMatching(/^-?\d+\.\d\d\sEUR\/MWh$/),
      ]);
    expect(await tooltip.innerText()).toMatch(/^2026-03-\d\d 00:00 – 00:15$/);
    expect(await lefts()).toEqual(before);
    await plot.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
  });

  it('says when the extremes were, without another place to look for them', async () => {
    const { legend } = await open(days);
    const title = await legend.locator('.chart-legend-item').first().getAttribute('title');
    expect(title).toMatch(/minimum -?[\d.]+ EUR\/MWh, 2026-03-2\d \d\d:\d\d\n/);
    expect(title).toMatch(/maximum [\d.]+ EUR\/MWh, 2026-03-2\d \d\d:\d\d\n/);
  });

  it('leaves one alone with a double click even if the first click turns steps into an area', async () => {
    const { legend, shown } = await open(days, 1400, 'bars');
    await legend.getByRole('button').first().dblclick();
    expect(await shown()).toEqual([true, false]);
  });

  it('hides a series with a click or the space bar, and leaves one alone with a double click or Shift+Enter', async () => {
    const { page, legend, shown } = await open(days);
    const [first, second] = [0, 1].map((at) => legend.getByRole('button').nth(at));
    await first!.click();
    expect(await shown()).toEqual([false, true]);
    await page.keyboard.press('Space');
    expect(await shown()).toEqual([true, true]);
    await second!.dblclick();
    expect(await shown()).toEqual([false, true]);
    await second!.dblclick();
    expect(await shown()).toEqual([true, true]);
    await page.keyboard.press('Shift+Enter');
    expect(await shown()).toEqual([false, true]);
    await page.keyboard.press('Shift+Enter');
    expect(await shown()).toEqual([true, true]);
  });

  it('offers the difference of a series from each other one in its menu, by pointer in two clicks and by keyboard', async () => {
    const { page, legend } = await open(days);
    const series = (name: RegExp) => legend.getByRole('button', { name });
    const difference = (name: string) => page.getByRole('menuitem', { name });
    await series(/^SE3/).click({ button: 'right' });
    await difference('SE3 minus NO1').click();
    await page.getByRole('img', { name: /SE3 minus NO1: minimum/ }).waitFor();
    await series(/^NO1/).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['NO1 minus SE3']);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /NO1 minus SE3: minimum/ }).waitFor();
    expect(await hasFocus(series(/^NO1$/))).toBe(true);
    await series(/^NO1 minus SE3/).click({ button: 'right' });
    expect(await page.getByRole('menu').isVisible()).toBe(false);
  });

  it('has the whole menu in view in a narrow one, although the legend scrolls', async () => {
    const { page, legend } = await open(fifteen, 600);
    const rights = await legend
      .getByRole('button')
      .evaluateAll((all) => all.slice(0, 10).map((each) => each.getBoundingClientRect().right));
    const last = rights.indexOf(Math.max(...rights));
    expect(rights[last]).toBeGreaterThan(450);
    await legend.getByRole('button').nth(last).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Differences' });
    const box = await menu.boundingBox();
    const { width, height } = page.viewportSize()!;
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
    expect(box!.height).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  });

  it('has the color that is customized without a change of theme', async () => {
    const { page, legend } = await open(days);
    // As VS Code does when workbench.colorCustomizations change.
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-charts-blue', '#b000b0');
    });
    const swatch = legend.locator('.chart-swatch path').first();
    await expect
      .poll(() => swatch.evaluate((path) => getComputedStyle(path).stroke))
      .toBe('rgb(176, 0, 176)');
  });

  it.each([1400, 1000, 600])('cuts no name of fifteen series off at %i pixels', async (width) => {
    const { legend, page } = await open(fifteen, width);
    const cut = await legend.evaluate((list) => {
      const parts = [list, ...list.querySelectorAll('button, .chart-legend-figures')];
      return parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length;
    });
    expect(cut).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

describe('the image of the chart', () => {
  const copyImage = async (page: Page) => {
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy Image' }).click();
  };

  it('is copied as a PNG, and the editor is told', async () => {
    const { page, sent } = await open(days);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copyImage(page);
    await expect.poll(sent).toEqual([{ kind: 'imageCopied' }]);
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap(await item!.getType('image/png'));
      return width > 600 && height > 300;
    });
    expect(copied).toBe(true);
  });

  it('that the page may not copy is a sentence in the editor, which says what to do instead', async () => {
    const { page, sent } = await open(days);
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('Document is not focused.'));
    });
    await copyImage(page);
    const message = "Couldn't copy the image. Save it instead.";
    await expect.poll(sent).toEqual([{ kind: 'imageFailed', message }]);
  });

  it('is not offered where the platform cannot copy images', async () => {
    const { page, plot } = await open(days);
    const section = () => plot.getAttribute('data-vscode-context');
    expect(await section()).toContain('"canCopyImage":true');
    await page.addInitScript('delete globalThis.ClipboardItem');
    const { dataset } = resultState();
    await page.reload();
    await page.evaluate((state) => globalThis.postMessage({ kind: 'state', state }), {
      ...resultState({ rows: days.rows, dataset }),
    });
    await plot.waitFor();
    await page.getByRole('button', { name: 'More Actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).not.toContain('Copy Image');
    expect(await section()).toContain('"canCopyImage":false');
  });
});

describe('the tooltip', () => {
  it('has the values that the legend has no room for, with their numbers aligned', async () => {
    const { plot, tooltip, texts } = await open(fifteen, 600);
    await plot.focus();
    await plot.press('ArrowRight');
    await tooltip.waitFor();
    const all = (await texts()).filter((text) => text !== '');
    expect(all.slice(0, 5)).toEqual(['2026-03-20 00:00 – 01:00', 'Area 1', '0', '.25', 'EUR/MWh']);
    expect(all).toContain('14,000');
    const ends = await tooltip
      .locator('.chart-tooltip-whole')
      .evaluateAll((numbers) => numbers.map((number) => number.getBoundingClientRect().right));
    expect(new Set(ends).size).toBe(1);
  });

  it('is beside the pointer and inside the chart, and the legend says what is missing', async () => {
    const { page, plot, tooltip, legend } = await open(days, 600);
    const box = (await plot.boundingBox())!;
    for (const share of [0.1, 0.5, 0.765, 0.92]) {
      const x = box.x + share * box.width;
      await page.mouse.move(x, box.y + box.height / 2);
      await tooltip.waitFor();
      const { x: left, y: top, width, height } = (await tooltip.boundingBox())!;
      expect(Math.min(Math.abs(left - x), Math.abs(left + width - x))).toBeLessThan(20);
      expect(left).toBeGreaterThanOrEqual(box.x);
      expect(left + width).toBeLessThanOrEqual(box.x + box.width);
      expect(top).toBeGreaterThanOrEqual(box.y);
      expect(top + height).toBeLessThanOrEqual(box.y + box.height);
      const values = await legend.locator('.chart-legend-value').allInnerTexts();
      if (share === 0.765) expect(values[0]).toBe('missing');
    }
  });
});

it.each([1400, 600])(
  'each label of the time axis is centered at its line, also the first and last: %i',
  async (width) => {
    const { page } = await open(days, width);
    interface Written {
      text: string;
      x: number;
      align: string;
      half: number;
    }
    const labels = (await page.evaluate('written')) as Written[];
    const dates = labels.filter(({ text }) => /\d+ Mar/.test(text));
    expect(dates.length).toBeGreaterThan(2);
    for (const { x, align, half } of dates) {
      expect(align).toBe('center');
      expect(x - half).toBeGreaterThanOrEqual(0);
      expect(x + half).toBeLessThanOrEqual(width);
    }
  },
);

it('names stand at the ends of lines only where there is room for them', async () => {
  for (const [width, count] of [
    [1400, 1],
    [600, 0],
  ] as const) {
    const { page } = await open(days, width);
    const names = (await page.evaluate('[...new Set(written.map(({ text }) => text))]')) as string[];
    expect(names.filter((text) => text === 'NO1')).toHaveLength(count);
  }
});
