import { beforeAll, expect, it } from 'vitest';
import { recordsBetween } from '../../page/yearsOfPrices';
import { acceptSuggestion, statusOf, treeItem } from '../resultView';
import { openOwnService, type OwnService } from '../sharedWindow';

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('years');
});

it('the heat map of two years stays while another tab of the result is shown', async () => {
  const json = recordsBetween(Date.parse('2024-12-31T23:00Z'), Date.parse('2026-12-31T23:00Z'));
  await own.ask('dayahead-prices', ['NO1,SE3', '2025-01-03'], { json });
  const frame = await own.window.resultFrame();
  await statusOf(frame);
  await frame.getByRole('combobox', { name: 'View', exact: true }).selectOption({ label: 'Heat Map' });
  const map = frame.getByRole('img', { name: /NO1: heat map of 730 days / });
  await map.waitFor();
  await frame.getByRole('tab', { name: 'Table' }).click();
  await frame.getByRole('tab', { name: 'Chart' }).click();
  await map.waitFor();
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
  await step('Delivery Days').waitFor();
  await window.screenshot('range-days');
  await acceptSuggestion(window, step('Delivery Days'));
  await window.prompt.getByText('30 delivery days').waitFor();
  await window.screenshot('range-folder');
  await window.page.keyboard.press('Escape');
});
