import { expect, it } from 'vitest';
import { ended, resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, answerRows, drawn, openView, type Ask } from './openView';
import { pricesBetween } from './yearsOfPrices';

const dayMs = 86_400_000;
const start = Date.parse('2026-03-19T23:00Z');
const days = [start, start + dayMs].map((from) => pricesBetween(from, from + dayMs));

/** The view of the first day, from which the second is requested; its chart is sent by `answer`. */
async function stepped() {
  const held: Ask[] = [];
  let isHeld = false;
  const view = await openView({
    answer(shown, asked) {
      if (!isHeld) answerCharts(days[0]!)(shown, asked);
      else if (asked.asked.kind === 'chart') held.push(asked);
    },
  });
  await view.show(resultState({ rows: 192 }));
  await view.page.getByRole('img', { name: /192 values/ }).waitFor();
  isHeld = true;
  return {
    ...view,
    asked: () => held.length,
    answer: () => {
      for (const each of held.splice(0)) answerCharts(days[1]!)(view, each);
    },
  };
}

const plot = '.chart-plot';

it("the picture of a day stays until the next day's is drawn", async () => {
  const { page, show, asked, answer } = await stepped();
  const picture = () =>
    page
      .locator(`${plot} canvas`)
      .evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.toDataURL());
  const before = await picture();
  await show(resultState({ id: 'r2', rows: 0, records: 0, integrity: null, phase: { kind: 'asking' } }));
  await drawn(page);
  expect(await page.locator('.placeholder').isVisible()).toBe(false);
  expect(await page.locator(`${plot} canvas`).isVisible()).toBe(true);
  expect(await page.locator('.chart-empty').isVisible()).toBe(false);
  await show(resultState({ id: 'r2', rows: 192 }));
  await drawn(page);
  expect(await picture()).toBe(before);
  expect(await page.getByText('Receiving…').isVisible()).toBe(false);
  expect(await page.locator(plot).getAttribute('aria-busy')).toBe('true');
  await expect.poll(asked).toBe(1);
  answer();
  await page.getByRole('img', { name: /192 values from 2026-03-21/ }).waitFor();
  expect(await picture()).not.toBe(before);
  expect(await page.locator(plot).getAttribute('aria-busy')).toBe('false');
});

it('the picture of the day before is dimmed only if the next one takes long', async () => {
  const { page, show } = await stepped();
  await show(resultState({ id: 'r2', rows: 0, records: 0, integrity: null, phase: { kind: 'asking' } }));
  const opacity = () =>
    page.locator('.chart-frame').evaluate((frame) => Number(getComputedStyle(frame).opacity));
  await expect.poll(opacity).toBeLessThan(0.5);
});

it('after a day without data, the next one begins without a picture of an earlier day', async () => {
  const { page, show } = await stepped();
  await show(resultState({ id: 'r2', rows: 0, records: 0, phase: { kind: 'asking' } }));
  await show(resultState({ id: 'r2', rows: 0, records: 0, phase: ended('noData', 'No data') }));
  await page.locator('.placeholder').waitFor();
  await show(resultState({ id: 'r3', rows: 0, records: 0, phase: { kind: 'asking' } }));
  await drawn(page);
  expect(await page.locator('.placeholder').isVisible()).toBe(true);
});

it('on the next day, the table has the filters and the order of the day before, and no other query has them', async () => {
  const asked: unknown[] = [];
  const { page, show } = await openView({
    answer(view, message) {
      answerRows(92)(view, message);
      const { question } = message.asked;
      if (message.asked.kind === 'rows') asked.push({ ...question, from: 0, to: 0 });
    },
  });
  const onDay = (id: string, startTime: string, area = 'NO1') =>
    resultState({
      id,
      defaultView: 'table',
      parameters: [
        { name: 'startTime', label: 'Start', value: startTime },
        { name: 'deliveryarea', label: 'Delivery area', value: area },
      ],
    });
  const filter = page.getByRole('textbox', { name: 'Filter Value' });
  await show(onDay('r1', '2026-03-19T23:00:00Z'));
  await filter.fill('>80');
  await page.getByRole('button', { name: 'Value (EUR/MWh)' }).click();
  const chosen = { filter: [{ column: 'value', op: '>', value: 80 }], sort: [{ column: 'value' }] };
  await expect.poll(() => asked.at(-1)).toMatchObject(chosen);
  await show({ ...onDay('r2', '2026-03-20T23:00:00Z'), rows: 0, phase: { kind: 'asking' } });
  asked.length = 0;
  await show(onDay('r2', '2026-03-20T23:00:00Z'));
  await expect.poll(() => asked.at(-1)).toMatchObject(chosen);
  expect(await filter.inputValue()).toBe('>80');
  await show(onDay('r3', '2026-03-20T23:00:00Z', 'SE3'));
  await expect.poll(() => filter.inputValue()).toBe('');
  await show(onDay('r1', '2026-03-19T23:00:00Z'));
  await expect.poll(() => filter.inputValue()).toBe('>80');
});
