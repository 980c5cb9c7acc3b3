import type { HeatChart } from '#src/protocol/charts/heatChart';
import type { OrderCells } from '#src/protocol/charts/ordersChart';

/**
 * What a chart draws and says, in values of its axes: without pixels, colors, or DOM. Depending on the kind
 * of chart, horizontal positions are epoch milliseconds, volumes, prices, powers in MW, or percent.
 */

export interface Range {
  from: number;
  to: number;
}

export interface AxisTick {
  at: number;
  /** Lines of text, the first one nearest to the axis. */
  label: string[];
}

export interface HorizontalAxis {
  /** The visible range and the whole extent. */
  visible: Range;
  extent: Range;
  /** The range shown before zooming, if that isn't the whole extent. */
  home?: Range;
  title?: string;
  /** The title where there is no room for all of it. */
  brief?: string;
  /** Makes custom ticks, at most `most`; without this function, ticks are round numbers. */
  ticks?: (most: number) => AxisTick[];
  /** The narrowest range that can be zoomed to; `null` if zooming makes no sense. */
  least: number | null;
}

export interface ValueAxis {
  title: string;
  brief?: string;
  low: number;
  high: number;
  /**
   * Set if the axis has its own pane, which is below the first one and has this caption and a line at zero.
   */
  pane?: { caption: string };
  /** Custom ticks; without them, ticks are round numbers. */
  ticks?: readonly AxisTick[];
  /** Whether the lowest value is at the top. */
  isDownward?: boolean;
}

/** 0 for the left axis; 1 for the right one, or for the lower pane's. */
export type AxisIndex = 0 | 1;

export interface Point {
  x: number;
  /** NaN breaks the line. */
  y: number;
}

/** Bounds and values of intervals, in arrays of equal length; see `Series`. */
export interface IntervalArrays {
  start: ArrayLike<number>;
  end: ArrayLike<number>;
  value: ArrayLike<number>;
}

/** A rectangle of the chart, divided into columns and rows of equal size; its edges are axis values. */
export interface CellGrid {
  from: number;
  to: number;
  low: number;
  high: number;
  columns: number;
  rows: number;
}

export interface CapacityRow {
  /** What differs from row to row; empty if nothing does. */
  heading: string;
  /** Both areas, with arrows between them: powers to the second one are on the right. */
  pair: string;
  /** To the first area and to the second one: in MW, 0 if it is unknown, and in words. */
  powers: readonly [left: CapacityPower, right: CapacityPower];
}

interface CapacityPower {
  power: number;
  text: string;
}

/** `style` determines color and dashes: the index of the series among all series, including hidden ones. */
export type Mark = { style: number } & (
  | { kind: 'line'; axis: AxisIndex; points: Point[] }
  /** Rectangles from zero. */
  | { kind: 'bars'; axis: AxisIndex; intervals: IntervalArrays }
  /** Lowest to highest value per pixel column; from zero if `solid`, and with the style `below` under it. */
  | {
      kind: 'band';
      axis: AxisIndex;
      intervals: IntervalArrays;
      low: ArrayLike<number>;
      solid: boolean;
      below?: number;
    }
  | { kind: 'triangles'; shape: MarkerShape; time: ArrayLike<number>; price: ArrayLike<number> }
  /** Counts per cell of `part`; `half` is the side's half of cells that it shares with `rival`. */
  | { kind: 'density'; part: CellGrid; cells: OrderCells; rival: OrderCells | null; half: 0 | 1 }
  | {
      kind: 'point';
      shape: 'circle' | 'square';
      x: number;
      y: number;
      label: string;
      side: 'left' | 'right';
    }
  /**
   * Bars to both sides of a gap for the names of pairs, as wide as `gap` on the horizontal axis. Without a gap, the
   * names are above the bars.
   */
  | { kind: 'capacities'; rows: readonly CapacityRow[]; gap: number }
  | { kind: 'heat'; chart: HeatChart }
);

export type MarkerShape = 'triangleUp' | 'triangleDown';

/** Times without a value: intervals that aren't in the response, and those that arrived without one. */
export interface AbsentTimes {
  missing: readonly Range[];
  nulls: readonly Range[];
  /** Buckets whose values don't cover all of their time. */
  incomplete?: readonly Range[];
}

/** Explains how one kind of absent times is drawn. */
export interface LegendKey {
  label: string;
  shape: 'flat' | 'dotted' | 'striped';
}

export interface LegendEntry {
  label: string;
  /** What the legend shows instead of the label. */
  short?: string;
  /** What the label has in common with those beside it, which the legend says once before them. */
  group?: string;
  style: number;
  /** The style below zero, if it's another. */
  below?: number;
  shape: 'line' | 'bar' | MarkerShape;
  /** Unit and axis, if they differ between series. */
  note?: string;
  /** Where the crosshair is, its value takes their place. */
  figures?: readonly KeyFigure[];
  /** Labels of the series from which its difference can be shown. */
  differsFrom?: readonly string[];
  hidden: boolean;
}

/** The name of a series beside its last value. */
export interface EndName {
  label: string;
  style: number;
  axis: AxisIndex;
  y: number;
}

/** A line of the tooltip at the crosshair, or the value of a series in the legend. */
export interface TooltipLine {
  label: string;
  /** See `LegendEntry`. */
  group?: string;
  /** The style of the series that the line is about. */
  style?: number;
  /** A number, or words for what is missing. */
  value: string;
  /** Empty after words. */
  unit: string;
}

/** The readout at the crosshair's position. */
export interface CrosshairReadout {
  /** For assistive technology. */
  text: string;
  /** The tooltip: where the crosshair is, and what is there. */
  heading: string;
  lines: readonly TooltipLine[];
  /** The position of the crosshair, and the interval that contains it. */
  x: number;
  interval?: Range;
  /** In a heat map, the part of the value axis that the cell covers, and the crosshair's position in it. */
  cell?: { low: number; high: number; y: number };
  dots?: { x: number; y: number; axis: AxisIndex; style: number }[];
}

export interface Drawing {
  x: HorizontalAxis;
  /** One axis, or two for series in different units. */
  y: readonly ValueAxis[];
  marks: readonly Mark[];
  /** Left out of the picture where there is no room for them. */
  ends?: readonly EndName[];
  absent?: AbsentTimes;
  /** An upright line: the current time, if it is visible, or the middle of two best prices. */
  now?: { at: number; label: string };
  /** Texts on either side of the zero line, below which the chart is tinted; left out if there is no such line. */
  zero?: { above: string; below: string };
  legend: readonly LegendEntry[];
  /** Patterns that the legend explains in addition to the series. */
  keys?: readonly LegendKey[];
  /** What the colors of a heat map mean. */
  scale?: ColorScale;
  /** What applies to everything in the chart, shown once below it. */
  caption?: string;
  /** The most telling figures, for the line below the chart: `min 22.82 SE3 · max 80.52 NO1`. */
  brief?: string;
  /** The list below the chart. */
  keyFigures?: readonly KeyFigure[];
  /** The chart in words: its accessible name. */
  summary: string;
  /** Why nothing is drawn; `null` if something is. */
  empty: string | null;
  /** Positions of the crosshair when moved by keyboard, ascending. */
  stops: ArrayLike<number>;
  /** `y` is `null` when the keyboard moves the crosshair. */
  readoutAt: (x: number, y: number | null) => CrosshairReadout | null;
  /** A list that scrolls instead of fitting the view: its rows, and the lines of text or bars in each. */
  list?: { rows: number; lines: number };
  /** For heat maps, instead of `stops`: the arrow keys move the crosshair by cells in both directions. */
  cells?: {
    /**
     * The cell at a distance from the crosshair's; the first visible one without a crosshair; `null` for
     * none.
     */
    next: (from: CrosshairReadout | null, columns: number, rows: number) => { x: number; y: number } | null;
  };
}

/** Colors from `low` to `high`; values beyond them have the last color. */
export interface ColorScale {
  low: number;
  high: number;
  unit: string;
  /** Whether there are values beyond the bounds. */
  hasLower: boolean;
  hasHigher: boolean;
}

/** An entry in the list below the chart (`Spread`, `1.20 EUR/MWh`), or a figure of a series in the legend. */
export interface KeyFigure {
  name: string;
  value: string;
  /** The whole of it, such as with its time, for a tooltip. */
  detail?: string;
}
