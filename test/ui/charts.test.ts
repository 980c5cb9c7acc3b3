import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDataset, statusOf } from './resultView';
import { sharedWindow } from './sharedWindow';
import type { EditorWindow } from './support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});

/** The view of the dataset, queried with each prompt's suggestion. */
async function open(id: string): Promise<Frame> {
  await window.command('View: Close All Editors');
  await openDataset(window, id);
  const frame = await window.resultFrame();
  expect(await statusOf(frame)).toMatch(/complete/);
  // What is offered stands in the order of all rows by then.
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  return frame;
}

async function choose(frame: Frame, list: string, place: number): Promise<void> {
  await frame.getByRole('combobox', { name: list }).click();
  await frame.getByRole('option').nth(place).click();
}

describe('orders', () => {
  it('of a contract are shown as its depth at a time, which the keyboard moves', async () => {
    const frame = await open('intraday-orders');
    const depth = frame.getByRole('button', { name: 'Depth' });
    await depth.waitFor({ state: 'hidden' });
    await choose(frame, 'Contract', 1);
    await depth.click();
    await frame.getByRole('img', { name: /depth for contract PH-.* buy orders for .* kW/ }).waitFor();
    await expect.poll(() => depth.getAttribute('aria-pressed')).toBe('true');
    const slider = frame.getByRole('slider', { name: 'Time' });
    const last = await slider.getAttribute('aria-valuetext');
    expect(last).toMatch(/^\d{4}-\d\d-\d\d .* Europe\/Oslo$/);
    await slider.focus();
    await window.page.keyboard.press('Home');
    await frame.getByRole('img', { name: /(1 buy order for|1 sell order for)/ }).waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(last);
    await window.page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(last);
    await frame.getByText('Best buy').waitFor();
    await window.screenshot('depth');
    await depth.click();
    await frame.getByRole('img', { name: /, contract PH-/ }).waitFor();
    await slider.waitFor({ state: 'hidden' });
  });
});

it('draws many orders as density, and those of one contract each by itself', async () => {
  const frame = await open('intraday-orders');
  const dense = frame.getByRole('img', { name: /stronger color where there are more events/ });
  await dense.waitFor();
  await choose(frame, 'Contract', 1);
  await frame.getByRole('img', { name: /, contract PH-/ }).waitFor();
  await expect.poll(() => dense.count()).toBe(0);
});

describe('curves', () => {
  it('go from period to period by keyboard, or play until somebody stops them', async () => {
    const frame = await open('dayahead-curves');
    const period = (of: string) => frame.getByRole('img', { name: new RegExp(`period ${of} of`) });
    const slider = frame.getByRole('slider', { name: 'Period' });
    await period('1').waitFor();
    const first = await slider.getAttribute('aria-valuetext');
    await slider.focus();
    await window.page.keyboard.press('ArrowRight');
    await period('2').waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(first);
    const play = frame.getByRole('button', { name: 'Play' });
    await play.click();
    await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
    await period('[4-9]').waitFor();
    await play.click();
    await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
    await slider.press('Home');
    await period('1').waitFor();
  });

  it('say where they cross as sent, and with blocks and net flows', async () => {
    const frame = await window.resultFrame();
    const crossing = /^price [\d.,-]+ at volume [\d.,]+$/;
    for (const name of ['Curves cross at', 'With blocks and net flows']) {
      const figure = frame.locator('.chart-key-figures > div', {
        has: frame.getByText(name, { exact: true }),
      });
      await expect.poll(() => figure.locator('dd').innerText()).toMatch(crossing);
    }
    await window.screenshot('curves');
  });
});

it('shows every publication of the capacities of one pair and hour, and goes back', async () => {
  const frame = await open('hub-to-hub-capacities');
  const all = frame.getByRole('img', { name: /combinations? of area pair and hour/ });
  await all.waitFor();
  await choose(frame, 'Pair and hour', 1);
  const history = frame.getByRole('img', { name: /\w → \w+ and \w+ → \w+: \d+ values/ });
  await history.waitFor();
  await window.screenshot('capacity-history');
  await choose(frame, 'Pair and hour', 0);
  await all.waitFor();
});

it('shows one end of each interconnector at first, the other end and the prices at a click', async () => {
  const frame = await open('uk-flows');
  const legend = frame.getByRole('group', { name: 'Series' }).getByRole('button');
  await frame.getByRole('img', { name: /7 series \(NO2 → UK · Sending/ }).waitFor();
  await expect.poll(() => legend.count()).toBe(7);
  await window.screenshot('flows');
  await frame.getByRole('button', { name: 'Receiving, MW' }).click();
  await expect.poll(() => legend.count()).toBe(14);
  await window.screenshot('flows-both-ends');
});
