import { expect, it } from 'vitest';
import { chartAtOnce } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const start = Date.parse('2026-03-19T23:00Z');
/** Its third day lacks four hours of one of the two areas. */
const days = pricesBetween(start, start + 3 * 86_400_000);

/** The view of these days, and the texts of the tooltip at the crosshair. */
async function openDays(width = 1400) {
  const view = await openView({
    width,
    answer({ say }, { ask, asked: { kind, question } }) {
      if (kind !== 'chart') return;
      const judged = { judged: true, asked: { start: null, end: null, due: null } };
      void say({ kind: 'answer', ask, answer: chartAtOnce(days, 'steps', { ...question, ...judged }) });
    },
  });
  await view.show(resultState({ rows: days.rows }));
  const plot = view.page.getByRole('img', { name: /values/ });
  await plot.waitFor();
  const tooltip = view.page.locator('.chart-tooltip');
  return { page: view.page, plot, tooltip, texts: () => tooltip.locator('> *').allInnerTexts() };
}

it('the crosshair has a line for each series beside it, with its numbers aligned, by keyboard as well', async () => {
  const { plot, tooltip, texts } = await openDays();
  await plot.focus();
  await plot.press('ArrowRight');
  await tooltip.waitFor();
  expect((await texts()).filter((text) => text !== '')).toEqual([
    expect.stringMatching(/^2026-03-\d\d 00:00 – 00:15$/),
    'NO1',
    expect.stringMatching(/^-?\d+$/),
    expect.stringMatching(/^\.\d\d$/),
    'EUR/MWh',
    'SE3',
    expect.stringMatching(/^-?\d+$/),
    expect.stringMatching(/^\.\d\d$/),
    'EUR/MWh',
  ]);
  const ends = await tooltip
    .locator('.chart-tooltip-whole')
    .evaluateAll((numbers) => numbers.map((number) => number.getBoundingClientRect().right));
  expect(new Set(ends).size).toBe(1);
  await plot.press('Escape');
  await tooltip.waitFor({ state: 'hidden' });
});

it('the tooltip is beside the pointer, inside the chart, and says in words what is missing', async () => {
  const { page, plot, tooltip, texts } = await openDays(600);
  const box = (await plot.boundingBox())!;
  for (const share of [0.1, 0.5, 0.81, 0.97]) {
    const x = box.x + share * box.width;
    await page.mouse.move(x, box.y + box.height / 2);
    await tooltip.waitFor();
    const { x: left, y: top, width, height } = (await tooltip.boundingBox())!;
    expect(Math.min(Math.abs(left - x), Math.abs(left + width - x))).toBeLessThan(20);
    expect(left).toBeGreaterThanOrEqual(box.x);
    expect(left + width).toBeLessThanOrEqual(box.x + box.width);
    expect(top).toBeGreaterThanOrEqual(box.y);
    expect(top + height).toBeLessThanOrEqual(box.y + box.height);
    if (share === 0.81) expect(await texts()).toContain('missing: not in the response');
  }
});
