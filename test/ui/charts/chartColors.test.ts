import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chartColors } from '#view/chart/model/seriesStyles';
import { shortcomings } from '../../unit/webview-ui/chart/colorViews';
import { askFor, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import { defaultVersion, shippedThemes, type EditorWindow } from '../support';

const themes = await shippedThemes();
const least = { contrast: 3, neighbors: 10, others: 8 };

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});

async function drawn(): Promise<Frame> {
  const frame = await window.resultFrame();
  expect(await statusOf(frame)).toMatch(/complete/);
  await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
  return frame;
}

/** Colors as pixels have them: of the page below the chart, and of the legend's swatches on it. */
const colorsOf = (frame: Frame): Promise<{ background: string; series: string[] }> =>
  frame.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    const paint = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return `rgb(${red}, ${green}, ${blue})`;
    };
    const ground = getComputedStyle(document.body).backgroundColor;
    return {
      background: paint(ground),
      series: [...document.querySelectorAll('.chart-legend .chart-swatch path')].map((path) => {
        const { stroke, fill } = getComputedStyle(path);
        paint(ground);
        return paint(stroke === 'none' ? fill : stroke);
      }),
    };
  });

/** How many opaque pixels of the chart have each of these colors. */
const pixelsOf = (frame: Frame, colors: readonly string[]): Promise<number[]> =>
  frame.evaluate((wanted) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.chart-pane canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!data) throw new Error('There is no chart.');
    return wanted.map((color) => {
      const [red, green, blue] = (color.match(/\d+/g) ?? []).map(Number);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const same = data[at] === red && data[at + 1] === green && data[at + 2] === blue;
        if (same && data[at + 3] === 255) count += 1;
      }
      return count;
    });
  }, colors);

/** Checks that all colors of the legend are in the chart, and can be seen on the page and told apart. */
async function expectVisible(frame: Frame, count: number): Promise<void> {
  await expect.poll(async () => (await colorsOf(frame)).series.length).toBe(count);
  // The page and the chart are painted one after the other when the theme changes.
  const found = async () => {
    const { background, series } = await colorsOf(frame);
    return shortcomings(series, background, least);
  };
  await expect.poll(found).toEqual([]);
  const { series } = await colorsOf(frame);
  for (const pixels of await pixelsOf(frame, series)) expect(pixels).toBeGreaterThan(100);
}

describe('the prices of two areas', () => {
  /** What a view gets from each theme, by the theme's name. */
  const variables: Record<string, Record<string, string>> = {};

  beforeAll(async () => {
    await askFor(window, 'Day-ahead prices', ['NO1,SE3', '2026-03-20']);
    await drawn();
  });

  it.each(themes)('can be seen and told apart in $label', async ({ label, id }) => {
    const frame = await window.resultFrame();
    await window.theme(label);
    await expect.poll(() => frame.evaluate(() => document.body.dataset['vscodeThemeId'])).toBe(id);
    variables[label] = await frame.evaluate(
      (names) => {
        const style = getComputedStyle(document.documentElement);
        return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
      },
      ['--vscode-editor-background', ...chartColors.map(([name]) => name)],
    );
    await expectVisible(frame, 2);
  });

  it('are drawn in the colors that the unit tests check', async () => {
    const text = `${JSON.stringify(variables, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../fixtures/themes/${defaultVersion}.json`);
  });
});
