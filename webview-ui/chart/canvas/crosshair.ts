import { element } from '../../controls/dom';
import type { CrosshairReadout, Drawing, TooltipLine } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import { labelParts, without } from '../model/labelParts';
import type { Area, ChartCanvas } from './canvas';
import type { Theme } from '../model/theme';

function putAt(target: HTMLElement, box: Partial<Area>): void {
  for (const [side, pixels] of Object.entries(box)) target.style.setProperty(side, `${pixels}px`);
}

/** Pixels between the crosshair and its tooltip. */
const tooltipDistance = 14;

/** Digits before the decimal point, and from it on, so that numbers can be aligned at it. */
const number = /^([+-]?[\d,]+)(\.\d+)?$/;

/** The cells of a tooltip's line: its color, its label, and a number or words. */
function tooltipCells({ style, value, unit }: TooltipLine, label: string, theme: Theme): HTMLElement[] {
  const swatch = element('span', { class: 'chart-tooltip-swatch' });
  const color = style === undefined ? undefined : theme.palette[styleOf(style).color];
  if (color) swatch.style.setProperty('background-color', color);
  const [, whole, fraction = ''] = number.exec(value) ?? [];
  return [
    swatch,
    element('span', {}, label),
    ...(whole === undefined
      ? [element('span', { class: 'chart-tooltip-words' }, `${value} ${unit}`.trimEnd())]
      : [
          element('b', { class: 'chart-tooltip-whole' }, whole),
          element('b', {}, fraction),
          element('span', { class: 'quiet' }, unit),
        ]),
  ];
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

  /** Shows what is at the crosshair beside it, on the side with more room. */
  function showTooltip({ heading, lines }: CrosshairReadout, spot: { x: number; y: number }, theme: Theme) {
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
    const left = right + offsetWidth <= width ? right : spot.x - tooltipDistance - offsetWidth;
    const top = lines.length === 0 ? 0 : spot.y - offsetHeight / 2;
    putAt(tooltip, {
      left: Math.max(0, Math.min(left, width - offsetWidth)),
      top: Math.max(0, Math.min(top, height - offsetHeight)),
    });
  }

  return {
    element: made,
    /** Draws the crosshair; `null` removes it. */
    point(readout: CrosshairReadout | null, drawing: Drawing, canvas: ChartCanvas, theme: Theme) {
      const { left, top, width, height } = canvas.area();
      const right = left + width;
      const pixel = (x: number) => Math.min(right, Math.max(left, canvas.pixelOf({ x, y: 0 }, 0).x));
      const at = readout ? canvas.pixelOf({ x: readout.x, y: 0 }, 0).x : NaN;
      interval.classList.toggle('of-cell', readout?.cell !== undefined);
      line.hidden = !(at >= left && at <= right) || drawing.list !== undefined || readout?.cell !== undefined;
      if (!line.hidden) putAt(line, { left: at, top, height });
      interval.hidden = !readout || (!readout.interval && drawing.list === undefined);
      if (readout?.interval) {
        const from = pixel(readout.interval.from);
        const { cell } = readout;
        const span = cell && {
          from: canvas.pixelOf({ x: 0, y: cell.low }, 0).y,
          to: canvas.pixelOf({ x: 0, y: cell.high }, 0).y,
        };
        const box = span ? { top: span.from, height: span.to - span.from } : { top, height };
        putAt(interval, { left: from, width: pixel(readout.interval.to) - from, ...box });
      } else if (readout && drawing.list !== undefined) {
        const [first, next] = [readout.x, readout.x + 1].map((y) => canvas.pixelOf({ x: 0, y }, 0).y);
        const from = Math.max(top, first ?? top);
        const to = Math.min(top + height, next ?? top);
        putAt(interval, { left: 0, width: right, top: from, height: Math.max(0, to - from) });
      }
      tooltip.hidden = true;
      if (readout) {
        const row = drawing.list && canvas.pixelOf({ x: 0, y: readout.x + 0.5 }, 0).y;
        const heights = (readout.dots ?? []).map(({ x, y, axis }) => canvas.pixelOf({ x, y }, axis).y);
        const middle =
          heights.length > 0 ? heights.reduce((a, b) => a + b) / heights.length : top + height / 2;
        const inCell = readout.cell && canvas.pixelOf({ x: 0, y: readout.cell.y }, 0).y;
        showTooltip(readout, { x: drawing.list ? right : at, y: row ?? inCell ?? middle }, theme);
      }
      dots.replaceChildren(
        ...(readout?.dots ?? []).flatMap(({ x, y, axis, style }) => {
          const spot = canvas.pixelOf({ x, y }, axis);
          if (spot.x < left - 1 || spot.x > right + 1 || spot.y < top - 1 || spot.y > top + height + 1)
            return [];
          const dot = element('div', { class: 'chart-dot' });
          putAt(dot, { left: spot.x, top: spot.y });
          const color = theme.palette[styleOf(style).color];
          if (color) dot.style.setProperty('background-color', color);
          return [dot];
        }),
      );
    },
    /** Marks the range to zoom to, between two pixels; `null` removes the mark. */
    select(pixels: { from: number; to: number } | null, { left, top, width, height }: Area) {
      selection.hidden = pixels === null;
      if (!pixels) return;
      const bounded = (x: number) => Math.min(left + width, Math.max(left, x));
      const [from, to] = [Math.min(pixels.from, pixels.to), Math.max(pixels.from, pixels.to)];
      putAt(selection, { left: bounded(from), width: bounded(to) - bounded(from), top, height });
    },
  };
}

export type CrosshairLayer = ReturnType<typeof createCrosshairLayer>;
