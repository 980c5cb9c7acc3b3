import { expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import { chartAtOnce } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, judged, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const day = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z'));
/** In this time, a chart that isn't right at once would have been requested and drawn again. */
const settledMs = 600;

/** A new tab of a day of prices; `pictures` is how often its canvas has been drawn. */
async function openDay() {
  const view = await openView({ answer: answerCharts(day) });
  await view.page.evaluate(() => {
    const drawing = CanvasRenderingContext2D.prototype as { clearRect: (...args: unknown[]) => void };
    const { clearRect } = drawing;
    drawing.clearRect = function (...args) {
      document.body.dataset['pictures'] = String(Number(document.body.dataset['pictures'] ?? 0) + 1);
      clearRect.apply(this, args);
    };
  });
  const ahead = chartAtOnce(day, 'steps', { width: 1400, height: 700, ...judged });
  await view.say({ kind: 'state', state: resultState({ rows: day.rows }), ahead });
  await view.page.getByRole('img', { name: /Day-ahead prices, / }).waitFor();
  await view.page.waitForTimeout(settledMs);
  return { ...view, pictures: () => view.page.evaluate(() => Number(document.body.dataset['pictures'])) };
}

it('a new tab draws its chart once, at the exact size, when the chart arrives', async () => {
  const { pictures } = await openDay();
  expect(await pictures()).toBeLessThanOrEqual(2);
});

/** An opened range: all of its days are there, and some of their rows may still be read. */
const range: ResultState['source'] = {
  kind: 'range',
  uri: 'file:///range',
  target: 'range',
  from: '2026-03-20',
  to: '2026-03-20',
  days: [],
};

it.each<[string, ResultState['source'], string]>([
  ['a range is read before it is drawn, not received', range, 'Reading…'],
  ['a response is received before it is drawn', { kind: 'service' }, 'Receiving…'],
])('%s', async (_, source, words) => {
  const { page, show } = await openView();
  await show(resultState({ source, phase: { kind: 'receiving' }, defaultView: 'chart' }));
  await page.getByText(words, { exact: true }).waitFor();
  await page.getByText(source.kind === 'range' ? /^Reading: / : /^Receiving: /).waitFor();
});

it("a new tab builds no lists for charts that it doesn't show, and menus only when they open", async () => {
  const { page } = await openDay();
  const lists = () => page.getByRole('combobox').evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(await lists()).toEqual(['Resolution', 'View', 'Time zone']);
});

it('the chart is redrawn when the size of the window changes', async () => {
  const { page, pictures } = await openDay();
  const before = await pictures();
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(pictures).toBeGreaterThan(before);
});
