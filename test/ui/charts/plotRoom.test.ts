import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFor, chooseContract, frameHeaded, openDataset, showView, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});
afterAll(async () => {
  await window.command('Market Data: Focus on Datasets View');
});

/** The share of the view that is between the axes: what a selection across the whole chart covers, in percent. */
async function shareOfPlot(frame: Frame): Promise<number> {
  const { mouse, keyboard } = window.page;
  const plot = frame.locator('.chart-plot');
  await plot.focus();
  const box = await plot.boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  const middle = box.y + box.height / 2;
  await mouse.move(box.x + 2, middle);
  await mouse.down();
  await mouse.move(box.x + box.width / 2, middle);
  await mouse.move(box.x + box.width - 2, middle);
  const share = await frame.locator('.chart-selection').evaluate((selection) => {
    const { width, height, bottom } = selection.getBoundingClientRect();
    return bottom > innerHeight ? 0 : (100 * width * height) / innerWidth / innerHeight;
  });
  await keyboard.press('Escape');
  await mouse.up();
  return share;
}

/** In windows of these sizes, without a side bar. */
async function sharesIn(frame: Frame): Promise<{ medium: number; small: number }> {
  await statusOf(frame);
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  await window.command('View: Close Primary Side Bar');
  const sizes = { medium: { width: 700, height: 800 }, small: { width: 600, height: 600 } };
  const shares = { medium: 0, small: 0 };
  for (const size of ['medium', 'small'] as const) {
    await window.page.setViewportSize(sizes[size]);
    await expect
      .poll(async () => {
        const before = shares[size];
        shares[size] = await shareOfPlot(frame);
        return shares[size] > 0 && shares[size] === before;
      })
      .toBe(true);
  }
  await window.screenshot('plot-room');
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
  return shares;
}

it('most of a small view is between the axes of prices', async () => {
  await askFor(window, 'Day-ahead prices', ['NO1,DK1,SE3', 'today']);
  const { medium, small } = await sharesIn(await window.resultFrame());
  expect(medium).toBeGreaterThanOrEqual(60);
  expect(small).toBeGreaterThanOrEqual(55);
});

it('a result of prices has few controls, and most of its height is for the picture, even beside the side bar', async () => {
  await askFor(window, 'Day-ahead prices', ['NO1', 'today']);
  const frame = await window.resultFrame();
  await statusOf(frame);
  await frame.getByRole('img', { name: /NO1/ }).waitFor();
  const controls = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll('button, select, input, vscode-text-field')]
        .filter((each) => each.checkVisibility())
        .map((each) => each.ariaLabel ?? each.textContent),
    );
  expect((await controls()).length).toBeLessThanOrEqual(18);
  await frame.getByRole('button', { name: 'Compare…' }).click();
  await window.page.keyboard.press('Escape');
  await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
  const two = await frameHeaded(window, /^Day-ahead prices/);
  await two.getByRole('img', { name: /NO1 and DK1|DK1 and NO1/ }).waitFor();
  for (const [width, height, least] of [
    [700, 800, 0.6],
    [600, 600, 0.55],
  ] as const) {
    await window.page.setViewportSize({ width, height });
    await expect
      .poll(() =>
        two.locator('.chart-plot').evaluate((plot) => plot.getBoundingClientRect().height / innerHeight),
      )
      .toBeGreaterThanOrEqual(least);
  }
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await window.command('View: Close All Editors');
});

it('at 200 % zoom, the whole chart of prices is visible, and ten rows of their table can be', async () => {
  await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
  const frame = await window.resultFrame();
  await statusOf(frame);
  await window.command('View: Close Primary Side Bar');
  await window.page.setViewportSize({ width: 700, height: 450 });
  const bottom = () =>
    frame
      .locator('canvas')
      .first()
      .evaluate((canvas) => canvas.getBoundingClientRect().bottom - innerHeight);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
  await showView(frame, 'Table');
  const rows = () =>
    frame.evaluate(() => {
      document.scrollingElement?.scrollTo(0, document.body.scrollHeight);
      const foot = document.querySelector('.table-foot')?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll('[role="grid"] tbody tr')].filter((row) => {
        const { top, bottom: end } = row.getBoundingClientRect();
        return top >= 0 && end <= foot;
      }).length;
    });
  await expect.poll(rows).toBeGreaterThanOrEqual(10);
  await window.screenshot('ten-rows');
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
});

it('at 200 % zoom, ten contracts and the whole chart of their depth are visible', async () => {
  await openDataset(window, 'intraday-orders');
  const frame = await window.resultFrame();
  await statusOf(frame);
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  await window.command('View: Close Primary Side Bar');
  await window.page.setViewportSize({ width: 700, height: 450 });
  const rows = () =>
    frame.locator('.chart-contracts').evaluate((list) => {
      const { bottom } = list.getBoundingClientRect();
      return [...list.querySelectorAll('tbody tr')].filter((row) => {
        const end = row.getBoundingClientRect().bottom;
        return end <= bottom && end <= innerHeight;
      }).length;
    });
  await expect.poll(rows).toBeGreaterThanOrEqual(10);
  await window.screenshot('ten-contracts');
  await chooseContract(frame, 1);
  const below = () =>
    frame
      .locator('canvas')
      .first()
      .evaluate((canvas) => canvas.getBoundingClientRect().bottom - innerHeight);
  await expect.poll(below).toBeLessThanOrEqual(0);
  await window.screenshot('small-depth');
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
});

it.each([
  ['uk-flows', 'whose legend is long'],
  ['dayahead-curves', 'which have key figures'],
])('half of a small view is between the axes of %s, %s', async (id) => {
  await openDataset(window, id);
  const { medium, small } = await sharesIn(await window.resultFrame());
  expect(medium).toBeGreaterThanOrEqual(50);
  expect(small).toBeGreaterThanOrEqual(50);
});

it('half of a small view is between the axes of the depth of a contract', async () => {
  await openDataset(window, 'intraday-orders');
  const frame = await window.resultFrame();
  await statusOf(frame);
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  await chooseContract(frame, 60);
  await frame.getByRole('img', { name: /depth for contract/ }).waitFor();
  const slider = frame.getByRole('slider', { name: 'Time' });
  await slider.fill('100');
  const { medium, small } = await sharesIn(frame);
  expect(medium).toBeGreaterThanOrEqual(50);
  expect(small).toBeGreaterThanOrEqual(50);
});
