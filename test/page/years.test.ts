import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { Table } from '#src/table/columns/table';
import { hour, seriesRecord, tableOf } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, hasFocus, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const month = pricesBetween(Date.parse('2026-09-30T22:00Z'), Date.parse('2026-10-31T23:00Z'));
const spring = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-04-02T22:00Z'), 60);
const years = pricesBetween(Date.parse('2024-12-31T23:00Z'), Date.parse('2026-12-31T23:00Z'));
const day = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z'));

/** The view of a result with these prices, whose charts are made as in the thread. */
async function viewOf(table: Table, width = 1400) {
  const asked: ChartQuestion[] = [];
  const view = await openView({
    width,
    answer(shown, message) {
      if (message.asked.kind === 'chart') asked.push(message.asked.question);
      answerCharts(table)(shown, message);
    },
  });
  await view.show(resultState({ rows: table.rows }));
  await view.page.getByRole('img', { name: /Day-ahead prices, / }).waitFor();
  return { ...view, last: () => asked.at(-1) };
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  const options = page.getByRole('button', { name: 'View Options' });
  if (await options.isVisible()) await options.click();
  await page.getByRole('combobox', { name: list, exact: true }).selectOption({ label: option });
}

const optionsOf = (page: Page, list: string) =>
  page.getByRole('combobox', { name: list, exact: true }).locator('option');

const plot = (page: Page, name: RegExp) => page.getByRole('img', { name });
const readout = (page: Page) => page.locator('.chart-readout').textContent();

/** The color at a position of the plot, given as approximate shares of the area between the axes. */
const colorAt = (page: Page, left: number, top: number) =>
  page.evaluate(
    ([x, y]) => {
      const canvas = document.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) throw new Error('no canvas');
      const [from, to, up, down] = [66, canvas.width - 18, 12, canvas.height - 62];
      const data = context.getImageData(from + (to - from) * x, up + (down - up) * y, 1, 1).data;
      return [...data.slice(0, 3)] as [number, number, number];
    },
    [left, top] as const,
  );

describe('the heat map', () => {
  it('shows two years, blue where prices are negative, with a scale that explains the colors', async () => {
    const { page } = await viewOf(years);
    await choose(page, 'View', 'Heat Map');
    await plot(page, /NO1: heat map of 730 days .* 16 intervals missing, 12 values are null/).waitFor();
    await plot(page, /^Colors from -\d.* to .* EUR\/MWh/).waitFor();
    // A summer afternoon, and a winter morning.
    const [summerRed, , summerBlue] = await colorAt(page, 0.24, 0.65);
    const [winterRed, , winterBlue] = await colorAt(page, 0.48, 0.37);
    expect(summerBlue).toBeGreaterThan(summerRed + 40);
    expect(winterRed).toBeGreaterThan(winterBlue + 40);
    await page
      .getByText(/25-hour day: the repeated hour .* · 23-hour day: the skipped hour is empty/)
      .waitFor();
  });

  it('can be read with the arrow keys: day by day and interval by interval, even on the day of 25 hours', async () => {
    const { page } = await viewOf(month);
    await choose(page, 'View', 'Heat Map');
    const map = plot(page, /NO1: heat map of 31 days/);
    await map.focus();
    expect(await page.locator('#chart-keys').textContent()).toMatch(/by day, .* by time of day/);
    await page.keyboard.press('ArrowRight');
    expect(await readout(page)).toMatch(
      /^2026-10-01 00:00 – 00:15 Europe\/Oslo \(2026-09-30 22:00 – 22:15 UTC\): -?\d+\.\d\d EUR\/MWh$/,
    );
    for (let days = 0; days < 24; days += 1) await page.keyboard.press('ArrowRight');
    for (let rows = 0; rows < 12; rows += 1) await page.keyboard.press('ArrowDown');
    expect(await readout(page)).toContain('(2026-10-25 01:00 – 01:15 UTC)');
    await page.keyboard.press('ArrowUp');
    expect(await readout(page)).toContain('(2026-10-25 00:45 – 01:00 UTC)');
    await page.keyboard.press('Escape');
    expect(await readout(page)).toBe('');
  });

  it('distinguishes missing from null values, and names both in the legend', async () => {
    const { page } = await viewOf(month);
    await choose(page, 'View', 'Heat Map');
    const map = plot(page, /heat map of 31 days/);
    await map.focus();
    for (let days = 0; days < 3; days += 1) await page.keyboard.press('ArrowRight');
    for (let rows = 0; rows < 32; rows += 1) await page.keyboard.press('ArrowDown');
    expect(await readout(page)).toContain('2026-10-03 08:00 – 08:15');
    expect(await readout(page)).toContain('missing: not in the response');
    for (let days = 0; days < 2; days += 1) await page.keyboard.press('ArrowRight');
    expect(await readout(page)).toContain('no value (null)');
    const keys = page.locator('.chart-keys');
    expect(await keys.innerText()).toMatch(/missing\s+null/);
  });

  it('combines days in a window without a pixel for each day, and says which value is shown', async () => {
    const { page } = await viewOf(years, 600);
    await choose(page, 'View', 'Heat Map');
    await plot(page, /heat map of 365 columns/).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByText(/2 days share a column: the highest value is shown, or the lowest if it is below zero/)
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(600);
  });

  it("isn't offered for one day, nor are resolutions that don't change the values sent", async () => {
    const { page } = await viewOf(day);
    const offered = (list: string) => optionsOf(page, list).allTextContents();
    expect(await offered('View')).toEqual(['Time Series', 'Duration Curve']);
    // Base, peak, and off-peak would leave one value of the day.
    expect(await offered('Resolution')).toEqual(['As Sent (15 min)', '30 min', '60 min']);
  });

  it("needs times of day, so it returns from daily values to those sent, and doesn't offer days", async () => {
    const { page, last } = await viewOf(month);
    await choose(page, 'Resolution', 'Day');
    await choose(page, 'View', 'Heat Map');
    await plot(page, /heat map of 31 days/).waitFor();
    expect(last()).not.toHaveProperty('resolution');
    const offered = await optionsOf(page, 'Resolution').allTextContents();
    expect(offered).toContain('60 min');
    expect(offered).not.toContain('Day');
  });

  it('shows the calendar days of another time zone when that is selected', async () => {
    const { page, show, last } = await viewOf(month);
    await choose(page, 'View', 'Heat Map');
    await plot(page, /heat map of 31 days/).waitFor();
    await show(resultState({ rows: month.rows, timeZone: 'UTC' }));
    await plot(page, /heat map of 32 days .* times in UTC/).waitFor();
    expect(last()).toMatchObject({ zone: 'UTC', view: 'heat' });
  });
});

it('a duration curve of many values falls without spikes, since values are sorted', async () => {
  const { page } = await viewOf(month);
  await choose(page, 'View', 'Duration Curve');
  await plot(page, /duration curve/).waitFor();
  await page.getByRole('button', { name: 'SE3', exact: true }).click();
  await plot(page, /duration curve.*; NO1 from [^;]*$/).waitFor();
  /** The lowest pixel of the curve in each column. */
  const lowest = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) throw new Error('no canvas');
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const isCurve = (x: number, y: number) => {
        const [red = 0, , blue = 0, alpha = 0] = data.subarray(4 * (y * width + x));
        return alpha > 100 && blue > red + 60;
      };
      return Array.from({ length: width }, (_, x) => {
        for (let y = height - 1; y >= 0; y -= 1) if (isCurve(x, y)) return y;
        return -1;
      }).filter((y) => y >= 0);
    });
  const columns = await lowest();
  expect(columns.length).toBeGreaterThan(500);
  // Smoothing takes a pixel.
  const spikes = columns.filter((y, at) => y > Math.min(...columns.slice(at + 1, at + 8)) + 1);
  expect(spikes).toEqual([]);
});

it('the tools of a chart are one Tab stop, and the arrow keys move between its lists', async () => {
  const { page } = await viewOf(month);
  const bar = page.getByRole('toolbar', { name: 'Chart', exact: true });
  const [view, resolution] = ['View', 'Resolution'].map((name) => bar.getByRole('combobox', { name }));
  await view!.focus();
  await page.keyboard.press('ArrowRight');
  expect(await hasFocus(resolution!)).toBe(true);
  expect(await view!.inputValue()).toBe('line');
  expect(await bar.locator(':is(button, select):not([tabindex="-1"])').count()).toBe(1);
});

/** Chooses an item of the menu that compares, as a difference. */
async function chooseDifference(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('menuitemradio', { name: 'Difference' }).click();
  await page.getByRole('menuitem', { name }).click();
}

describe('averages and spreads', () => {
  it('say by which rule they are calculated, and stay when the view changes', async () => {
    const { page } = await viewOf(spring);
    await choose(page, 'Resolution', '60 min');
    await page.getByText(/^time-weighted mean per 60 min \(EUR\/MWh\)$/).waitFor();
    await choose(page, 'View', 'Duration Curve');
    await plot(page, /duration curve, values sorted from highest to lowest/).waitFor();
    await page.getByText(/^time-weighted mean per 60 min \(EUR\/MWh\)$/).waitFor();
  });

  it('of two series can be chosen by keyboard alone, and say when intervals differ', async () => {
    const { page } = await viewOf(spring);
    await page.getByRole('button', { name: 'Compare…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Overlay' }).waitFor();
    for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByText(/spread: SE3 minus NO1 · only intervals in both: 0/).waitFor();
    await page
      .getByText(/intervals differ: 60 min in SE3, 15 min in NO1/)
      .first()
      .waitFor();
    await choose(page, 'Resolution', '60 min');
    await plot(page, /SE3 minus NO1: minimum /).waitFor();
    await chooseDifference(page, 'Hide Difference');
    await page
      .getByText(/spread: SE3 minus NO1/)
      .first()
      .waitFor({ state: 'hidden' });
  });

  it("have axis numbers that don't touch those of the pane above", async () => {
    const start = Date.parse('2026-03-19T23:00Z');
    const valuesOf = (...values: number[]) =>
      values.map((value, index) => ({
        startTime: new Date(start + index * hour).toISOString(),
        endTime: new Date(start + (index + 1) * hour).toISOString(),
        value,
      }));
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, valuesOf(60, 102.42, 60)),
      seriesRecord({ deliveryArea: 'SE3' }, valuesOf(63.46, 49.55, 40)),
    ]);
    const { page } = await viewOf(table);
    await chooseDifference(page, 'SE3 minus NO1');
    await plot(page, /SE3 minus NO1: minimum -52\.87/).waitFor();
    /** The tallest of the numbers beside both panes, in pixels. */
    const tallest = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('canvas');
        const context = canvas?.getContext('2d');
        if (!canvas || !context) throw new Error('no canvas');
        const { data, width, height } = context.getImageData(8, 0, 26, canvas.height - 72);
        let run = 0;
        let longest = 0;
        for (let row = 0; row < height; row += 1) {
          const inks = Array.from({ length: width }, (_, x) => data[4 * (row * width + x) + 3] ?? 0);
          run = inks.some((ink) => ink > 100) ? run + 1 : 0;
          longest = Math.max(longest, run);
        }
        return longest;
      });
    for (let height = 500; height <= 900; height += 25) {
      const drawn = () =>
        page
          .locator('canvas')
          .first()
          .evaluate((canvas) => canvas.clientHeight);
      const before = await drawn();
      await page.setViewportSize({ width: 840, height });
      await expect.poll(drawn).not.toBe(before);
      expect(await tallest(), `a window ${height} pixels high`).toBeLessThanOrEqual(12);
    }
  });

  it('fit into a narrow window, and leave most of the window to the plot', async () => {
    const { page } = await viewOf(month, 600);
    await choose(page, 'View', 'Heat Map');
    const box = await plot(page, /heat map/).boundingBox();
    expect(box?.height).toBeGreaterThan(300);
  });
});
