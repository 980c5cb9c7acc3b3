import type { Frame } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askFor, chooseContract, frameHeaded, openDataset, showView, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});
afterEach(async () => {
  await window.page.setViewportSize({ width: 1400, height: 900 });
  await window.command('View: Close All Editors');
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

/** The view of a result that has all of its rows, in a window without a side bar. */
async function shownAlone(): Promise<Frame> {
  const frame = await window.resultFrame();
  await statusOf(frame);
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  await window.command('View: Close Primary Side Bar');
  return frame;
}

async function shownDepth(): Promise<void> {
  await openDataset(window, 'intraday-orders');
  const frame = await window.resultFrame();
  await statusOf(frame);
  await chooseContract(frame, 60);
  await frame.getByRole('slider', { name: 'Time' }).fill('100');
}

it.each<[string, number, number, () => Promise<void>]>([
  ['prices', 60, 55, () => askFor(window, 'Day-ahead prices', ['NO1,DK1,SE3', 'today'])],
  ['flows, whose legend is long', 50, 50, () => openDataset(window, 'uk-flows')],
  ['curves, which have key figures', 50, 50, () => openDataset(window, 'dayahead-curves')],
  ['the depth of a contract', 50, 50, shownDepth],
])('most of a small view is between the axes of %s', async (_, medium, small, open) => {
  await open();
  const frame = await shownAlone();
  for (const [width, height, least] of [
    [700, 800, medium],
    [600, 600, small],
  ] as const) {
    await window.page.setViewportSize({ width, height });
    let share = 0;
    await expect
      .poll(async () => {
        const before = share;
        share = await shareOfPlot(frame);
        return share > 0 && share === before;
      })
      .toBe(true);
    expect(share).toBeGreaterThanOrEqual(least);
  }
});

it('a result of prices has few controls, and most of its height is for the picture, even beside the side bar', async () => {
  await askFor(window, 'Day-ahead prices', ['NO1', 'today']);
  const frame = await frameHeaded(window, /^Day-ahead prices/);
  await frame.getByRole('img', { name: /NO1/ }).waitFor();
  const controls = await frame
    .locator('button, select, input, vscode-text-field')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length);
  expect(controls).toBeLessThanOrEqual(18);
  await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
  await frame.getByRole('img', { name: /NO1 and DK1|DK1 and NO1/ }).waitFor();
  for (const [width, height, least] of [
    [700, 800, 0.6],
    [600, 600, 0.55],
  ] as const) {
    await window.page.setViewportSize({ width, height });
    await expect
      .poll(() =>
        frame.locator('.chart-plot').evaluate((plot) => plot.getBoundingClientRect().height / innerHeight),
      )
      .toBeGreaterThanOrEqual(least);
  }
});

describe('at 200 % zoom', () => {
  const below = (frame: Frame) =>
    frame
      .locator('canvas')
      .first()
      .evaluate((canvas) => canvas.getBoundingClientRect().bottom - innerHeight);
  async function zoomed(): Promise<Frame> {
    const frame = await shownAlone();
    await window.page.setViewportSize({ width: 700, height: 450 });
    return frame;
  }

  it('the whole chart of prices is visible, and ten rows of their table can be', async () => {
    await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
    const frame = await zoomed();
    await expect.poll(() => below(frame)).toBeLessThanOrEqual(0);
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
  });

  it('ten contracts and the whole chart of their depth are visible', async () => {
    await openDataset(window, 'intraday-orders');
    const frame = await zoomed();
    const rows = () =>
      frame.locator('.chart-contracts').evaluate((list) => {
        const { bottom } = list.getBoundingClientRect();
        return [...list.querySelectorAll('tbody tr')].filter((row) => {
          const end = row.getBoundingClientRect().bottom;
          return end <= bottom && end <= innerHeight;
        }).length;
      });
    await expect.poll(rows).toBeGreaterThanOrEqual(10);
    await chooseContract(frame, 1);
    await expect.poll(() => below(frame)).toBeLessThanOrEqual(0);
  });
});
