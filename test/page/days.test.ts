import { describe, expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import type { OpenedDay } from '#src/protocol/openedRange';
import { addDays } from '#src/market/time/deliveryDay';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { drawn, openView } from './openView';

/** Days from 1 January 2025 on, of which some lack something. */
function daysOf(count: number, isTroubled = true): OpenedDay[] {
  return Array.from({ length: count }, (_, at): OpenedDay => {
    const day = addDays('2025-01-01', at);
    const good: OpenedDay = { day, outcome: 'success', rows: 192, bytes: 3100, findings: [] };
    if (!isTroubled) return good;
    const none = { ...good, rows: 0, bytes: 0 };
    const part = { ...good, outcome: 'incomplete' } as const;
    if (at % 97 === 40) return { ...part, findings: [{ kind: 'missing', count: 4 }] };
    if (at % 211 === 60) return { ...part, findings: [{ kind: 'duplicates', count: 2 }] };
    if (at === 272) return { ...good, findings: [{ kind: 'length', count: 2 }] };
    if (at >= 100 && at < 103) return { ...none, outcome: 'timeout' };
    if (at === 150) return { ...none, outcome: 'responseMissing' };
    if (at === 151) return { ...none, outcome: 'responseChanged' };
    if (at === 152) return { ...good, rowFile: 'missing' };
    if (at === 153) return { ...part, rowFile: 'changed', findings: [{ kind: 'missing', count: 4 }] };
    if (at === 200) return { ...none, outcome: 'noData' };
    if (at >= count - 3) return { ...none, outcome: at === count - 3 ? 'notAsked' : 'pending' };
    return good;
  });
}

const rangeState = (days: OpenedDay[]): Partial<ResultState> => ({
  source: {
    kind: 'range',
    uri: 'file:///w/market-data/range/dayahead-prices',
    target: 'market-data/range/dayahead-prices',
    from: days[0]!.day,
    to: days.at(-1)!.day,
    days,
  },
  rows: days.reduce((sum, { rows }) => sum + rows, 0),
  defaultView: 'days',
});

async function viewOf(days: OpenedDay[], width?: number, means?: (series: string) => number) {
  const view = await openView({
    ...(width !== undefined && { width }),
    answer(shown, { ask, asked: { kind, question } }) {
      if (kind !== 'dayFigures' || !means) return;
      const { series: label = 'NO1' } = question;
      const figures = Object.fromEntries(
        days.filter(({ rows }) => rows > 0).map(({ day }, at) => [day, means(label) + (at % 70) * 1.237 - 9]),
      );
      const answer = { series: ['NO1', 'SE3'], label, unit: 'EUR/MWh', rule: 'mean', figures } as const;
      shown
        .say({ kind: 'answer', ask, answer: { ...answer, series: [...answer.series] } })
        .catch(() => undefined);
    },
  });
  await view.show(resultState(rangeState(days)));
  await view.page.getByRole('grid', { name: 'Delivery days' }).waitFor();
  return view;
}

describe('the calendar of a range', () => {
  it('shows whole weeks in a narrow view, however long the findings below them are', async () => {
    const { page } = await viewOf(daysOf(150), 242);
    await page.getByRole('table', { name: 'Days to review' }).waitFor();
    const { x = NaN, width = NaN } =
      (await page.locator('.weekdays > :last-child').first().boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(242);
  });

  it('shows preliminary days in a shape of their own, and offers to fetch them again', async () => {
    const days = daysOf(30, false).map((day, at) =>
      at === 9 || at === 10 ? { ...day, outcome: 'preliminary' as const } : day,
    );
    const { page } = await viewOf(days);
    const cell = page.getByRole('gridcell', { name: '10 Jan 2025: 192 rows, 3.1 kB; Preliminary' });
    await cell.waitFor();
    const whole = page.getByRole('gridcell', { name: /^9 Jan 2025: .*complete$/ });
    const borders = [cell, whole].map((each) =>
      each.evaluate((item) => getComputedStyle(item).borderTopStyle),
    );
    expect(await Promise.all(borders)).toEqual(['dashed', 'solid']);
    const legend = await page.getByRole('list', { name: 'Days by outcome' }).innerText();
    expect(legend.split('\n').filter(Boolean)).toEqual(['28 complete', '2 preliminary']);
    // Everything is there, although some of it may be replaced.
    expect(await page.getByRole('status').first().innerText()).not.toContain('not complete');
    await page.getByRole('button', { name: 'Fetch Missing Days' }).waitFor();
  });

  it('shows how complete each day is, and counts the days of each kind', async () => {
    const { page } = await viewOf(daysOf(730));
    const cells = page.getByRole('gridcell');
    expect(await cells.count()).toBe(730);
    await page
      .getByRole('gridcell', { name: '10 Feb 2025: 192 rows, 3.1 kB; Incomplete: 4 missing' })
      .waitFor();
    const legend = await page.getByRole('list', { name: 'Days by outcome' }).innerText();
    expect(legend).toMatch(/7\d\d complete/);
    expect(legend).toMatch(/12 incomplete/);
    expect(legend).toMatch(/3 failed/);
    expect(legend).toMatch(/1 row file changed/);
    expect(await page.locator('.days-readout').innerText()).toBe('Select a day to open only that day.');
    const table = page.getByRole('table', { name: 'Days to review' });
    await table.getByText('11 Apr 2025 to 13 Apr 2025').waitFor();
    await table.getByText('change of resolution').waitFor();
    await page.setViewportSize({ width: 600, height: 700 });
    const leftOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => {
          const { paddingLeft } = getComputedStyle(each);
          return each.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
        });
    expect(await leftOf('.days-readout')).toBe(await leftOf('.result-header'));
    expect(await leftOf('.days-scroll')).toBe(await leftOf('.result-header'));
  });

  it('is there while the responses are still being read, and names those that turn out to be changed', async () => {
    const days = daysOf(30, false);
    const { page, show } = await viewOf(days);
    const reading = { phase: { kind: 'receiving' }, rows: 1920, records: 20, revision: 2 } as const;
    await show(resultState({ ...rangeState(days), ...reading }));
    await page.getByRole('status').getByText('Reading: 20 records').waitFor();
    expect(await page.getByRole('gridcell', { name: /complete$/ }).count()).toBe(30);
    const changed = { outcome: 'responseChanged', rows: 0, bytes: 0 } as const;
    const read = days.map((day, at) => (at === 9 ? { ...day, ...changed } : day));
    await show(resultState({ ...rangeState(read), revision: 3 }));
    const name = '10 Jan 2025: The response has changed since it was fetched';
    await page.getByRole('gridcell', { name }).waitFor();
    const legend = await page.getByRole('list', { name: 'Days by outcome' }).innerText();
    expect(legend.split('\n').filter(Boolean)).toEqual(['29 complete', '1 response changed']);
  });

  it("shows each day's mean, and that of another series if one is chosen", async () => {
    const { page } = await viewOf(daysOf(365), undefined, (series) => (series === 'NO1' ? 0 : 1000));
    const first = page.getByRole('gridcell', { name: /^1 Jan 2025: .*; mean -9\.00 EUR\/MWh$/ });
    await first.waitFor();
    expect(await first.innerText()).toMatch(/^1\s+-9\.0$/);
    await page.getByText('Mean of each day (EUR/MWh)').waitFor();
    await page.getByRole('combobox', { name: 'Series' }).selectOption('SE3');
    await page.getByRole('gridcell', { name: /^1 Jan 2025: .*; mean 991\.00 EUR\/MWh$/ }).waitFor();
    // A day without rows has none.
    await page.getByRole('gridcell', { name: /^11 Apr 2025: [^;]*$/ }).waitFor();
  });

  it('says how long a day is beside its number, not as a power of it', async () => {
    const { page } = await viewOf(daysOf(365, false), undefined, () => 0);
    const cell = page.getByRole('gridcell', { name: /^26 Oct 2025, 25 hours/ });
    await cell.getByText('25h').waitFor();
    expect(await cell.locator('.day-number').innerText()).toBe('26');
    const [number, hours] = await Promise.all([
      cell.locator('.day-number').boundingBox(),
      cell.locator('.day-hours').boundingBox(),
    ]);
    expect(hours!.x).toBeGreaterThanOrEqual(number!.x + number!.width);
  });

  it.each([
    ['Dark Modern', '#cccccc', '#1f1f1f'],
    ['Light Modern', '#3b3b3b', '#ffffff'],
    ['Dark High Contrast', '#ffffff', '#000000'],
    ['Light High Contrast', '#292929', '#ffffff'],
  ])('is colored by its figures, on which text is legible in %s', async (_, foreground, background) => {
    const { page } = await viewOf(daysOf(365), undefined, () => -30);
    await page.getByText('Mean of each day (EUR/MWh)').waitFor();
    const colored = await page.locator('.days-months .day-figured').evaluateAll(
      (cells, [text, ground]) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
        const luminanceOf = (...colors: string[]) => {
          for (const color of colors) {
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
          }
          const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((level) =>
            level <= 10 ? level / 3294 : ((level / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return cells.map((cell) => {
          const color = getComputedStyle(cell).backgroundColor;
          const [low = 0, high = 0] = [luminanceOf(text!), luminanceOf(ground!, color)].sort((a, b) => a - b);
          return { color, contrast: (high + 0.05) / (low + 0.05) };
        });
      },
      [foreground, background],
    );
    // The test's days have 70 different figures.
    expect(new Set(colored.map(({ color }) => color)).size).toBeGreaterThan(50);
    expect(Math.min(...colored.map(({ contrast }) => contrast))).toBeGreaterThan(4.5);
    // Days without a figure have the color of their state, and the legend says what both mean.
    await page
      .getByRole('gridcell', { name: /^11 Apr 2025: / })
      .and(page.locator(':not(.day-figured)'))
      .waitFor();
    expect(await page.locator('.days-extent').innerText()).toMatch(/^-39\.0\s+46\.\d$/);
  });

  it.each([
    [600, 31],
    [1000, 31],
    [1000, 365],
    [1400, 365],
  ])('uses the width of a window of %i pixels for %i days', async (width, count) => {
    const { page } = await viewOf(daysOf(count, false), width, () => 100);
    await page.getByText('Mean of each day (EUR/MWh)').waitFor();
    const [all, body] = await Promise.all([
      page.locator('.days-months').boundingBox(),
      page.locator('.days-body').boundingBox(),
    ]);
    const last = await page
      .locator('.days-month')
      .evaluateAll((months) => Math.max(...months.map((month) => month.getBoundingClientRect().right)));
    // A single month needs no more than this.
    expect(last - all!.x).toBeGreaterThan(Math.min(740, all!.width - 4));
    expect(body!.width).toBeGreaterThan(width * 0.9);
    const touching = await page.locator('.days-months .day').evaluateAll((cells) => {
      const boxes = cells.map((cell) => cell.getBoundingClientRect());
      return boxes.filter((box, at) => {
        const next = boxes[at + 1];
        return next?.top === box.top && next.left > box.left && next.left < box.right + 1;
      }).length;
    });
    expect(touching).toBe(0);
    const overflowing = await page
      .locator('.days-months .day')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
    expect(overflowing).toBe(0);
  });

  it('opens days with rows by mouse and keyboard, and no others', async () => {
    const { page, actions } = await viewOf(daysOf(730));
    await page.getByRole('gridcell', { name: /^10 Feb 2025: / }).click();
    await expect.poll(actions).toContain('openDay');
    const count = () => actions().filter((kind) => kind === 'openDay').length;
    expect(count()).toBe(1);
    await page.getByRole('gridcell', { name: /^11 Apr 2025: / }).click({ force: true });
    await page.keyboard.press('Enter');
    // The day after the failed ones.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect.poll(count).toBe(2);
    await page.getByRole('button', { name: '10 Feb 2025' }).click();
    await expect.poll(count).toBe(3);
  });

  it('offers to fetch missing days, but only if there are any', async () => {
    const { page, actions } = await viewOf(daysOf(730));
    await page.getByRole('button', { name: 'Fetch Missing Days' }).click();
    await expect.poll(actions).toContain('fetchDays');
    const all = await viewOf(daysOf(60, false));
    expect(await all.page.getByRole('button', { name: 'Fetch Missing Days' }).isVisible()).toBe(false);
    // The legend already says that all days are complete.
    expect(await all.page.locator('.days-remarks').isVisible()).toBe(false);
  });

  it('offers to verify the files, and in the menu of more actions, which any view has, to open them again', async () => {
    const { page, actions } = await viewOf(daysOf(730));
    await page.getByRole('button', { name: 'Verify Files' }).click();
    await expect.poll(actions).toEqual(['verifyFiles']);
    await page.getByRole('tab', { name: 'Table' }).click();
    const more = page.getByRole('button', { name: 'More Actions' });
    for (const name of ['Verify Files', 'Fetch Missing Days', 'Open Again']) {
      await more.click();
      await page.getByRole('menuitem', { name }).click();
    }
    await expect.poll(actions).toEqual(['verifyFiles', 'verifyFiles', 'fetchDays', 'openAgain']);
    const all = await viewOf(daysOf(60, false));
    const items = async () => {
      await all.page.getByRole('button', { name: 'More Actions' }).click();
      return all.page.getByRole('menuitem').allInnerTexts();
    };
    expect(await items()).toEqual(['Verify Files', 'Open Again']);
    await all.page.keyboard.press('Escape');
    await all.show(resultState());
    await all.page.getByRole('tab', { name: 'Chart', selected: true }).waitFor();
    expect(await items()).not.toContain('Verify Files');
  });

  it('is a tab of ranges only, while other results start with their chart', async () => {
    const { page, show } = await viewOf(daysOf(1, false));
    await page.getByRole('tab', { name: 'Days', selected: true }).waitFor();
    // A single day isn't preselected.
    expect(await page.locator('.days-readout').innerText()).toBe('');
    expect(await page.getByRole('tab').count()).toBe(5);
    await show(resultState({ id: 'another' }));
    await page.getByRole('tab', { name: 'Chart', selected: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(4);
    await page.getByRole('tab', { name: 'Chart' }).focus();
    for (const name of ['Table', 'JSON', 'Request', 'Chart']) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
  });

  it('of ten years appears at once, and keeps the focused day and its readout when days change', async () => {
    const { page, show } = await viewOf(daysOf(3650));
    await page.getByRole('gridcell', { name: /^1 Jan 2025: / }).focus();
    await page.keyboard.press('ArrowDown');
    await show(resultState({ ...rangeState(daysOf(3650, false)), revision: 9 }));
    await drawn(page);
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^8 Jan 2025/);
    expect(await page.locator('.days-readout').innerText()).toMatch(/^8 Jan 2025/);
  });
});
