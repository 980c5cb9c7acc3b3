import type { OrderCells } from '../../../src/table/chartTypes';

/**
 * What one kind of chart wants drawn and said, in values of its axes: no pixels, no colours, no DOM.
 * A horizontal position is epoch milliseconds, a volume, or a power, as the kind has it.
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
  /** What is visible, and what there is. */
  visible: Range;
  extent: Range;
  /** What is shown as long as nobody zooms, where that is not the whole extent. */
  home?: Range;
  title: string;
  /** Own ticks, at most so many; numbers in round steps where it is left out. */
  ticks?: (most: number) => Tick[];
  /** The narrowest range one can zoom to; `null` where zooming is of no use. */
  least: number | null;
}

export interface ValueAxis {
  title: string;
  low: number;
  high: number;
}

/** Place of the axis: 0 on the left, 1 on the right. */
export type AxisPlace = 0 | 1;

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

/** `look` chooses colour and dashes: the place of the series among all, hidden ones counted. */
export type Mark = { look: number } & (
  | { kind: 'line'; axis: AxisPlace; points: Point[] }
  /** Rectangles from zero; each interval is shared by `slots` series. */
  | { kind: 'bars'; axis: AxisPlace; intervals: Intervals; slot: number; slots: number }
  /** Lowest to highest value per pixel column, from zero where `solid`. */
  | { kind: 'band'; axis: AxisPlace; intervals: Intervals; low: ArrayLike<number>; solid: boolean }
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
  look: number;
  shape: 'line' | 'bar' | MarkerShape;
  /** Unit and axis where series differ in them. */
  note: string;
  /** Room for a value behind the label, in characters: nothing may move while one points. */
  room: number;
  hidden: boolean;
}

/** What the crosshair says at one place. */
export interface Reading {
  text: string;
  /** Where the crosshair stands, and the interval that holds it. */
  x: number;
  interval: Range | null;
  dots: { x: number; y: number; axis: AxisPlace; look: number }[];
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
  /** Why there is nothing to see; `null` where there is something. */
  empty: string | null;
  /** Ascending places the keyboard walks along. */
  stops: ArrayLike<number>;
  /** `y` is `null` where the keyboard asks. */
  readAt: (x: number, y: number | null) => Reading | null;
  /** Rows of a list that scrolls instead of one picture that fits. */
  rows?: number;
}
