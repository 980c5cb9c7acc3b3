import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { chooseContract, openDataset, showView, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await sharedWindow();
});
afterAll(async () => {
  await window.page.setViewportSize({ width: 1400, height: 900 });
});

/**
 * With the side bar open, the view is about 640, 340, 240, and 1040 pixels wide, and as low as above an open panel. Each
 * differs from the one before, so that the chart is drawn anew.
 */
const sizes = ['1000x700', '700x800', '600x600', '700x450', '1400x500', '1400x900'] as const;
const smallSizes: readonly string[] = ['600x600', '700x450'];

/** A text as it was painted last: what its ink covers, and whether the edge of what is visible cuts it. */
interface Painted {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  isCut: boolean;
}

/** Notes every text from now on, with where it is in pixels of the canvas; a canvas that is cleared has none. */
async function noteTexts(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const page = globalThis as { painted?: { texts: Painted[]; width: number } };
    if (page.painted) return;
    const painted = { texts: [] as Painted[], width: 0 };
    page.painted = painted;
    interface Sides {
      left: number;
      right: number;
      /** A list scrolls: its last row may be cut here. */
      bottom: number;
    }
    const everything: Sides = { left: -Infinity, right: Infinity, bottom: Infinity };
    const clips: Sides[] = [];
    let clip = everything;
    let rectangle = everything;
    const { prototype } = CanvasRenderingContext2D;
    const { fillText, clearRect, rect, clip: clipTo, save, restore } = prototype;
    const isChart = ({ canvas }: CanvasRenderingContext2D) => canvas.closest('.chart-pane') !== null;
    prototype.save = function () {
      if (isChart(this)) clips.push(clip);
      save.call(this);
    };
    prototype.restore = function () {
      if (isChart(this)) clip = clips.pop() ?? everything;
      restore.call(this);
    };
    prototype.rect = function (x, y, width, height) {
      rectangle = { left: x, right: x + width, bottom: y + height };
      rect.call(this, x, y, width, height);
    };
    prototype.clip = function (...more: unknown[]) {
      if (isChart(this) && more.length === 0)
        clip = {
          left: Math.max(clip.left, rectangle.left),
          right: Math.min(clip.right, rectangle.right),
          bottom: Math.min(clip.bottom, rectangle.bottom),
        };
      Reflect.apply(clipTo, this, more);
    };
    prototype.clearRect = function (x, y, width, height) {
      if (isChart(this)) Object.assign(painted, { texts: [], width: this.canvas.clientWidth });
      clearRect.call(this, x, y, width, height);
    };
    prototype.fillText = function (text, x, y, most = Infinity) {
      const isVisible = this.globalAlpha > 0 && this.fillStyle !== 'rgba(0, 0, 0, 0)';
      if (isChart(this) && text.trim() !== '' && isVisible) {
        const size = this.measureText(text);
        const { a: ratio } = this.getTransform();
        const at = this.getTransform().transformPoint({ x, y });
        const left = at.x / ratio - size.actualBoundingBoxLeft;
        const right = at.x / ratio + size.actualBoundingBoxRight;
        const edges = {
          left: Math.max(0, clip.left) - 0.5,
          right: Math.min(this.canvas.clientWidth, clip.right) + 0.5,
        };
        painted.texts.push({
          text,
          left,
          right,
          top: at.y / ratio - size.actualBoundingBoxAscent,
          bottom: Math.min(clip.bottom, at.y / ratio + size.actualBoundingBoxDescent),
          isCut: left < edges.left || right > edges.right || size.width > most,
        });
      }
      fillText.call(this, text, x, y, most === Infinity ? undefined : most);
    };
  });
}

/** The texts once the chart is drawn at its present size. */
async function textsAfterResize(frame: Frame): Promise<Painted[]> {
  const look = () =>
    frame.evaluate(() => {
      const { texts, width } = (globalThis as { painted?: { texts: Painted[]; width: number } }).painted!;
      const canvas = document.querySelector<HTMLCanvasElement>('.chart-pane canvas')!;
      const frameWidth = canvas.parentElement!.clientWidth;
      return { texts, isDrawn: width === frameWidth && frameWidth <= innerWidth, innerWidth, innerHeight };
    });
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await look();
        const isSame = JSON.stringify(now) === before;
        before = JSON.stringify(now);
        return isSame && now.isDrawn && now.texts.length > 0;
      },
      { interval: 150 },
    )
    .toBe(true);
  return (await look()).texts;
}

/** What nobody could read, in words. */
function shortcomings(texts: readonly Painted[]): string[] {
  const cut = texts.filter(({ isCut }) => isCut).map(({ text }) => `"${text}" is cut`);
  // Letters of different lines may touch.
  const share = (from: number, to: number, other: number, end: number) =>
    Math.min(to, end) - Math.max(from, other) > 1;
  const overlapping = texts.flatMap((one, place) =>
    texts
      .slice(0, place)
      .filter(
        (other) =>
          share(one.left, one.right, other.left, other.right) &&
          share(one.top, one.bottom, other.top, other.bottom),
      )
      .map((other) => `"${other.text}" and "${one.text}" overlap`),
  );
  return [...cut, ...overlapping];
}

/** Key figures below the chart of which only a part can be seen. */
const halfFigures = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const list = document.querySelector('.chart-key-figures')!;
    const { right, bottom } = list.getBoundingClientRect();
    return [...list.children]
      .filter((item) => {
        const box = item.getBoundingClientRect();
        const isShown = box.height > 0 && box.top < bottom - 2;
        return isShown && (box.bottom > bottom + 2 || box.right > right + 1);
      })
      .map((item) => item.textContent);
  });

/** Controls that can be seen, but not whole, and the picture if it ends below the view. */
const outsideView = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const scrolling = '.query-bar .chips, .chart-legend, [role="grid"], .folded-columns';
    const controls = [...document.querySelectorAll('button, select, input, [role="tab"], canvas')];
    return controls
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(scrolling))
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((each) => `${each.ariaLabel ?? each.textContent} ${each.tagName} leaves the view`);
  });

/** The rows of the table that are whole inside the view. */
const wholeRows = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const end = document.querySelector('.table-foot')?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll('[role="grid"] tbody tr')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= Math.min(end, innerHeight)).length;
  });

async function expectRows(frame: Frame): Promise<void> {
  await showView(frame, 'Table');
  for (const size of smallSizes) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await window.page.setViewportSize({ width, height });
    await expect.poll(() => wholeRows(frame), { message: size }).toBeGreaterThanOrEqual(5);
    expect(await outsideView(frame), size).toEqual([]);
  }
  await window.page.setViewportSize({ width: 1400, height: 900 });
}

async function expectReadable(frame: Frame): Promise<void> {
  await noteTexts(frame);
  const found: Record<string, string[]> = {};
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await window.page.setViewportSize({ width, height });
    const wrong = [
      ...shortcomings(await textsAfterResize(frame)),
      ...(await halfFigures(frame)),
      ...(await outsideView(frame)),
    ];
    if (wrong.length > 0) found[size] = wrong;
  }
  expect(found).toEqual({});
}

describe('no two texts of a chart overlap, and none is cut, in windows of six sizes beside the side bar', () => {
  it.each(datasets.map(({ id }) => id).filter((id) => id !== 'intraday-orders'))('in %s', async (id) => {
    await window.command('View: Close All Editors');
    await openDataset(window, id);
    const frame = await window.resultFrame();
    await statusOf(frame);
    await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
    await expectReadable(frame);
    await expectRows(frame);
  });

  it('in intraday-orders, as depth and as events', async () => {
    await window.command('View: Close All Editors');
    await openDataset(window, 'intraday-orders');
    const frame = await window.resultFrame();
    await statusOf(frame);
    await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
    await chooseContract(frame, 60);
    await frame.getByRole('slider', { name: 'Time' }).fill('100');
    await expectReadable(frame);
    await frame.getByRole('button', { name: 'Events' }).click();
    await expectReadable(frame);
    await expectRows(frame);
  });
});
