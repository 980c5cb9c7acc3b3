import { heatCells } from '#src/protocol/charts/heatChart';
import { HeatLayout } from '../model/heatLayout';
import type { LegendKey, Mark } from '../model/drawing';
import { positionOf } from '../../controls/scalePosition';
import { heatColors } from '../model/heatColors';
import type { Brush } from './brush';
import { patternWithin } from './absencePatterns';

type Heat = Extract<Mark, { kind: 'heat' }>;

const patterns: ReadonlyMap<number, LegendKey['shape']> = new Map([
  [heatCells.missing, 'flat'],
  [heatCells.null, 'dotted'],
  [heatCells.incomplete, 'striped'],
]);

/** Pixels. In narrower columns, a frame around a repeated or skipped hour would hide the hour. */
const leastFramed = 8;

/** Paints cells as rectangles on whole pixels, because half-covered pixels would look like other values. */
export function paintHeat(brush: Brush, { chart }: Heat): void {
  const { context, theme, area, x, y, snapped } = brush;
  const layout = new HeatLayout(chart);
  const colors = heatColors(theme.background);
  const absent = new Map<LegendKey['shape'], Path2D>();
  for (let column = 0; column < layout.columns; column += 1) {
    const left = snapped(x(chart.days[column] ?? NaN));
    const right = snapped(x(chart.days[column + 1] ?? NaN));
    if (right < area.left || left > area.right) continue;
    for (let slot = 0; slot < layout.slotsIn(column); slot += 1) {
      const position = { column, slot };
      const kind = layout.kindAt(position);
      if (kind === heatCells.none || kind === heatCells.toCome) continue;
      const { from, to } = layout.edgesOf(position);
      const top = snapped(y(from));
      const box = [left, top, right - left, snapped(y(to)) - top] as const;
      const pattern = patterns.get(kind);
      if (pattern) {
        const path = absent.get(pattern) ?? new Path2D();
        path.rect(...box);
        absent.set(pattern, path);
        continue;
      }
      context.fillStyle = colors(positionOf(layout.valueAt(position), chart));
      context.fillRect(...box);
    }
  }
  for (const { column, row, rows } of chart.changes) {
    const left = snapped(x(chart.days[column] ?? NaN));
    const width = snapped(x(chart.days[column + 1] ?? NaN)) - left;
    if (width < leastFramed) continue;
    const [top, bottom] = [row, row + Math.abs(rows)].map((at) => snapped(y(at * chart.step)));
    context.strokeStyle = theme.marking;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, (top ?? 0) + 0.5, width - 1, (bottom ?? 0) - (top ?? 0) - 1);
  }
  for (const [shape, path] of absent) {
    context.save();
    context.clip(path);
    patternWithin(brush, shape);
    context.restore();
  }
}
