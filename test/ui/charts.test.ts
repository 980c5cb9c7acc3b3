import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questionsOf } from '../../src/editor/offers';
import { findDataset } from '../../src/market/datasets';
import { openDataset, statusOf } from './resultView';
import { openWindow, type EditorWindow } from './support';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'charts' });
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(() => window.close());

/** The view of the dataset, asked for with what each prompt offers. */
async function open(id: string): Promise<Frame> {
  await window.command('View: Close All Editors');
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  await openDataset(window, dataset.title, questionsOf(dataset).length);
  const frame = await window.resultFrame();
  expect(await statusOf(frame)).toMatch(/complete/);
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
    expect(await depth.isVisible()).toBe(false);
    await choose(frame, 'Contract', 1);
    await depth.click();
    await frame.getByRole('img', { name: /depth of contract PH-.* buy orders of .* kW/ }).waitFor();
    expect(await depth.getAttribute('aria-pressed')).toBe('true');
    const slider = frame.getByRole('slider', { name: 'Time' });
    const last = await slider.getAttribute('aria-valuetext');
    expect(last).toMatch(/^\d{4}-\d\d-\d\d .* Europe\/Oslo$/);
    await slider.focus();
    await window.page.keyboard.press('Home');
    await frame.getByRole('img', { name: /(1 buy order of|1 sell order of)/ }).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(last);
    await window.page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(last);
    await frame.getByText('Best buy').waitFor();
    await window.screenshot('depth');
    await depth.click();
    await frame.getByRole('img', { name: /, contract PH-/ }).waitFor();
    expect(await slider.isVisible()).toBe(false);
  });
});
