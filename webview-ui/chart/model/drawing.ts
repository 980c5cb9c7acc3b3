import type { HeatChart, OrderCells } from '../../../src/table/chartTypes';

/**
 * What to draw and say for one kind of chart, in values of its axes: no pixels, no colours, no DOM.
 * A horizontal position is epoch milliseconds, a volume, or a power, depending on the kind.
 */

export interface Range {
  from: number;
  to: number;
}

export interface Tick {
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
  title: string;
  /** Custom ticks, at most `most`; without it, ticks are round numbers. */
  ticks?: (most: number) => Tick[];
  /** The narrowest range that can be zoomed to; `null` if zooming makes no sense. */
  least: number | null;
}

export interface ValueAxis {
  title: string;
  low: number;
  high: number;
  /** The axis of a pane of its own, below that of the first axis, with this caption and a line at zero. */
  pane?: { caption: string };
  /** Custom ticks; without them, ticks are round numbers. */
  ticks?: readonly Tick[];
  /** Whether the lowest value is at the top. */
  isDownward?: boolean;
}

/** Index of the axis: 0 on the left, 1 on the right, or on the left of the pane below. */
export type AxisIndex = 0 | 1;

export interface Point {
  x: number;
  /** NaN breaks the line. */
  y: number;
}

/** Bounds and values of intervals, of equal length; see `Series`. */
export interface Intervals {
  start: ArrayLike<number>;
  end: ArrayLike<number>;
  value: ArrayLike<number>;
}

/** A part of the chart, divided into columns and rows of equal size; its edges are values of both axes. */
export interface Part {
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
  /** Both directions, each label with its arrow; `null` if the power is unknown. */
  ways: readonly { label: string; power: number | null }[];
}

/** `style` chooses colour and dashes: the index of the series among all series, including hidden ones. */
export type Mark = { style: number } & (
  | { kind: 'line'; axis: AxisIndex; points: Point[] }
  /** Rectangles from zero; each interval is shared by `slots` series. */
  | { kind: 'bars'; axis: AxisIndex; intervals: Intervals; slot: number; slots: number }
  /** Lowest to highest value per pixel column; from zero if `solid`. */
  | { kind: 'band'; axis: AxisIndex; intervals: Intervals; low: ArrayLike<number>; solid: boolean }
  | { kind: 'triangles'; shape: MarkerShape; time: ArrayLike<number>; price: ArrayLike<number> }
  /** Counts per cell of a part of the chart, except in cells where `rival` has more. */
  | { kind: 'density'; part: Part; cells: OrderCells; rival: OrderCells | null }
  | {
      kind: 'point';
      shape: 'circle' | 'square';
      x: number;
      y: number;
      label: string;
      side: 'left' | 'right';
    }
  | { kind: 'capacities'; rows: readonly CapacityRow[] }
  | { kind: 'heat'; chart: HeatChart }
);

export type MarkerShape = 'triangleUp' | 'triangleDown';

/** Times without a value: intervals that aren't in the response, and those that arrived without one. */
export interface AbsentTimes {
  missing: readonly Range[];
  nulls: readonly Range[];
  /** Buckets without a value for all of their time. */
  incomplete?: readonly Range[];
}

/** Explains how one kind of absent times is drawn. */
export interface LegendKey {
  label: string;
  shape: 'hatched' | 'dotted' | 'striped';
}

export interface LegendEntry {
  label: string;
  style: number;
  shape: 'line' | 'bar' | MarkerShape;
  /** Unit and axis, if they differ between series. */
  note: string;
  /** Room for a value after the label, in characters, so that nothing moves when the pointer does. */
  room: number;
  hidden: boolean;
}

/** The readout at the crosshair's position. */
export interface CrosshairReadout {
  text: string;
  /** The position of the crosshair, and the interval that contains it. */
  x: number;
  interval: Range | null;
  /** The part of the value axis that belongs to the interval, if not all of it, and the position in it. */
  cell?: { low: number; high: number; y: number };
  dots: { x: number; y: number; axis: AxisIndex; style: number }[];
  /** Values to be shown in the legend, by label. */
  values: ReadonlyMap<string, string>;
}

export interface Drawing {
  x: HorizontalAxis;
  /** One axis, or two for series in different units. */
  y: readonly ValueAxis[];
  marks: readonly Mark[];
  absent?: AbsentTimes;
  /** The current time, if it is visible. */
  now?: { at: number; label: string };
  /** Texts on either side of the zero line, below which the chart is hatched; `null` for no zero line. */
  zero: { above: string; below: string } | null;
  legend: readonly LegendEntry[];
  /** What the legend explains besides the series. */
  keys?: readonly LegendKey[];
  /** What the colors of a heat map stand for. */
  scale?: ColourScale;
  /** What applies to everything in the chart, said once above it. */
  caption?: string;
  /** The chart in words: its accessible name and the line below it. */
  summary: string;
  /** Why nothing is drawn; `null` if something is. */
  empty: string | null;
  /** Positions of the crosshair when moved by keyboard, ascending. */
  stops: ArrayLike<number>;
  /** `y` is `null` when the keyboard moves the crosshair. */
  readoutAt: (x: number, y: number | null) => CrosshairReadout | null;
  /** A list that scrolls instead of fitting the view: its rows, and whether they have headings. */
  list?: { rows: number; hasHeadings: boolean };
  /** Cells in which the keyboard moves the crosshair in both directions, instead of `stops`. */
  cells?: {
    /** The cell next to the crosshair's, or the first visible one; `null` if there is none. */
    next: (from: CrosshairReadout | null, columns: number, rows: number) => { x: number; y: number } | null;
  };
}

/** Colors from `low` to `high`; values beyond them have the last color. */
export interface ColourScale {
  low: number;
  high: number;
  unit: string;
  /** Whether there are values beyond the bounds. */
  hasLower: boolean;
  hasHigher: boolean;
}

/** An entry in the list below the chart: `Spread`, `1.20 EUR/MWh`. */
export interface KeyFigure {
  name: string;
  value: string;
}
