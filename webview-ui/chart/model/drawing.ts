import type { OrderCells } from '../../../src/table/chartTypes';

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
  /** Own ticks, at most so many; numbers in round steps where it is left out. */
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

/** A part of the picture in columns and rows of equal size, values of both axes at its edges. */
export interface Part {
  from: number;
  to: number;
  low: number;
  high: number;
  columns: number;
  rows: number;
}

export interface CapacityRow {
  heading: string;
  /** Both directions, the label with its arrow; `null` is not known. */
  ways: readonly { label: string; power: number | null }[];
}

/** `style` chooses colour and dashes: the index of the series among all, hidden ones counted. */
export type Mark = { style: number } & (
  | { kind: 'line'; axis: AxisIndex; points: Point[] }
  /** Rectangles from zero; each interval is shared by `slots` series. */
  | { kind: 'bars'; axis: AxisIndex; intervals: Intervals; slot: number; slots: number }
  /** From zero to each value, faintly: what is behind it can be seen. */
  | { kind: 'area'; axis: AxisIndex; intervals: Intervals }
  /** Lowest to highest value per pixel column, from zero where `solid`. */
  | { kind: 'band'; axis: AxisIndex; intervals: Intervals; low: ArrayLike<number>; solid: boolean }
  | { kind: 'triangles'; shape: MarkerShape; time: ArrayLike<number>; price: ArrayLike<number> }
  /** Counts per cell of a part of the picture, but for the cells in which `rival` has more. */
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
);

export type MarkerShape = 'triangleUp' | 'triangleDown';

export interface LegendEntry {
  label: string;
  style: number;
  shape: 'line' | 'bar' | MarkerShape;
  /** Unit and axis where series differ in them. */
  note: string;
  /** Room for a value after the label, in characters: nothing may move with the pointer. */
  room: number;
  hidden: boolean;
}

/** The readout at the crosshair's position. */
export interface CrosshairReadout {
  text: string;
  /** The position of the crosshair, and the interval that contains it. */
  x: number;
  interval: Range | null;
  dots: { x: number; y: number; axis: AxisIndex; style: number }[];
  /** Values to be shown in the legend, by label. */
  values: ReadonlyMap<string, string>;
}

export interface Drawing {
  x: HorizontalAxis;
  /** One, or two for series of different units. */
  y: readonly ValueAxis[];
  marks: readonly Mark[];
  /** Texts at both sides of the zero line, below which the picture is hatched; `null` for no such line. */
  zero: { above: string; below: string } | null;
  legend: readonly LegendEntry[];
  /** The picture in words: the accessible name and the line below. */
  summary: string;
  /** Why nothing is drawn; `null` if something is. */
  empty: string | null;
  /** Ascending positions the keyboard walks along. */
  stops: ArrayLike<number>;
  /** `y` is `null` when the keyboard moves the crosshair. */
  readoutAt: (x: number, y: number | null) => CrosshairReadout | null;
  /** Rows of a list that scrolls instead of one picture that fits. */
  rows?: number;
}

/** A line of the list below the picture: `Spread`, `1.20 EUR/MWh`. */
export interface KeyFigure {
  name: string;
  value: string;
}
