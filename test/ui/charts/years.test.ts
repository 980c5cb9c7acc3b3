import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordsBetween } from '../../page/yearsOfPrices';
import { acceptSuggestion, statusOf, treeItem } from '../resultView';
import { openOwnService, type OwnService } from '../sharedWindow';
import { themes } from '../support';

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('years');
});

const spans = [
  ['a month', '2026-10-03', '2026-09-30T22:00Z', '2026-10-31T23:00Z', '31 days', '31 days'],
  ['two years', '2025-01-03', '2024-12-31T23:00Z', '2026-12-31T23:00Z', '730 days', '(730 days|365 columns)'],
] as const;

async function choose(frame: Frame, list: string, option: string): Promise<void> {
  await frame.getByRole('combobox', { name: list, exact: true }).selectOption({ label: option });
}

describe.each(spans)('prices of %s', (name, day, from, to, wide, narrow) => {
  const map = async (days: string) =>
    (await own.window.resultFrame()).getByRole('img', { name: new RegExp(`NO1: heat map of ${days} `) });

  beforeAll(async () => {
    await own.window.command('View: Close All Editors');
    const json = recordsBetween(Date.parse(from), Date.parse(to));
    await own.ask('dayahead-prices', ['NO1,SE3', day], { json });
    const frame = await own.window.resultFrame();
    await statusOf(frame);
    await choose(frame, 'View', 'Heat Map');
    await (await map(wide)).waitFor();
  });

  it('can be viewed day by day and read with the keyboard', async () => {
    const frame = await own.window.resultFrame();
    await (await map(wide)).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await own.window.page.keyboard.press(key);
    const readout = frame.locator('.chart-readout');
    await expect
      .poll(() => readout.innerText())
      .toMatch(/-02 00:15 – 00:30 Europe\/Oslo \(.* UTC\): -?[\d.]+ EUR\/MWh$/);
    await own.window.page.keyboard.press('Escape');
  });

  it.each(themes)('have a heat map in a wide and a narrow window: %s', async (theme) => {
    await own.window.theme(theme);
    await own.window.screenshot(`heat-${name.replaceAll(' ', '-')}-${theme}`);
    await own.window.page.setViewportSize({ width: 600, height: 700 });
    await own.window.command('View: Toggle Primary Side Bar Visibility');
    await (await map(narrow)).waitFor();
    await own.window.screenshot(`heat-${name.replaceAll(' ', '-')}-narrow-${theme}`);
    await own.window.page.setViewportSize({ width: 1400, height: 900 });
    await own.window.command('View: Toggle Primary Side Bar Visibility');
    await (await map(wide)).waitFor();
  });

  it('keep their view while another tab of the result is shown', async () => {
    const frame = await own.window.resultFrame();
    await frame.getByRole('tab', { name: 'Table' }).click();
    await frame.getByRole('tab', { name: 'Chart' }).click();
    await (await map(wide)).waitFor();
    await choose(frame, 'View', 'Duration Curve');
    await frame.getByRole('img', { name: /duration curve, values sorted/ }).waitFor();
    await own.window.screenshot(`duration-${name.replaceAll(' ', '-')}`);
    await choose(frame, 'Resolution', 'Day');
    await choose(frame, 'View', 'Time Series');
    await frame.getByText('time-weighted mean per day (EUR/MWh)', { exact: false }).first().waitFor();
    await own.window.screenshot(`days-${name.replaceAll(' ', '-')}`);
    await choose(frame, 'Resolution', 'As Sent');
    await choose(frame, 'View', 'Heat Map');
    await (await map(wide)).waitFor();
  });
});

it('more than one delivery day leads from the prompts of a query to those of a range', async () => {
  const { window } = own;
  // Other views may have taken the room of the list.
  await window.command('Market Data: Focus on Datasets View');
  await treeItem(window, 'Day-ahead turnover').click();
  await window.prompt.getByText('Day-ahead turnover: Period').waitFor();
  await window.prompt.getByRole('textbox').fill('more');
  // What was typed is no time, which the list explains first.
  await window.prompt.getByRole('option', { name: /isn't a day or a time/ }).waitFor();
  await window.screenshot('range-offered');
  // With the keyboard, because items of a list that was just filtered may still move under the pointer.
  const range = window.prompt.getByRole('option', { name: 'More Than One Delivery Day…' });
  await expect
    .poll(async () => {
      await window.page.keyboard.press('ArrowDown');
      return range.evaluate((item) => item.classList.contains('focused'));
    })
    .toBe(true);
  const step = (name: string) => window.prompt.getByText(`Day-ahead turnover: ${name}`);
  await window.page.keyboard.press('Enter');
  await step('First Delivery Day').waitFor();
  await window.screenshot('range-first-day');
  await acceptSuggestion(window, step('First Delivery Day'));
  await step('Last Delivery Day').waitFor();
  await acceptSuggestion(window, step('Last Delivery Day'));
  await step('Format').waitFor();
  await window.screenshot('range-format');
  await acceptSuggestion(window, step('Format'));
  await window.prompt.getByText('Folder for 30 delivery days').waitFor();
  await window.screenshot('range-folder');
  await window.page.keyboard.press('Escape');
});
