import { beforeAll, it } from 'vitest';
import { recordsBetween } from '../../page/yearsOfPrices';
import { statusOf } from '../resultView';
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
