import type { Frame } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { trapText } from '../../unit/traps/trapFiles';
import { openOwnService, type OwnService } from '../sharedWindow';
import { firstCells, rowCount, showView, statusOf } from '../resultView';

/** An odd response; `records` are the ones of its file that are sent, all by default. */
interface Case {
  readonly title: string;
  readonly fixture: string;
  readonly records?: readonly [from: number, to: number];
  readonly dataset: string;
  readonly texts: readonly string[];
  /** The inputs for the other parameters, if they matter. */
  readonly more?: readonly string[];
  /** Texts of the integrity strip. */
  readonly strip: readonly string[];
  /** A finding's button, and how many rows it shows. */
  readonly shows?: readonly [finding: string, rows: number];
  readonly look?: (frame: Frame) => Promise<void>;
}

/** Inputs for day-ahead prices: the period, and the currency where it matters. */
type PriceCase = Omit<Case, 'dataset' | 'texts'> & { period: string; currency?: string };

/** Area and period and, where it matters, block, status, and currency. */
const prices = ({ period, currency, ...rest }: PriceCase): Case => ({
  dataset: 'dayahead-prices',
  texts: ['NO1', period],
  ...(currency === undefined ? {} : { more: ['', '', currency] }),
  ...rest,
});

/** The table shows these starts, from a row on. */
async function starts(frame: Frame, from: number, ...expected: string[]): Promise<void> {
  await showView(frame, 'Table');
  const shown = async () => (await firstCells(frame).allInnerTexts()).slice(from);
  await expect.poll(async () => (await shown()).slice(0, expected.length)).toEqual(expected);
}

/** The swatch next to the name of a series. */
const swatchOf = (frame: Frame, series: string) =>
  frame.getByRole('toolbar', { name: 'Series' }).getByRole('button', { name: series }).locator('path');

/** The longest horizontal stroke that is drawn in the color of a series without a gap, in pixels. */
async function longestStroke(frame: Frame, series: string): Promise<number> {
  const color = await swatchOf(frame, series).evaluate((path) => getComputedStyle(path).stroke);
  return frame.locator('canvas').evaluate((canvas: HTMLCanvasElement, stroke) => {
    const context = canvas.getContext('2d')!;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const paper = new OffscreenCanvas(1, 1).getContext('2d')!;
    paper.fillStyle = stroke;
    paper.fillRect(0, 0, 1, 1);
    const wanted = paper.getImageData(0, 0, 1, 1).data;
    const isWanted = (pixel: number) =>
      [0, 1, 2].every((part) => Math.abs(data[4 * pixel + part]! - wanted[part]!) < 60);
    let [longest, current] = [0, 0];
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      if (pixel % width === 0 || !isWanted(pixel)) current = 0;
      else longest = Math.max(longest, (current += 1));
    }
    return longest;
  }, color);
}

const cases: readonly Case[] = [
  prices({
    title: 'the day in March is complete with 92 quarter hours, and has no third hour',
    fixture: '02-23-and-25-hours',
    records: [0, 1],
    period: '2026-03-29',
    strip: ['92 of 92 quarter hours'],
    look: (frame) => starts(frame, 7, '2026-03-29 01:45 +01:00', '2026-03-29 03:00 +02:00'),
  }),
  prices({
    title: 'the night that brought quarter hours shows both lengths',
    fixture: '06-two-resolutions',
    period: '2025-09-30T22:00+02:00 to 2025-10-01T02:00+02:00',
    strip: ['10 of 10 intervals', '2 of 60 min'],
    shows: ['8 of 15 min', 8],
  }),
  prices({
    title: 'blocks have their true widths, and nothing is missing between them',
    fixture: '08-blocks',
    period: '2026-03-29',
    strip: ['3 intervals', '1 of 4 h', '1 of 7 h', '1 of 12 h'],
    look: (frame) => frame.getByRole('img', { name: /Off-peak 1, Peak, and Off-peak 2/ }).waitFor(),
  }),
  prices({
    title: 'preliminary and official prices of the same hours stay apart',
    fixture: '12-preliminary-and-official',
    period: '2026-11-21T00:00 to 2026-11-21T03:00',
    strip: ['3 of 3 hours', '3 official'],
    shows: ['3 preliminary', 3],
    async look(frame) {
      await frame.getByRole('img', { name: /preliminary and official: 6 values/ }).waitFor();
      // A dash is some pixels long, an hour of a full line some hundred.
      await expect.poll(() => longestStroke(frame, 'official')).toBeGreaterThan(100);
      expect(await longestStroke(frame, 'preliminary')).toBeLessThan(20);
      expect(await swatchOf(frame, 'official').getAttribute('stroke-dasharray')).toBe('');
      expect(await swatchOf(frame, 'preliminary').getAttribute('stroke-dasharray')).not.toBe('');
    },
  }),
  prices({
    title: 'a currency other than the requested one is named',
    fixture: '14-currency-and-unit',
    period: '2026-07-15T00:00 to 2026-07-15T04:00',
    currency: 'NOK',
    strip: ['Currency: requested NOK, received EUR'],
    look: (frame) => frame.getByRole('img', { name: /minimum -0\.30, maximum 12\.10/ }).waitFor(),
  }),
  {
    title: 'orders with two different times are found',
    fixture: '25-epoch-twins',
    dataset: 'intraday-orders',
    texts: ['FI', '2026-11-21'],
    strip: [],
    shows: ['1 row where epoch and time differ', 1],
  },
];

/** What a strip says of a response that isn't complete. */
const lacking = /missing$|^no data for|: requested .* received|without values$/;

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('traps');
});
afterEach(() => own.window.command('View: Close All Editors'));

describe('in the window', () => {
  it.each(cases)('$title', async ({ fixture, records, dataset, texts, more, strip, shows, look }) => {
    const text = trapText(fixture);
    const all = JSON.parse(text) as unknown[];
    const answer = records ? { json: all.slice(...records) } : { body: text };
    await own.ask(dataset, texts, answer, more);
    const frame = await own.window.resultFrame();
    const lacks = strip.some((part) => lacking.test(part));
    expect(await statusOf(frame)).toMatch(lacks ? /^\d[\d,]* rows? received; / : /, complete/);
    const list = frame.getByRole('list', { name: 'Integrity' });
    for (const part of strip) await list.getByText(part, { exact: true }).waitFor();
    await look?.(frame);
    await own.window.screenshot(`${fixture}-${texts.join('').replace(/\W/g, '')}`);
    if (!shows) return;
    const [finding, rows] = shows;
    await list.getByRole('button', { name: finding }).click();
    await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
  });

  it('no errors are logged', () => {
    expect(own.window.viewComplaints()).toEqual([]);
  });
});
