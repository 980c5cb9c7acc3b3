import { wcagContrast } from 'culori';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askFor, openDataset, statusOf } from '../resultView';
import { openOwnService, sharedWindow, type OwnService } from '../sharedWindow';
import { themes, type EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});

/** The view of the dataset, queried with each prompt's suggestion. */
async function open(id: string): Promise<Frame> {
  await window.command('View: Close All Editors');
  await openDataset(window, id);
  const frame = await window.resultFrame();
  expect(await statusOf(frame)).toMatch(/complete/);
  // By then, what is offered is in the order of all rows.
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  return frame;
}

async function choose(frame: Frame, list: string, place: number): Promise<void> {
  await frame.getByRole('combobox', { name: list }).selectOption({ index: place });
}

const figureOf = (frame: Frame, name: string) =>
  frame.locator('.chart-key-figures > div', { has: frame.getByText(name, { exact: true }) }).locator('dd');

describe('orders', () => {
  it('open on a list of contracts, and the depth of one at 13:00 takes two clicks and five keys', async () => {
    await window.command('View: Close All Editors');
    await askFor(window, 'Intraday orders (delayed)', ['NO1', 'yesterday']);
    const frame = await window.resultFrame();
    expect(await statusOf(frame)).toMatch(/complete/);
    const grid = frame.getByRole('grid', { name: 'Contracts' });
    // The first click was that on the dataset.
    await grid.getByRole('row', { name: /^PH-\d+-18 / }).click();
    await frame.getByRole('img', { name: /depth for contract PH-/ }).waitFor();
    for (const key of ['1', '3', '0', '0', 'Enter']) await window.page.keyboard.press(key);
    await frame.getByRole('img', { name: / 13:00 \(last event 12:\d\d(:\d\d)?\), / }).waitFor();
    const time = frame.getByRole('textbox', { name: 'Time of day' });
    await expect.poll(() => time.inputValue()).toBe('13:00');
    await frame.getByText(/^\(last event 12:\d\d(:\d\d)?\)$/).waitFor();
    expect(await figureOf(frame, 'Spread').innerText()).toMatch(/^\d+\.\d\d EUR\/MWh$/);
    expect(await figureOf(frame, 'Middle').innerText()).toMatch(/^\d+\.\d\d\d? EUR\/MWh$/);
    await window.screenshot('depth');
  });

  it('are shown as the depth of a contract at a time that can be moved by keyboard, or as its events', async () => {
    const frame = await window.resultFrame();
    const slider = frame.getByRole('slider', { name: 'Time' });
    await slider.focus();
    await window.page.keyboard.press('Home');
    await frame.getByRole('img', { name: /(1 buy order for|1 sell order for)/ }).waitFor();
    const first = await slider.getAttribute('aria-valuetext');
    expect(first).toMatch(/^\d{4}-\d\d-\d\d .* Europe\/Oslo$/);
    await frame.getByRole('button', { name: 'Previous Event' }).and(frame.locator(':disabled')).waitFor();
    await window.page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(first);
    await frame.getByRole('button', { name: 'Events', exact: true }).click();
    await frame.getByRole('img', { name: /, contract PH-/ }).waitFor();
    await slider.waitFor({ state: 'hidden' });
  });

  it('lead back to the list, in which the keyboard chooses', async () => {
    const frame = await window.resultFrame();
    const { keyboard } = window.page;
    const focused = () => frame.evaluate(() => document.activeElement?.textContent ?? '');
    await frame.getByRole('button', { name: 'Contracts' }).press('Enter');
    // Where it was left.
    await expect.poll(focused).toMatch(/^PH-\d+-18$/);
    await keyboard.press('End');
    const last = await focused();
    await keyboard.press('ArrowUp');
    expect(await focused()).not.toBe(last);
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    const chosen = await focused();
    await keyboard.press('Enter');
    await frame.getByRole('img', { name: new RegExp(`depth for contract ${chosen}`) }).waitFor();
    await expect
      .poll(() =>
        frame
          .getByRole('textbox', { name: 'Time of day' })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
  });
});

describe('curves', () => {
  it('go from period to period by keyboard', async () => {
    const frame = await open('dayahead-curves');
    const period = (of: string) => frame.getByRole('img', { name: new RegExp(`period ${of} of`) });
    const slider = frame.getByRole('slider', { name: 'Period' });
    // They open at the current period.
    await period('\\d+').waitFor();
    const time = frame.getByRole('textbox', { name: 'Start of period' });
    await time.fill('00:20');
    await time.press('Enter');
    await period('2').waitFor();
    await frame.getByRole('button', { name: 'Previous Period' }).click();
    await period('1').waitFor();
    const first = await slider.getAttribute('aria-valuetext');
    await slider.focus();
    await window.page.keyboard.press('ArrowRight');
    await period('2').waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(first);
    await slider.press('Home');
    await period('1').waitFor();
  });

  it('have fields with a visible border, also in a light theme, that say how a shift is typed', async () => {
    const frame = await window.resultFrame();
    const field = frame.getByRole('textbox', { name: 'Volume' });
    expect(await field.getAttribute('placeholder')).toBe('+500');
    const [border, ground] = await field.evaluate((input) => {
      const context = document.createElement('canvas').getContext('2d')!;
      return [document.body, input].map((part) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(part);
        context.fillStyle = part === input ? borderTopColor : backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return `rgb(${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(' ')})`;
      });
    });
    expect(wcagContrast(border!, ground!)).toBeGreaterThan(2.5);
  });

  it('are read 500 beyond the crossing with two clicks and four keys, exactly', async () => {
    const frame = await window.resultFrame();
    const crossing = await figureOf(frame, 'Crossing').innerText();
    // The first click was that on the dataset.
    await frame.getByRole('textbox', { name: 'Volume' }).click();
    for (const key of ['+', '5', '0', '0']) await window.page.keyboard.press(key);
    const said = frame.getByText(/^At volume /);
    await said.waitFor();
    const volume = (text: string) => Number(/ (?:volume|at) ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''));
    expect(volume((await said.innerText()).slice(2))).toBeCloseTo(volume(crossing) + 500, 2);
    expect(await said.innerText()).toMatch(/: Supply \(sell\) -?[\d.]+ · Demand \(buy\) -?[\d.]+$/);
    await frame.getByRole('textbox', { name: 'Price' }).fill('30');
    await frame.getByText(/^At price 30\.00: Supply \(sell\) [\d,.]+ · Demand \(buy\) [\d,.]+$/).waitFor();
    expect(await frame.getByRole('textbox', { name: 'Volume' }).inputValue()).toBe('');
  });

  it('keep their period and where they are read when their tab comes back', async () => {
    const frame = await window.resultFrame();
    await frame.getByRole('slider', { name: 'Period' }).press('Home');
    await frame.getByRole('button', { name: 'Next Period' }).click();
    await frame.getByRole('img', { name: /period 2 of/ }).waitFor();
    await window.command('File: New Untitled Text File');
    await window.page.getByRole('tab', { name: /^Untitled/, selected: true }).waitFor();
    await window.page.getByRole('tab', { name: /^Day-ahead price curves/ }).click();
    const again = await window.resultFrame();
    await again.getByRole('img', { name: /period 2 of.*At price 30\.00/ }).waitFor();
  });
});

it('the chart shows every publication of the capacity of one pair and hour, and goes back', async () => {
  const frame = await open('hub-to-hub-capacities');
  const all = frame.getByRole('img', { name: /combinations? of area pair and hour/ });
  await all.waitFor();
  await choose(frame, 'Pair and hour', 1);
  const history = frame.getByRole('img', { name: /\w → \w+ and \w+ → \w+: \d+ values/ });
  await history.waitFor();
  await window.screenshot('capacity-history');
  await choose(frame, 'Pair and hour', 0);
  await all.waitFor();
});

const hourMs = 3_600_000;

/** The share of rows in a box of the chart, in pixels of the view, that have a pixel with enough contrast. */
const rowsMarked = (frame: Frame, box: { x: number; width: number }): Promise<number> =>
  frame.evaluate(({ x, width }) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.chart-pane canvas');
    const page = document.createElement('canvas').getContext('2d');
    if (!canvas || !page) throw new Error('There is no chart.');
    // Without the edges of the box, and in the upper part of the plot, which the low prices leave empty.
    const left = Math.round(x - canvas.getBoundingClientRect().left) + 2;
    const [top, rows, columns] = [40, 60, Math.round(width) - 4];
    page.fillStyle = getComputedStyle(document.body).backgroundColor;
    page.fillRect(0, 0, 300, 150);
    const luminance = ([red = 0, green = 0, blue = 0]: ArrayLike<number> & Iterable<number>) => {
      const light = (byte: number) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
    };
    const background = luminance(page.getImageData(0, 0, 1, 1).data);
    page.drawImage(canvas, left, top, columns, rows, 0, 0, columns, rows);
    let marked = 0;
    for (let row = 0; row < rows; row += 1) {
      const { data } = page.getImageData(0, row, columns, 1);
      const contrasts = Array.from({ length: columns }, (_, at) => {
        const lights = [background, luminance(data.slice(4 * at, 4 * at + 3))];
        return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
      });
      if (Math.max(...contrasts) >= 3) marked += 1;
    }
    return marked / rows;
  }, box);

describe('a day with missing values', () => {
  let own: OwnService;
  const midnight = Date.UTC(2026, 2, 19, 23);
  /** Low prices, so that they are below the part of the chart that is examined. */
  const prices = [10, 11, 12, 900, null, null, 7, 8, 9, 10, 0, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  const isMissing = (at: number) => at === 10 || at === 11;

  /** Puts the pointer on an hour of the day; resolves with the box around the hour. */
  async function pointAt(frame: Frame, hour: number) {
    const plot = frame.locator('.chart-plot canvas');
    const whole = await plot.boundingBox();
    if (!whole) throw new Error('There is no chart.');
    const interval = frame.locator('.chart-interval');
    // Where the axis begins is known from the first hour.
    await window.page.mouse.move(whole.x + 90, whole.y + 120);
    await frame.locator('.chart-plot').press('Home');
    await frame.locator('.chart-plot').press('Escape');
    await frame.locator('.chart-plot').focus();
    await frame.locator('.chart-plot').press('ArrowRight');
    const first = await interval.boundingBox();
    if (!first) throw new Error('No interval is marked.');
    await window.page.mouse.move(first.x + (hour + 0.5) * first.width, whole.y + 120);
    const frameLeft = whole.x - (await plot.evaluate((canvas) => canvas.getBoundingClientRect().left));
    return { x: first.x + hour * first.width - frameLeft, width: first.width };
  }

  beforeAll(async () => {
    own = await openOwnService('charts');
    const timeOf = (at: number) => new Date(midnight + at * hourMs).toISOString();
    const values = prices
      .map((value, at) => ({ startTime: timeOf(at), endTime: timeOf(at + 1), value }))
      .filter((_, at) => !isMissing(at));
    const attributes = [{ role: null, name: 'deliveryArea', value: 'NO1' }];
    const json = [{ type: 'price', unit: 'EUR/MWh', resolution: 'PT1H', attributes, values }];
    await own.ask('dayahead-prices', ['NO1', '2026-03-20'], { json });
    await statusOf(await window.resultFrame());
  });

  it.each(themes)(
    'marks both kinds of absence so that they can be seen and told apart: %s',
    async (theme) => {
      const frame = await window.resultFrame();
      await window.theme(theme);
      const marked = async (hour: number, part: 'interval' | 'its start' = 'interval') => {
        const box = await pointAt(frame, hour);
        await window.page.mouse.move(0, 0);
        return rowsMarked(frame, part === 'interval' ? box : { x: box.x - 4, width: 10 });
      };
      // A flat area has edges that cross every row, dots leave rows free, and between the lines of the grid
      // nothing is drawn elsewhere.
      await expect.poll(() => marked(10, 'its start')).toBeGreaterThan(0.9);
      expect(await marked(10)).toBe(0);
      const dotted = await marked(4);
      expect(dotted).toBeGreaterThan(0.1);
      expect(dotted).toBeLessThan(0.7);
      expect(await marked(18)).toBe(0);
      await window.screenshot(`gaps-${theme}`);
    },
  );
});
