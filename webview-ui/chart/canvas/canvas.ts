import type { Chart as ChartJs, ChartOptions, Plugin, Scale } from 'chart.js';
import { Chart, LinearScale, LineController, LineElement, PointElement } from 'chart.js';
import { element } from '../../controls/dom';
import type { AxisIndex, Drawing, Point } from '../model/drawing';
import type { Box } from '../model/firstFree';
import { formatAxisValue } from '../model/valueText';
import { styleOf } from '../model/seriesStyles';
import { axisIds, endGap, endLine, paintBehind, paintInFront } from './paint';
import { textLine, type PlotText } from './plotTexts';
import { colorOf, type Theme } from '../model/theme';

Chart.register(LineController, LineElement, PointElement, LinearScale);

/** Height of a list's row in pixels. */
export const listRowHeight = ({ lines }: NonNullable<Drawing['list']>) => 8 + 18 * lines;

/** Adds a canvas to `parent` and gives it the same size; `onResize` is called after that size has changed. */
export function createChartCanvas(parent: HTMLElement, onResize: () => void) {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  parent.append(canvas);
  let area: Box = { left: 0, top: 0, width: 0, height: 0 };
  let current: { drawing: Drawing; theme: Theme } | undefined;
  let texts: readonly PlotText[] = [];

  const marks: Plugin<'line'> = {
    id: 'marks',
    afterLayout: ({ chartArea: { left, top, width, height } }) => {
      area = { left, top, width, height };
    },
    beforeDatasetsDraw: (chart) => {
      if (current) texts = paintBehind(chart, current.drawing, current.theme);
    },
    afterDatasetsDraw: (chart) => {
      if (current) paintInFront(chart, current.drawing, current.theme, texts);
    },
  };
  /** Created by the first `draw`, because the library draws as soon as it has a canvas. */
  let chart: ChartJs<'line', Point[]> | undefined;

  const scale = (id: 'x' | 'y' | 'y2') => chart?.scales[id];
  return {
    element: canvas,
    draw(drawing: Drawing, theme: Theme, firstRow: number) {
      current = { drawing, theme };
      const datasets = drawing.marks.flatMap((mark) => {
        if (mark.kind !== 'line') return [];
        return {
          data: mark.points,
          borderColor: colorOf(mark.style, theme),
          borderDash: [...styleOf(mark.style).dash],
          yAxisID: axisIds[mark.axis],
        };
      });
      const options = optionsOf(drawing, theme, onResize, roomForEnds(drawing, theme, canvas));
      if (chart) {
        chart.data.datasets = datasets;
        chart.options = options;
        chart.update('none');
      } else chart = new Chart(canvas, { type: 'line', data: { datasets }, options, plugins: [marks] });
      if (drawing.list === undefined || !chart.options.scales?.['y']) return;
      // Only after the layout is it known how many rows fit between the axes.
      const rows = area.height / listRowHeight(drawing.list);
      Object.assign(chart.options.scales['y'], { min: firstRow, max: firstRow + rows });
      chart.update('none');
    },
    /** All zero before the first `draw`. */
    area: () => area,
    /** Where the labels of points were painted last. */
    labels: (): readonly Box[] => texts.filter(({ look }) => look === 'label'),
    /** Values at a pixel of the canvas, and back. */
    valueAt: ({ x, y }: { x: number; y: number }) => ({
      x: scale('x')?.getValueForPixel(x) ?? NaN,
      y: scale('y')?.getValueForPixel(y) ?? NaN,
    }),
    pixelOf: ({ x, y }: { x: number; y: number }, axis: AxisIndex) => ({
      x: scale('x')?.getPixelForValue(x) ?? NaN,
      y: scale(axisIds[axis])?.getPixelForValue(y) ?? NaN,
    }),
  };
}

/** The canvas. The library draws axes and lines; everything else is painted with the help of its scales. */
export type ChartCanvas = ReturnType<typeof createChartCanvas>;

/** Relative heights of the panes, from the top. */
const paneShares = [5, 3] as const;
/** With fewer ticks, round steps could be so large that zero is the only one in view. */
const mostPaneTicks = 7;
/** Minimum distance between two time ticks, in pixels; a narrow chart has three nevertheless. */
const tickDistance = 96;

/** Pixels. In a narrower chart, names at the ends of lines would take too much of the room for the lines. */
const leastWithEnds = 900;
/** Share of the width that the names take at most. */
const mostOfEnds = 0.15;

/** The width in pixels of the names at the ends of lines; 0 if there is no room for them. */
function roomForEnds({ ends = [], y }: Drawing, theme: Theme, canvas: HTMLCanvasElement): number {
  const context = canvas.getContext('2d');
  const { clientWidth, clientHeight } = canvas.parentElement ?? canvas;
  const hasRightAxis = y.length > 1 && y[1]?.pane === undefined;
  const isHigh = ends.length * endLine(theme) < clientHeight / 2;
  if (!context || ends.length === 0 || hasRightAxis || !isHigh || clientWidth < leastWithEnds) return 0;
  context.font = `${theme.fontSize}px ${theme.fontFamily}`;
  const width = endGap + Math.max(...ends.map(({ label }) => context.measureText(label).width));
  return width <= mostOfEnds * clientWidth ? width : 0;
}

function optionsOf(
  { x, y, list, now }: Drawing,
  theme: Theme,
  onResize: () => void,
  endsWidth: number,
): ChartOptions<'line'> {
  const font = { family: theme.fontFamily, size: theme.fontSize };
  const gridColor = faint(theme);
  const isPaned = y.some(({ pane }) => pane !== undefined);
  const values = (axis: AxisIndex) => ({
    type: 'linear' as const,
    position: axis === 0 || isPaned ? ('left' as const) : ('right' as const),
    // The library puts the heavier axis at the top.
    ...(isPaned && { stack: 'panes', stackWeight: paneShares[axis], weight: 1 - axis }),
    min: y[axis]?.low ?? 0,
    max: y[axis]?.high ?? 1,
    reverse: y[axis]?.isDownward ?? false,
    grid: { color: gridColor, drawTicks: false, drawOnChartArea: axis === 0 || isPaned },
    border: { display: false },
    ticks: {
      // A number at the lower pane's upper edge would overlap the one at the upper pane's lower edge.
      color:
        isPaned && axis === 1
          ? ({ scale, index }: { scale: Scale; index: number }) =>
              scale.getPixelForTick(index) - scale.top < theme.fontSize ? 'transparent' : theme.foreground
          : theme.foreground,
      font,
      padding: 6,
      includeBounds: false,
      maxTicksLimit: isPaned && axis === 1 ? mostPaneTicks : 9,
      callback: y[axis]?.ticks ? ownLabel : numberLabel,
    },
    ...(y[axis]?.ticks && {
      afterBuildTicks: (scale: { ticks: { value: number; label?: string | string[] }[] }) => {
        scale.ticks = (y[axis]?.ticks ?? []).map(({ at, label }) => ({ value: at, label }));
      },
    }),
  });
  const listed = { type: 'linear' as const, display: false, reverse: true, min: 0, max: list?.rows ?? 1 };
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    parsing: false,
    normalized: true,
    events: [],
    onResize,
    layout: {
      padding: {
        top: now || [x, ...y].some(({ title }) => title) ? textLine(theme) : 8,
        right: (y.length > 1 && !isPaned ? 4 : 8) + endsWidth,
        left: 4,
      },
    },
    elements: {
      point: { radius: 0 },
      line: { borderWidth: theme.lineWidth, borderJoinStyle: 'miter' },
    },
    scales: {
      x: {
        type: 'linear',
        min: x.visible.from,
        max: x.visible.to,
        grid: { color: gridColor, tickLength: 5 },
        border: { color: theme.grid },
        ticks: {
          color: theme.foreground,
          font,
          autoSkip: x.ticks === undefined,
          autoSkipPadding: 8,
          maxRotation: 0,
          includeBounds: false,
          // Beyond this number of ticks, even custom ones, the library omits grid lines.
          maxTicksLimit: x.ticks ? Infinity : 8,
          callback: x.ticks ? ownLabel : numberLabel,
        },
        ...(x.ticks && {
          afterBuildTicks: (axis) => {
            const most = Math.max(3, Math.floor((axis.maxWidth || 600) / tickDistance));
            axis.ticks = (x.ticks?.(most) ?? []).map(({ at, label }) => ({ value: at, label }));
          },
        }),
      },
      y: list === undefined ? values(0) : listed,
      ...(y.length > 1 && { y2: values(1) }),
    },
  };
}

function ownLabel(_value: unknown, index: number, ticks: { label?: string | string[] }[]) {
  return ticks[index]?.label ?? '';
}

function numberLabel(value: string | number, _index: number, ticks: { value: number }[]) {
  const step = Math.abs((ticks[1]?.value ?? 0) - (ticks[0]?.value ?? 0));
  return formatAxisValue(Number(value), step);
}

/** Grid lines are fainter than the data. */
function faint({ grid, highContrast }: Theme): string {
  return `color-mix(in srgb, ${grid} ${highContrast ? 45 : 30}%, transparent)`;
}
