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
  /** Over the whole series, not only the visible range. */
  summary: SeriesSummary;
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

export interface SeriesChart {
  kind: 'series';
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

export type Chart = SeriesChart | CurveChart | OrdersChart | DepthChart | CapacityChart;
