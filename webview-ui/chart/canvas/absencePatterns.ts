import type { AbsentTimes, LegendKey, Range } from '../model/drawing';
import type { Brush } from './brush';

/** Minimum width in pixels, so that even the shortest absence is visible. */
const leastWidth = 2;
/** Pixels between two dots. */
const dotDistance = 7;
const dotSize = 1.5;
/** Pixels between two stripes. */
const stripeDistance = 5;
/** Opacity of what is missing: the lines of the grid stay visible through it. */
const flatOpacity = 0.25;

type Pattern = Pick<Brush, 'context' | 'theme' | 'area' | 'snapped'>;

interface Box {
  left: number;
  width: number;
}

/** Fills the whole area with one of the patterns, such as for a swatch of the legend. */
export function paintPattern(brush: Pattern, shape: LegendKey['shape']): void {
  const { context, theme, area } = brush;
  context.fillStyle = theme.marking;
  patterns[shape](brush, [{ left: area.left, width: area.right - area.left }]);
}

/** Opacity of the tint behind a pattern in a cell, which may be too small to contain a line or dot. */
const underlay: Readonly<Record<LegendKey['shape'], number>> = { flat: 0.4, dotted: 0.5, striped: 0.26 };

/** Fills the clipping region of the canvas with one of the patterns. */
export function patternWithin(brush: Pattern, shape: LegendKey['shape']): void {
  const { context, theme, area } = brush;
  context.globalAlpha = underlay[shape];
  context.fillStyle = theme.marking;
  context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  context.globalAlpha = 1;
  paintPattern(brush, shape);
}

/** Paints missing intervals flat, intervals whose value is null dotted, and incomplete buckets striped. */
export function paintAbsentTimes(brush: Brush, { missing, nulls, incomplete }: AbsentTimes): void {
  const { context, theme } = brush;
  context.save();
  context.fillStyle = theme.marking;
  striped(brush, boxesOf(brush, incomplete ?? []));
  dotted(brush, boxesOf(brush, nulls));
  flat(brush, boxesOf(brush, missing));
  context.restore();
}

function boxesOf({ area, x, snapped }: Brush, ranges: readonly Range[]): Box[] {
  return ranges.flatMap(({ from, to }) => {
    const left = snapped(Math.max(area.left, x(from)));
    const width = Math.max(leastWidth, snapped(Math.min(area.right, x(to))) - left);
    return left < area.right && left + width > area.left ? [{ left, width }] : [];
  });
}

/** An area without a pattern. Its edges make a narrow one visible, and tell it from the tint below zero. */
function flat({ context, area: { top, bottom } }: Pattern, boxes: readonly Box[]): void {
  for (const { left, width } of boxes) {
    context.globalAlpha = flatOpacity;
    context.fillRect(left, top, width, bottom - top);
    context.globalAlpha = 1;
    for (const edge of [left, left + width - 1]) context.fillRect(edge, top, 1, bottom - top);
  }
}

/** The left edges of as many columns of this width as there is room for, centered. */
function columnsIn(boxes: readonly Box[], distance: number, size: number): number[] {
  return boxes.flatMap(({ left, width }) => {
    const columns = Math.max(1, Math.floor(width / distance));
    const first = left + (width - (columns - 1) * distance - size) / 2;
    return Array.from({ length: columns }, (_, column) => first + column * distance);
  });
}

function dotted({ context, area, snapped }: Pattern, boxes: readonly Box[]): void {
  for (const left of columnsIn(boxes, dotDistance, dotSize)) {
    const at = snapped(left);
    for (let y = area.top + dotDistance / 2; y < area.bottom; y += dotDistance) {
      context.fillRect(at, y, dotSize, dotSize);
    }
  }
}

/** Vertical lines, which no other pattern has. */
function striped({ context, area, snapped }: Pattern, boxes: readonly Box[]): void {
  context.globalAlpha = 0.6;
  for (const left of columnsIn(boxes, stripeDistance, 1)) {
    context.fillRect(snapped(left), area.top, 1, area.bottom - area.top);
  }
  context.globalAlpha = 1;
}

const patterns: Readonly<Record<LegendKey['shape'], (brush: Pattern, boxes: readonly Box[]) => void>> = {
  flat,
  dotted,
  striped,
};
