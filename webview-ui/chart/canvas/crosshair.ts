import { element } from '../../controls/dom';
import type { CrosshairReadout, Drawing, TooltipLine } from '../model/drawing';
import { labelParts, without } from '../model/labelParts';
import type { Box } from '../model/firstFree';
import type { ChartCanvas } from './canvas';
import { colorOf, type Theme } from '../model/theme';

function putAt(target: HTMLElement, box: Partial<Box>): void {
  for (const [side, pixels] of Object.entries(box)) target.style.setProperty(side, `${pixels}px`);
}

/** Pixels between the crosshair and its tooltip. */
const tooltipDistance = 14;

/** Digits before the decimal point, and from it on, so that numbers can be aligned at it. */
const number = /^([+-]?[\d,]+)(\.\d+)?$/;

/** The cells of a tooltip's line: its color, its label, and a number or words. */
function tooltipCells({ style, value, unit }: TooltipLine, label: string, theme: Theme): HTMLElement[] {
  const swatch = element('span', { class: 'chart-tooltip-swatch' });
  if (style !== undefined) swatch.style.setProperty('background-color', colorOf(style, theme));
  const [, whole, fraction = ''] = number.exec(value) ?? [];
  return [
    swatch,
    element('span', { class: 'cut' }, label),
    ...(whole === undefined
      ? [element('span', { class: 'chart-tooltip-words' }, `${value} ${unit}`.trimEnd())]
      : [
          element('b', { class: 'chart-tooltip-whole' }, whole),
          element('b', {}, fraction),
          element('span', { class: 'quiet' }, unit),
        ]),
  ];
}

/** The top of a box, moved up or down as little as possible so that it covers no label; unmoved without room. */
export function besideLabels(box: Box, labels: readonly Box[], height: number): number {
  const near = labels.filter(({ left, width }) => left < box.left + box.width && box.left < left + width);
  const isClear = (top: number) =>
    near.every((label) => top + box.height <= label.top || top >= label.top + label.height);
  const moved = near.flatMap((label) => [label.top - box.height, label.top + label.height]);
  const [top = box.top] = [box.top, ...moved]
    .filter((each) => each >= 0 && each + box.height <= height && isClear(each))
    .sort((a, b) => Math.abs(a - box.top) - Math.abs(b - box.top));
  return top;
}

/** The crosshair and the selection are above the canvas, so that moving them doesn't redraw the chart. */
export function createCrosshairLayer() {
  const line = element('div', { class: 'chart-crosshair' });
  const interval = element('div', { class: 'chart-interval' });
  const selection = element('div', { class: 'chart-selection' });
  const dots = element('div', {});
  const tooltip = element('div', { class: 'chart-tooltip', 'aria-hidden': 'true' });
  const made = element('div', { class: 'chart-crosshair-layer' }, interval, line, dots, selection, tooltip);
  for (const part of [line, interval, selection, tooltip]) part.hidden = true;

  /** Shows what is at the crosshair beside it, on the side with more room, above or below the labels of points. */
  function showTooltip(
    { heading, lines }: CrosshairReadout,
    spot: { x: number; y: number },
    theme: Theme,
    labels: readonly Box[],
  ) {
    const { rests } = labelParts(lines.map(({ label, group = '' }) => without(label, group) || label));
    const headed = (text: string) => element('span', { class: 'chart-tooltip-heading' }, text);
    tooltip.replaceChildren(
      headed(heading),
      ...lines.flatMap((one, index) => [
        ...(one.group === undefined || one.group === lines[index - 1]?.group ? [] : [headed(one.group)]),
        ...tooltipCells(one, rests[index] ?? one.label, theme),
      ]),
    );
    tooltip.hidden = false;
    const { clientWidth: width, clientHeight: height } = made;
    const { offsetWidth, offsetHeight } = tooltip;
    const right = spot.x + tooltipDistance;
    const beside = right + offsetWidth <= width ? right : spot.x - tooltipDistance - offsetWidth;
    const left = Math.max(0, Math.min(beside, width - offsetWidth));
    const middle = lines.length === 0 ? 0 : spot.y - offsetHeight / 2;
    const wanted = Math.max(0, Math.min(middle, height - offsetHeight));
    const box = { left, top: wanted, width: offsetWidth, height: offsetHeight };
    const top = besideLabels(box, labels, height);
    putAt(tooltip, { left, top });
  }

  return {
    element: made,
    /** Draws the crosshair; `null` removes it. */
    point(readout: CrosshairReadout | null, drawing: Drawing, canvas: ChartCanvas, theme: Theme) {
      const { left, top, width, height } = canvas.area();
      const right = left + width;
      const across = (x: number) => canvas.pixelOf({ x, y: 0 }, 0).x;
      const down = (y: number) => canvas.pixelOf({ x: 0, y }, 0).y;
      const pixel = (x: number) => Math.min(right, Math.max(left, across(x)));
      const at = readout ? across(readout.x) : NaN;
      interval.classList.toggle('of-cell', readout?.cell !== undefined);
      line.hidden = !(at >= left && at <= right) || drawing.list !== undefined || readout?.cell !== undefined;
      if (!line.hidden) putAt(line, { left: at, top, height });
      interval.hidden = !readout || (!readout.interval && drawing.list === undefined);
      if (readout?.interval) {
        const from = pixel(readout.interval.from);
        const { cell } = readout;
        const box = cell
          ? { top: down(cell.low), height: down(cell.high) - down(cell.low) }
          : { top, height };
        putAt(interval, { left: from, width: pixel(readout.interval.to) - from, ...box });
      } else if (readout && drawing.list !== undefined) {
        const from = Math.max(top, down(readout.x));
        const to = Math.min(top + height, down(readout.x + 1));
        putAt(interval, { left: 0, width: right, top: from, height: Math.max(0, to - from) });
      }
      tooltip.hidden = true;
      if (readout) {
        const row = drawing.list && down(readout.x + 0.5);
        const heights = (readout.dots ?? []).map(({ x, y, axis }) => canvas.pixelOf({ x, y }, axis).y);
        const middle =
          heights.length > 0 ? heights.reduce((a, b) => a + b) / heights.length : top + height / 2;
        const inCell = readout.cell && down(readout.cell.y);
        const spot = { x: drawing.list ? right : at, y: row ?? inCell ?? middle };
        showTooltip(readout, spot, theme, canvas.labels());
      }
      dots.replaceChildren(
        ...(readout?.dots ?? []).flatMap(({ x, y, axis, style }) => {
          const spot = canvas.pixelOf({ x, y }, axis);
          if (spot.x < left - 1 || spot.x > right + 1 || spot.y < top - 1 || spot.y > top + height + 1)
            return [];
          const dot = element('div', { class: 'chart-dot' });
          putAt(dot, { left: spot.x, top: spot.y });
          dot.style.setProperty('background-color', colorOf(style, theme));
          return [dot];
        }),
      );
    },
    /** Marks the range to zoom to, between two pixels; `null` removes the mark. */
    select(pixels: { from: number; to: number } | null, { left, top, width, height }: Box) {
      selection.hidden = pixels === null;
      if (!pixels) return;
      const bounded = (x: number) => Math.min(left + width, Math.max(left, x));
      const [from, to] = [Math.min(pixels.from, pixels.to), Math.max(pixels.from, pixels.to)];
      putAt(selection, { left: bounded(from), width: bounded(to) - bounded(from), top, height });
    },
  };
}

export type CrosshairLayer = ReturnType<typeof createCrosshairLayer>;
