import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import { trapText } from '../../unit/traps/trapFiles';
import { statusOf } from '../resultView';
import { openOwnService } from '../sharedWindow';

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

it('preliminary and official prices of the same hours are drawn apart', async () => {
  const own = await openOwnService('traps');
  const period = '2026-11-21T00:00 to 2026-11-21T03:00';
  await own.ask('dayahead-prices', ['NO1', period], { body: trapText('12-preliminary-and-official') });
  const frame = await own.window.resultFrame();
  expect(await statusOf(frame)).toMatch(/, complete/);
  await frame.getByRole('img', { name: /preliminary and official: 6 values/ }).waitFor();
  // A dash is some pixels long, an hour of a full line some hundred.
  await expect.poll(() => longestStroke(frame, 'official')).toBeGreaterThan(100);
  expect(await longestStroke(frame, 'preliminary')).toBeLessThan(20);
  expect(await swatchOf(frame, 'official').getAttribute('stroke-dasharray')).toBe('');
  expect(await swatchOf(frame, 'preliminary').getAttribute('stroke-dasharray')).not.toBe('');
  await own.window.screenshot('preliminary-and-official');
});
