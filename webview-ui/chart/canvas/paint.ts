import type { AxisIndex, Drawing, EndName, Mark } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import { isWithin, type Brush } from './brush';
import { paintAbsentTimes } from './absencePatterns';
import { paintCapacities } from './paintCapacities';
import { paintHeat } from './paintHeat';
import { paintDensity, paintTriangles } from './paintOrders';
import { paintTexts, plotTexts, type PlotText } from './plotTexts';
import { runs } from '../model/stepPoints';
import { colorOf, type Theme } from '../model/theme';

/** What the library calls the axes. */
export const axisIds = ['y', 'y2'] as const;

type Paint<Kind extends Mark['kind']> = (brush: Brush, mark: Extract<Mark, { kind: Kind }>) => void;

/** The part of the library's chart that painting uses. */
interface PaintedChart {
  ctx: CanvasRenderingContext2D;
  chartArea: Brush['area'];
  scales: Readonly<
    Record<string, { top: number; bottom: number; getPixelForValue: (value: number) => number }>
  >;
  currentDevicePixelRatio: number;
  width: number;
}

function withBrush(
  { ctx: context, chartArea, scales, currentDevicePixelRatio: ratio }: PaintedChart,
  theme: Theme,
  axis: AxisIndex,
  paint: (brush: Brush) => void,
): void {
  const [horizontal, vertical] = [scales['x'], scales[axisIds[axis]]];
  if (!horizontal || !vertical) return;
  context.save();
  paint({
    context,
    theme,
    // A pane is as high as its axis.
    area: { ...chartArea, top: vertical.top, bottom: vertical.bottom },
    x: (value) => horizontal.getPixelForValue(value),
    y: (value) => vertical.getPixelForValue(value),
    snapped: (left) => Math.round(left * ratio) / ratio,
  });
  context.restore();
}

/** Everything drawn behind the library's lines. Returns all texts, also those in front of the lines. */
export function paintBehind(chart: PaintedChart, drawing: Drawing, theme: Theme): readonly PlotText[] {
  // Corners of steps are sharp, but a higher limit would add spikes to steps narrower than a pixel.
  chart.ctx.miterLimit = 2;
  withBrush(chart, theme, 0, (brush) => {
    clip(brush);
    if (drawing.zero) tintBelow(brush);
    if (drawing.absent) paintAbsentTimes(brush, drawing.absent);
    if (drawing.now) paintNow(brush, drawing.now.at);
  });
  if (drawing.y[1]?.pane) withBrush(chart, theme, 1, paneEdge);
  for (const mark of drawing.marks) {
    withBrush(chart, theme, 'axis' in mark ? mark.axis : 0, (brush) => {
      // Triangles aren't clipped, which would cut the first and the last one in half.
      if (mark.kind !== 'triangles') clip(brush, mark.kind === 'capacities');
      paintMark(brush, mark);
    });
  }
  let texts: readonly PlotText[] = [];
  withBrush(chart, theme, 0, (brush) => {
    texts = plotTexts(brush, drawing, chart.scales['y2']?.top ?? 0);
    paintTexts(
      brush,
      texts.filter(({ look }) => look !== 'label'),
    );
  });
  return texts;
}

/** The zero line, and points that must not be covered, with their labels. */
export function paintInFront(
  chart: PaintedChart,
  drawing: Drawing,
  theme: Theme,
  texts: readonly PlotText[],
): void {
  if (drawing.y[1]?.pane) withBrush(chart, theme, 1, zeroLine);
  withBrush(chart, theme, 0, (brush) => {
    if (drawing.zero) zeroLine(brush);
    for (const mark of drawing.marks) if (mark.kind === 'point') paintPoint(brush, mark);
    paintTexts(
      brush,
      texts.filter(({ look }) => look === 'label'),
    );
  });
  for (const axis of [0, 1] as const) {
    const ends = (drawing.ends ?? []).filter((end) => end.axis === axis);
    if (ends.length > 0) withBrush(chart, theme, axis, (brush) => paintEnds(brush, ends, chart.width));
  }
}

/** Pixels from the plot to the names beside it, and from there to the canvas's edge. */
export const endGap = 22;
/** Height of a name at the end of a line in pixels. */
export const endLine = ({ fontSize }: Theme) => fontSize + 3;

/** Writes names beside the last values, or as close to them as the other names allow. */
function paintEnds({ context, theme, area, y }: Brush, ends: readonly EndName[], width: number): void {
  context.font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  const line = endLine(theme);
  const names = ends.map((end) => ({ ...end, at: y(end.y) })).sort((a, b) => a.at - b.at);
  const room = width - area.right - endGap;
  if (names.some(({ label }) => context.measureText(label).width > room + 1)) return;
  let lowest = area.bottom - line / 2;
  const latest = names.map((_, index) => lowest - (names.length - 1 - index) * line);
  lowest = area.top - line / 2;
  names.forEach(({ label, style, at }, index) => {
    lowest = Math.min(latest[index] ?? at, Math.max(at, lowest + line));
    context.fillStyle = colorOf(style, theme);
    context.fillRect(area.right + 6, lowest - 1.5, 10, 3);
    context.fillStyle = theme.foreground;
    context.fillText(label, area.right + 20, lowest);
  });
}

function paintMark(brush: Brush, mark: Mark): void {
  const { context, theme } = brush;
  context.fillStyle = context.strokeStyle = colorOf(mark.style, theme);
  context.setLineDash([...styleOf(mark.style).dash]);
  if (mark.kind === 'bars') paintBars(brush, mark);
  else if (mark.kind === 'band') (mark.below === undefined ? paintBand : paintSigned)(brush, mark);
  else if (mark.kind === 'triangles') paintTriangles(brush, mark);
  else if (mark.kind === 'density') paintDensity(brush, mark);
  else if (mark.kind === 'capacities') paintCapacities(brush, mark);
  else if (mark.kind === 'heat') paintHeat(brush, mark);
}

function strokeAcross({ context, area }: Pick<Brush, 'context' | 'area'>, at: number): void {
  context.beginPath();
  context.moveTo(area.left, at);
  context.lineTo(area.right, at);
  context.stroke();
}

/** The line between the panes. */
function paneEdge({ context, theme, area }: Brush): void {
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  strokeAcross({ context, area }, area.top);
}

function clip({ context, area }: Brush, wide = false): void {
  context.beginPath();
  const left = wide ? 0 : area.left;
  context.rect(left, area.top, area.right - left, area.bottom - area.top);
  context.clip();
}

/** Minimum height in pixels, more than the zero line has. */
const leastBar = 3;

const paintBars: Paint<'bars'> = ({ context, x, y, snapped }, { intervals }) => {
  const zero = y(0);
  for (let index = 0; index < intervals.value.length; index += 1) {
    const value = intervals.value[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    const [from, to] = [x(intervals.start[index] ?? NaN), x(intervals.end[index] ?? NaN)];
    // The gap between bars is a whole pixel; a fraction would look paler at some bars than at others.
    const left = snapped(from);
    const width = Math.max(1, snapped(to) - left - 1);
    // Zero is a value, so it must be visible, unlike a missing one.
    const height = Math.max(leastBar, Math.abs(y(value) - zero));
    const top = value > 0 ? zero - height : value < 0 ? zero : zero - height / 2;
    context.fillRect(left, top, width, height);
  }
};

/** Opacity of the area between a line and zero, low enough to see what is behind it. */
const areaDensity = 0.3;

/** A band on either side of zero, in the color of each. */
const paintSigned: Paint<'band'> = (brush, { below, ...mark }) => {
  const { context, area, y } = brush;
  const zero = Math.min(area.bottom, Math.max(area.top, y(0)));
  for (const [style, top, bottom] of [
    [mark.style, area.top, zero],
    [below ?? mark.style, zero, area.bottom],
  ] as const) {
    context.save();
    clip({ ...brush, area: { ...area, top, bottom } });
    paintMark(brush, { ...mark, style });
    context.restore();
  }
};

/** Adjacent columns touch, as steps do, so that the line can be followed by eye. */
const paintBand: Paint<'band'> = (brush, mark) => {
  const { context, theme, x, y, snapped } = brush;
  const { intervals, low, solid } = mark;
  const { start, end: ends, value } = intervals;
  const half = theme.lineWidth / 2;
  for (const [first, end] of runs(intervals)) {
    if (solid) paintArea(brush, mark, first, end);
    let [lastLow, lastHigh] = [-Infinity, Infinity];
    for (let index = first; index < end; index += 1) {
      const [high, least] = [value[index] ?? NaN, low[index] ?? NaN];
      const left = snapped(x(start[index] ?? NaN));
      const right = snapped(x(ends[index] ?? NaN));
      // A step up or down is as wide as the line, whatever the width of the column.
      const thick = Math.min(right - left, theme.lineWidth);
      const fill = (from: number, to: number, width: number) =>
        context.fillRect(left, from, Math.max(1, width), to - from);
      fill(y(high) - half, y(least) + half, right - left);
      fill(y(Math.max(high, lastLow)) - half, y(Math.min(least, lastHigh)) + half, thick);
      [lastLow, lastHigh] = [least, high];
    }
  }
};

/** Fills the area between a run of columns and zero in one path, because overlaps would be more opaque. */
function paintArea(
  { context, x, y, snapped }: Brush,
  { intervals: { start, end: ends, value }, low }: Extract<Mark, { kind: 'band' }>,
  first: number,
  end: number,
): void {
  context.beginPath();
  const edges = (index: number) => [snapped(x(start[index] ?? NaN)), snapped(x(ends[index] ?? NaN))] as const;
  context.moveTo(edges(first)[0], y(0));
  for (let index = first; index < end; index += 1) {
    const [left, right] = edges(index);
    const top = y(Math.max(0, value[index] ?? NaN));
    context.lineTo(left, top);
    context.lineTo(right, top);
  }
  for (let index = end - 1; index >= first; index -= 1) {
    const [left, right] = edges(index);
    const bottom = y(Math.min(0, low[index] ?? NaN));
    context.lineTo(right, bottom);
    context.lineTo(left, bottom);
  }
  context.closePath();
  context.globalAlpha = areaDensity;
  context.fill();
  context.globalAlpha = 1;
}

/** A tint that is fainter than the one for missing times, which also have edges. */
function tintBelow({ context, theme, area, y }: Brush): void {
  const top = Math.max(area.top, y(0));
  if (!(top < area.bottom)) return;
  context.fillStyle = theme.foreground;
  context.globalAlpha = theme.highContrast ? 0.12 : 0.06;
  context.fillRect(area.left, top, area.right - area.left, area.bottom - top);
  context.globalAlpha = 1;
}

/** The line at the current time is unobtrusive, and below all values. */
function paintNow({ context, theme, area, x, snapped }: Brush, at: number): void {
  context.fillStyle = theme.marking;
  context.fillRect(snapped(x(at)), area.top, 1, area.bottom - area.top);
}

function zeroLine({ context, theme, area, y }: Brush): void {
  const zero = y(0);
  if (!(zero >= area.top - 1 && zero <= area.bottom + 1)) return;
  context.strokeStyle = theme.foreground;
  context.lineWidth = theme.highContrast ? 2 : 1.25;
  strokeAcross({ context, area }, zero);
}

const paintPoint: Paint<'point'> = ({ context, theme, area, x, y }, mark) => {
  const [left, top] = [x(mark.x), y(mark.y)];
  if (!isWithin(area, [left, top])) return;
  context.strokeStyle = theme.foreground;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(left, area.bottom);
  context.lineTo(left, top);
  context.lineTo(area.left, top);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  if (mark.shape === 'square') context.rect(left - 4.5, top - 4.5, 9, 9);
  else context.arc(left, top, 5, 0, 2 * Math.PI);
  context.fillStyle = theme.background;
  context.fill();
  context.lineWidth = 2;
  context.stroke();
};
