import { it } from 'vitest';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

it('the line at the current time moves, also after another view was shown', async () => {
  const [start, end] = [Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z')];
  const day = pricesBetween(start, end);
  const { page, show } = await openView({ answer: answerCharts(day) });
  await page.clock.install({ time: '2026-03-20T09:30Z' });
  await show(resultState({ rows: day.rows, timeZone: 'UTC' }));
  const shown = (time: string) =>
    page.getByRole('img', { name: new RegExp(`current time 2026-03-20 ${time}`) }).waitFor();
  await shown('09:30');
  await page.clock.fastForward('05:00');
  await shown('09:35');
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.clock.fastForward('05:00');
  await page.getByRole('tab', { name: 'Chart' }).click();
  await shown('09:40');
});
