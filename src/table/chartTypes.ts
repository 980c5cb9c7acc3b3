/**
 * What the worker answers when the view asks for a picture. Never more points than pixels can show;
 * typed arrays cross the webview boundary as bytes. All times are epoch milliseconds, UTC.
 */
import type { AskedPeriod } from '../market/integrity/integrity';

export interface ChartQuestion {
  /** Visible range; the whole extent where it is left out. */
  from?: number;
  to?: number;
  /** Width and height of the drawing area in device pixels. */
  width: number;
  height: number;
  /** Curves: which period (index). */
  period?: number;
  /** Orders: which contract, and whether prices far from all others are shown as well. */
  contract?: string;
  allPrices?: boolean;
  /** Orders: what stands in the contract at a time, instead of its events. */
  depth?: DepthKey;
  /** Capacities: the pair and hour whose publications are shown one after the other. */
  pair?: CapacityKey;
  /** Capacities: how the pairs are sorted; by name where it is left out. */
  order?: CapacityOrder;
  /** Series: as lines where it is left out. */
  view?: SeriesView;
  /** Series: the buckets into which intervals are put together; as sent where it is left out. */
  resolution?: Resolution;
  /** Series: the labels of two series, whose difference is shown. */
  spread?: SpreadKey;
  /** Heat map: the label of its series; the spread, or else the first one, where it is left out. */
  heated?: string;
  /** Heat map and days: the time zone whose midnights begin days; the market's where it is left out. */
  zone?: string;
}

export const seriesViews = ['line', 'heat', 'duration'] as const;
/** Over time, day by time of day, or sorted by value. */
export type SeriesView = (typeof seriesViews)[number];

export const resolutions = ['halfHour', 'hour', 'day'] as const;
export type Resolution = (typeof resolutions)[number];

/** The second minus the first. */
export interface SpreadKey {
  first: string;
  second: string;
}

export const capacityOrders = ['name', 'capacity'] as const;
/** By the names of both areas, or by the larger of both capacities, largest first. */
export type CapacityOrder = (typeof capacityOrders)[number];

/** What the picture is held against: the question that the result answers. */
export interface JudgedChartQuestion extends ChartQuestion {
  asked?: AskedPeriod;
  /** Series: whether all rows are there, so that a time without any is a gap. */
  judged?: boolean;
}

/** The delivery area, that of most events where it is left out, and the time: the last one likewise. */
export interface DepthKey {
  area?: string;
  at?: number;
}

/** A pair of areas and the start of an hour of delivery. */
export interface CapacityKey {
  areaFrom: string;
  areaTo: string;
  deliveryStart: number;
}

/** One line, bar row or flow: everything with the same type, unit and attributes. */
export interface Series {
  /** What tells this series from the others of the answer: "NO1 · preliminary". */
  label: string;
  unit: string;
  /** True where the service calls the series preliminary (status P). */
  preliminary?: boolean;
  /** The end of a cable at which a flow is measured: "Sending". */
  endpoint?: string;
  /** True for the differences of a comparison, which are shown in a pane of their own. */
  isDifference?: boolean;
  /** In a chart of several results: what the series is about, whichever result it is of, and which that is. */
  about?: SeriesOfResult;
  /** Interval bounds and value, ordered by start. A null value is NaN. */
  start: Float64Array;
  end: Float64Array;
  value: Float64Array;
  /**
   * True where several intervals share a pixel: `start`..`end` is then one pixel column,
   * `value` its highest and `low` its lowest value.
   */
  reduced: boolean;
  low?: Float64Array;
  /** The visible intervals that arrived without a value; left out if they may not have arrived at all. */
  nulls?: Spans;
  /** How intervals were put together; left out if they are as sent. */
  resampled?: Resampled;
  /** Visible buckets that lack values, and so are not among the intervals. */
  incomplete?: IncompleteBuckets;
  /** Over the whole series, not only the visible range. */
  summary: SeriesSummary;
}

/** Averages are weighted by time; energy is added up. */
export type ResamplingRule = 'mean' | 'sum';

/** What became of all intervals of a series, visible or not. */
export interface Resampled {
  to: Resolution;
  rule: ResamplingRule;
  /** Buckets without a value for all of their time, or with overlapping values. */
  incomplete: number;
  /** Intervals that don't fit in one bucket, because they are longer or cross its bounds: they are as sent. */
  kept: number;
}

/** Buckets of which only a part is known. */
export interface IncompleteBuckets extends Spans {
  /** The mean or sum of what is there; NaN where several buckets are one span. */
  value: Float64Array;
  /** For how long there are values, in milliseconds; NaN likewise. */
  covered: Float64Array;
}

/** Series of several results with equal subjects are about the same, such as a delivery area on two days. */
export interface SeriesOfResult {
  subject: string;
  /** From 0; a difference counts as part of the first result. */
  result: number;
}

/** Intervals that have something in common, by ascending start. */
export interface Spans {
  start: Float64Array;
  end: Float64Array;
  /** How many intervals each span is made of. */
  count: Uint32Array;
  /** Whether spans a few pixels apart are one: they may contain other intervals, too. */
  merged: boolean;
}

/** Times that should have values and don't, of series that cover the period together. */
export interface Absence {
  /** What tells these series from the others: "NO1", whatever their statuses. */
  label: string;
  /** Their indexes in the chart. */
  series: number[];
  /** Visible intervals that are not in the response. */
  missing: Spans;
  /** Visible intervals that could not be expected when the query was sent. */
  toCome: Spans;
  /** How many intervals are missing, visible or not. */
  missingCount: number;
}

export interface SeriesSummary {
  /** Intervals with a value, and those without. */
  count: number;
  nulls: number;
  min: number;
  max: number;
  /** Weighted by interval length; NaN if the values are too large to be added up. */
  mean: number;
}

/** What there is to choose from, however the series are shown. */
export interface SeriesFacts {
  /** The series as sent, at most 50. */
  lines: { label: string; unit: string }[];
  /** Extent as sent. */
  from: number;
  to: number;
  /** The length of the shortest interval as sent, in milliseconds. */
  shortest: number;
}

/** The difference of two series, second minus first, at the intervals that are in both. */
export interface SpreadFacts extends SpreadKey {
  /** Label of the spread: "SE3 minus NO1". */
  label: string;
  /** Intervals in both, and in each, whether they have a value or not. */
  shared: number;
  inFirst: number;
  inSecond: number;
  /** The lengths of the shortest interval of each, in milliseconds. */
  firstLength: number;
  secondLength: number;
}

export interface SeriesChart {
  kind: 'series';
  /** Left out where there is nothing to choose from: several results, or a comparison. */
  facts?: SeriesFacts;
  spread?: SpreadFacts;
  /** Extent of the whole result; both NaN when there is nothing to draw. */
  from: number;
  to: number;
  /** What the time axis shows where that is more: the asked period as well. */
  axis?: { from: number; to: number };
  series: Series[];
  /** For a comparison, what its differences are: "SE3 minus NO1". */
  formula?: string;
  /** What isn't there; left out while rows are still to come. */
  absences?: Absence[];
  /** Series beyond the limit of 50 that are not part of this answer. */
  omitted: number;
}

/** What a cell of a heat map holds, in the lowest bits of its state. */
export const heatCells = { none: 0, value: 1, null: 2, missing: 3, toCome: 4, incomplete: 5 } as const;
/** Set if the cell's interval began in the cell before. */
export const heatContinued = 0x40;
/** Set if several intervals share the cell: its value is the highest, or the lowest if that is below zero. */
export const heatShared = 0x80;

/**
 * One series as days side by side, each a column of cells of equal length in time. A column with one day has its cells
 * in the order of time, so that a day of 25 hours has more of them, and one of 23 fewer; one with several days has
 * them by the clock.
 */
export interface HeatChart {
  kind: 'heat';
  facts: SeriesFacts;
  spread?: SpreadFacts;
  label: string;
  unit: string;
  isDifference?: boolean;
  resampled?: Resampled;
  /** Extent of the series and what the time axis shows; see `SeriesChart`. */
  from: number;
  to: number;
  axis?: { from: number; to: number };
  /** Starts of the columns, and the end of the last one. */
  days: Float64Array;
  daysEach: number;
  /** The length of a cell in milliseconds, and how many make a day of 24 hours. */
  step: number;
  rows: number;
  /** Room for cells per column: more than `rows` if one has a repeated hour. */
  slots: number;
  /** Column by column; NaN without a value. */
  value: Float64Array;
  state: Uint8Array;
  /** Days on which clocks change: from which row on, and how many rows are repeated, or skipped if negative. */
  changes: { column: number; row: number; rows: number }[];
  /** Bounds of the colors. Values beyond them have the last color. */
  low: number;
  high: number;
  /** Over the whole series. */
  summary: SeriesSummary;
  missingCount: number;
}

/** Values from highest to lowest, each for the share of the time for which the series was as high. */
export interface DurationChart {
  kind: 'duration';
  facts: SeriesFacts;
  spread?: SpreadFacts;
  from: number;
  to: number;
  series: DurationSeries[];
  omitted: number;
}

export interface DurationSeries {
  label: string;
  unit: string;
  preliminary?: boolean;
  isDifference?: boolean;
  resampled?: Resampled;
  /** Percent of the time with values. */
  start: Float64Array;
  end: Float64Array;
  /** Descending. */
  value: Float64Array;
  /** Whether there are more values than steps: each step then has the value in its middle. */
  reduced: boolean;
  /** The time with values in milliseconds, and the percent of it below zero. */
  covered: number;
  belowZero: number;
  summary: SeriesSummary;
}

export interface ClearingPoint {
  price: number;
  volume: number;
}

/** Where the curves meet once accepted blocks and net flows have moved them to the right. */
export interface SettledCrossing {
  /** By how much volume each curve is moved where positive net flows are imports. */
  sellShift: number;
  buyShift: number;
  /** Positive net flows taken as imports, which add to supply. */
  ifImports: ClearingPoint | null;
  /** Taken as exports, which add to demand. */
  ifExports: ClearingPoint | null;
}

export interface CurveSide {
  price: Float64Array;
  volume: Float64Array;
}

export interface CurveChart {
  kind: 'curves';
  /** Start and end of every period, interleaved. */
  periods: Float64Array;
  period: number;
  sell: CurveSide;
  buy: CurveSide;
  /** Interpolated crossing of the curves as sent; the published price also considers blocks and flows. */
  crossing: ClearingPoint | null;
  /** With accepted blocks and net flows; `null` where none of them was sent. */
  settled: SettledCrossing | null;
  minVolume: number | null;
  maxVolume: number | null;
  volumeAcceptedBlocksBuy: number | null;
  volumeAcceptedBlocksSell: number | null;
  volumeNetFlows: number | null;
}

/**
 * Events of orders in the visible time (each row is one): each by itself where they are few, else how
 * many lie in each cell.
 */
export interface OrdersChart {
  kind: 'orders';
  /** Extent in time and price of the whole result. */
  from: number;
  to: number;
  low: number;
  high: number;
  unit: string;
  /** The time that was asked for, and the prices at which its events lie: of outliers only on demand. */
  shown: { from: number; to: number; low: number; high: number };
  /**
   * Visible events of each side, whatever their price, and how many of both lie at other prices. Of
   * those that cannot be drawn: visible ones without a price or of no known side, and all without a
   * time. Nothing is counted twice but what is outlying.
   */
  counts: EventCounts & { outlying: number };
  orders:
    | { detail: 'each'; buy: OrderPoints; sell: OrderPoints }
    /** The part that is shown, in so many columns and rows of equal size. */
    | { detail: 'cells'; columns: number; rows: number; buy: OrderCells; sell: OrderCells };
  /** Contracts by number of events, most first, at most 500. */
  contracts: { id: string; events: number; deliveryStart: number }[];
}

export interface EventCounts {
  buy: number;
  sell: number;
  withoutPrice: number;
  withoutSide: number;
  withoutTime: number;
}

export interface OrderPoints {
  time: Float64Array;
  price: Float64Array;
}

/** The cells that hold events: column from the left, row from the lowest price up. */
export interface OrderCells {
  column: Uint16Array;
  row: Uint16Array;
  count: Uint32Array;
  /** Of the events in the cell. */
  lowest: Float64Array;
  highest: Float64Array;
}

/** The orders of one contract and delivery area that stand at one time, added up by price. */
export interface DepthChart {
  kind: 'depth';
  contract: string;
  /** Delivery areas of the contract's orders, those of most events first; empty text for none. */
  areas: string[];
  area: string;
  /** Ascending times at which orders changed, the last one always among them, at most 10,000. */
  times: Float64Array;
  /** The time that is shown: one of those above, NaN where there is none. */
  at: number;
  priceUnit: string;
  quantityUnit: string;
  buy: DepthSide;
  sell: DepthSide;
  /** Orders that stand, or may stand, and could not be added up. */
  leftOut: LeftOut[];
  contracts: OrdersChart['contracts'];
}

/** Prices from the best on, at most 20,000, and how much stands at the price or a better one. */
export interface DepthSide {
  price: Float64Array;
  quantity: Float64Array;
  orders: number;
}

/** How many orders have a state that is not known, a unit that is not that of the others, and so on. */
export interface LeftOut {
  why: 'event' | 'state' | 'side' | 'unit' | 'price' | 'quantity' | 'far';
  /** The text that is not known or not alike, empty where none was sent. */
  text: string;
  orders: number;
}

/** Per pair of areas and delivery hour the capacity of the last publication, both ways. */
export interface CapacityPair extends CapacityKey {
  deliveryEnd: number;
  /** Time of the publication shown and how many there are. */
  publicationTime: number;
  publications: number;
  /** From → to. */
  out: number | null;
  /** To → from. */
  in: number | null;
}

export interface CapacityChart {
  kind: 'capacities';
  pairs: CapacityPair[];
  omitted: number;
}

export type Chart =
  SeriesChart | HeatChart | DurationChart | CurveChart | OrdersChart | DepthChart | CapacityChart;
