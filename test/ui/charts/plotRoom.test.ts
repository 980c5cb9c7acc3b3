import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFor, chooseContract, openDataset, statusOf } from '../resultView';
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
