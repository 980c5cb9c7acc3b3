import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { chartAtOnce } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

let open: Page | undefined;
afterEach(() => open?.close());

/** The view of prices of two areas between two instants, in quarter hours. */
async function opened(from: number, to: number, width = 900): Promise<Page> {
  const table = pricesBetween(from, to);
  const { page, show } = await openView({
    width,
    answer(view, { ask, asked }) {
      if (asked.kind === 'rows') {
        void view.say({ kind: 'answer', ask, answer: { total: 0, rows: [], origins: [] } });
      }
      if (asked.kind !== 'chart') return;
      const question = { ...asked.question, judged: true, asked: { start: null, end: null, due: null } };
      const answer = chartAtOnce(table, 'steps', question as Parameters<typeof chartAtOnce>[2]);
      void view.say({ kind: 'answer', ask, answer });
    },
  });
  open = page;
  await show(resultState({ rows: table.rows }));
  await page.getByRole('img', { name: /^Day-ahead prices/ }).waitFor();
  return page;
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** October 2026 in Oslo, whose 25th has 25 hours. */
const october = [Date.UTC(2026, 8, 30, 22), Date.UTC(2026, 9, 31, 23)] as const;
const heatMap = (page: Page) => page.getByRole('img', { name: /heat map/ });

describe('several delivery days', () => {
  it('are a heat map on request, whose cells can be read with the arrow keys', async () => {
    const page = await opened(...october);
    await choose(page, 'View', 'Heat Map');
    await heatMap(page).waitFor();
    await heatMap(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
    }
    await page
      .getByText(
        /^2026-10-02 00:45 – 01:00 Europe\/Oslo \(2026-10-01 22:45 – 23:00 UTC\): -?[\d.]+ EUR\/MWh$/,
      )
      .first()
      .waitFor();
    await page.getByText(/day of 25 hours: the repeated hour is there twice/).waitFor();
  });

  it('are averages on request, and the chart says so', async () => {
    const page = await opened(...october);
    await choose(page, 'Resolution', '60 min');
    await page
      .getByText(/Time-weighted mean per 60 min/)
      .first()
      .waitFor();
    await choose(page, 'Resolution', 'As Sent');
    await expect.poll(() => page.getByText(/Time-weighted mean per/).count()).toBe(0);
  });

  it('are a duration curve on request, and the spread of two areas, with its formula', async () => {
    const page = await opened(...october);
    await choose(page, 'View', 'Duration Curve');
    await page.getByRole('img', { name: /duration curve, values sorted from highest to lowest/ }).waitFor();
    await choose(page, 'View', 'Line');
    await page.getByRole('button', { name: 'Spread…' }).click();
    await page.getByRole('button', { name: 'Show Spread' }).click();
    await page
      .getByText(/SE3 minus NO1/)
      .first()
      .waitFor();
  });

  it('fit a narrow view', async () => {
    const page = await opened(...october, 600);
    await choose(page, 'View', 'Heat Map');
    await heatMap(page).waitFor();
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(await isWider()).toBe(false);
  });
});

it('a single delivery day has no heat map', async () => {
  const page = await opened(Date.UTC(2026, 9, 1, 22), Date.UTC(2026, 9, 2, 22));
  await page.getByRole('combobox', { name: 'View', exact: true }).click();
  expect(await page.getByRole('option', { name: 'Heat Map' }).count()).toBe(0);
});
