import type { AbsentTimes, LegendKey, Range } from '../model/drawing';
import type { Brush } from './paint';

/** Pixels: whatever is missing can be seen, however short. */
const leastWidth = 2;
/** Pixels between two lines of the hatching, measured along the axis, and between two dots. */
const hatchDistance = 11;
const dotDistance = 7;
const dotSize = 1.5;
/** How much of the text's color is behind the hatching. */
const tint = 0.05;

type Pattern = Pick<Brush, 'context' | 'theme' | 'area' | 'snapped'>;

interface Box {
  left: number;
  width: number;
}

/** Fills the whole area with one of the patterns, as an example. */
export function paintPattern(brush: Pattern, shape: LegendKey['shape']): void {
  const { context, theme, area } = brush;
  context.fillStyle = context.strokeStyle = theme.marking;
  context.setLineDash([]);
  const box = { left: area.left, width: area.right - area.left };
  (shape === 'hatched' ? hatched : dotted)(brush, [box]);
}

/** Missing intervals are hatched from top to bottom, values that are null are dotted. */
export function paintAbsentTimes(brush: Brush, { missing, nulls }: AbsentTimes): void {
  const { context, theme } = brush;
  context.save();
  context.fillStyle = context.strokeStyle = theme.marking;
  context.setLineDash([]);
  dotted(brush, boxesOf(brush, nulls));
  hatched(brush, boxesOf(brush, missing));
  context.restore();
}

function boxesOf({ area, x, snapped }: Brush, ranges: readonly Range[]): Box[] {
  return ranges.flatMap(({ from, to }) => {
    const left = snapped(Math.max(area.left, x(from)));
    const width = Math.max(leastWidth, snapped(Math.min(area.right, x(to))) - left);
    return left < area.right && left + width > area.left ? [{ left, width }] : [];
  });
}

/**
 * The lines fall to the right: those below zero rise. All boxes are windows to the same lines. Behind them is a
 * tint, so that a few lines in a narrow box are seen as one thing.
 */
function hatched({ context, theme, area }: Pattern, boxes: readonly Box[]): void {
  const [first] = boxes;
  if (!first) return;
  const { top, bottom } = area;
  const height = bottom - top;
  context.save();
  context.beginPath();
  for (const { left, width } of boxes) context.rect(left, top, width, height);
  context.clip();
  context.globalAlpha = tint;
  context.fillStyle = theme.foreground;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.beginPath();
  const from = Math.min(...boxes.map(({ left }) => left)) - height;
  const to = Math.max(...boxes.map(({ left, width }) => left + width));
  for (let at = from - (from % hatchDistance); at < to; at += hatchDistance) {
    context.moveTo(at, top);
    context.lineTo(at + height, bottom);
  }
  context.stroke();
  context.restore();
}

/** As many columns of dots as there is room for, in the middle. */
function dotted({ context, area, snapped }: Pattern, boxes: readonly Box[]): void {
  for (const { left, width } of boxes) {
    const columns = Math.max(1, Math.floor(width / dotDistance));
    const first = left + (width - (columns - 1) * dotDistance - dotSize) / 2;
    for (let column = 0; column < columns; column += 1) {
      const at = snapped(first + column * dotDistance);
      for (let y = area.top + dotDistance / 2; y < area.bottom; y += dotDistance) {
        context.fillRect(at, y, dotSize, dotSize);
      }
    }
  }
}
