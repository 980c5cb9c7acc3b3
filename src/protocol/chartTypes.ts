/**
 * What the thread returns when the view requests a chart. Never more points than pixels can show; typed
 * arrays cross the webview boundary as bytes. All times are epoch milliseconds, UTC.
 */
import * as v from 'valibot';
import type { ChartPlan } from '../market/datasets/dataset';
import type { AskedPeriod } from '../market/integrity/integrity';
import type { ClearingPoint, OffCurveVolumes, SettledCrossing } from '../market/records/curveCrossing';
import { resolutions, type Resolution } from '../market/time/resolutions';
import { index, zone } from './rowsQuestion';

/** The largest width or height of a chart. */
export const mostPixels = 10_000;

const finite = v.pipe(v.number(), v.finite());
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPixels));

/** Chart plans that draw series. Only these have views other than that of the values as sent, and overlays. */
export const seriesPlans: readonly ChartPlan[] = ['steps', 'bars', 'flows'];

export const seriesViews = ['line', 'heat', 'duration'] as const;
/** Over time, day by time of day, or sorted by value. */
export type SeriesView = (typeof seriesViews)[number];

/** The second minus the first. */
export const spreadShape = v.object({ first: v.string(), second: v.string() });
type SpreadKey = v.InferOutput<typeof spreadShape>;

/**
 * A contract of orders and its delivery. In a result without this contract, it stands for that of the same product:
 * the one that delivers at the same time of day.
 */
export const contractShape = v.object({
  id: v.string(),
  deliveryStart: v.exactOptional(finite),
  deliveryEnd: v.exactOptional(finite),
});
export type ContractKey = v.InferOutput<typeof contractShape>;
/** The events of all contracts together. */
export const allContracts = 'all';

/**
 * The delivery area and the time. If left out, the area with the most events, and the last time. The time is on the
 * calendar of the contract's own delivery: for the same product of another day, it's as many days later.
 */
export const depthShape = v.object({ area: v.exactOptional(v.string()), at: v.exactOptional(finite) });
export type DepthKey = v.InferOutput<typeof depthShape>;

/** A pair of areas and the start of an hour of delivery. */
export const capacityShape = v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite });
export type CapacityKey = v.InferOutput<typeof capacityShape>;

/** What a chart shows. */
export const chartShape = v.object({
  /** Visible range; the whole extent if left out. */
  from: v.exactOptional(finite),
  to: v.exactOptional(finite),
  /** Width and height of the drawing area in device pixels. */
  width: pixels,
  height: pixels,
  /** Curves: index of the period. */
  period: v.exactOptional(index),
  /** Orders: one contract, or all of them; the list of contracts if left out. */
  contract: v.exactOptional(v.union([v.literal(allContracts), contractShape])),
  /** Orders: whether outlying prices are shown as well. */
  allPrices: v.exactOptional(v.boolean()),
  /** Orders: the orders that are open in the contract at a time, instead of its events. */
  depth: v.exactOptional(depthShape),
  /** Capacities: the pair and hour whose publications are shown over time. */
  pair: v.exactOptional(capacityShape),
  /** Series: how they are shown; as lines if left out. */
  view: v.exactOptional(v.picklist(seriesViews)),
  /** Series: the buckets that intervals are combined into; as sent if left out. */
  resolution: v.exactOptional(v.picklist(resolutions)),
  /** Series: the labels of two series whose difference is shown. */
  spread: v.exactOptional(spreadShape),
  /** Heat map: the label of its series. If left out, the spread or, without one, the first series. */
  heated: v.exactOptional(v.string()),
  /** Heat map: the time zone whose midnights start the days; the market's if left out. */
  zone: v.exactOptional(zone),
});
export type ChartQuestion = v.InferOutput<typeof chartShape>;

/** A chart's question with the period that was requested, which the chart is checked against. */
export interface JudgedChartQuestion extends ChartQuestion {
  asked?: AskedPeriod;
  /** Series: whether all rows have arrived, so that a time without any is a gap. */
  judged?: boolean;
}

/** What charts tell about a series, however it's shown. */
export interface SeriesHead {
  /** Distinguishes this series from the others in the response: "NO1 · preliminary". */
  label: string;
  unit: string;
  /** True if the service calls the series preliminary (status P). */
  preliminary?: boolean;
  /** The end of a cable at which a flow is measured: "Sending". */
  endpoint?: string;
  /** True for the differences of a comparison, which are shown in a pane of their own. */
  isDifference?: boolean;
  /** In a chart of several results: what the series is about, and which result it belongs to. */
  about?: SeriesOfResult;
  /** How intervals were combined; left out if they are as sent. */
  resampled?: Resampled;
}

/** One line, bar row or flow: everything with the same type, unit and attributes. */
export interface Series extends SeriesHead {
  /** Interval bounds and value, ordered by start. A null value is NaN. */
  start: Float64Array;
  end: Float64Array;
  value: Float64Array;
  /**
   * True if several intervals share a pixel: `start`..`end` is then one pixel column, `value` its highest
   * value, and `low` its lowest.
   */
  reduced: boolean;
  low?: Float64Array;
  /**
   * Visible intervals that arrived without a value; left out if an interval without one may not have arrived.
   */
  nulls?: Spans;
  /** Visible buckets that lack values and therefore aren't among the intervals. */
  incomplete?: IncompleteBuckets;
  /** For the whole series, not only the visible range. */
  summary: SeriesSummary;
}

/** Averages are weighted by time; energy is added up. */
export type ResamplingRule = 'mean' | 'sum';

/** The result of combining all intervals of a series, visible or not. */
export interface Resampled {
  to: Resolution;
  rule: ResamplingRule;
  /** Buckets that are only partly covered by values, or that have overlapping values. */
  incomplete: number;
  /**
   * Intervals that don't fit in one bucket, because they are longer or cross its bounds: they are left as
   * sent.
   */
  kept: number;
}

/** Buckets that are only partly covered by values, or that have overlapping values. */
export interface IncompleteBuckets extends Spans {
  /** Mean or sum of the available values; NaN if a span combines several buckets. */
  value: Float64Array;
  /** How long there are values, in milliseconds; NaN if a span combines several buckets. */
  covered: Float64Array;
}

/**
 * Series of several results with equal subjects are about the same thing, such as a delivery area on two
 * days.
 */
interface SeriesOfResult {
  subject: string;
  /** Index of the result, from 0; a difference counts as part of the first result. */
  result: number;
}

/** Intervals that have something in common, by ascending start. */
export interface Spans {
  start: Float64Array;
  end: Float64Array;
  /** How many intervals each span consists of. */
  count: Uint32Array;
  /** Whether spans a few pixels apart were merged, so that they may contain other intervals, too. */
  merged: boolean;
}

/** Times that should have values and don't, of series that cover the period together. */
export interface Absence {
  /** Distinguishes these series from the others: "NO1", whatever their status. */
  label: string;
  /** Indexes of these series in the chart. */
  series: number[];
  /** Visible intervals that are not in the response. */
  missing: Spans;
  /** Visible intervals that weren't due yet when the query was sent. */
  toCome: Spans;
  /** How many intervals are missing, visible or not. */
  missingCount: number;
}

export interface SeriesSummary {
  /** Intervals with a value, and intervals without one. */
  count: number;
  nulls: number;
  /** Intervals whose value is a text, or a number too large to be drawn; none if omitted. */
  texts?: number;
  min: number;
  max: number;
  /** Starts of the first intervals with the minimum and the maximum; NaN if there are no values. */
  minAt: number;
  maxAt: number;
  /** Weighted by interval length; NaN if the values are too large to be added up. */
  mean: number;
  /** Of the value that has the most; of combined series, the most of all of them, as in the table. */
  decimals: number;
}

/** What a person can choose from, however the series are shown. */
export interface SeriesFacts {
  /** The series as sent, at most 50. */
  lines: { label: string; unit: string }[];
  /** Extent of the intervals as sent. */
  from: number;
  to: number;
  /** The length of the shortest interval as sent, in milliseconds. */
  shortest: number;
}

/** One figure for each whole delivery day of a series. */
export interface DayFigures {
  /** The labels of all series, at most 50, and that of the one that the figures are of. */
  series: string[];
  label: string;
  unit: string;
  rule: ResamplingRule;
  /** By delivery day, such as `2026-03-29`. */
  figures: Record<string, number>;
}

/** For results without series. */
export const noDayFigures: DayFigures = { series: [], label: '', unit: '', rule: 'mean', figures: {} };

/** The difference of two series, second minus first, at the intervals that are in both. */
export interface SpreadFacts extends SpreadKey {
  /** Label of the spread: "SE3 minus NO1". */
  label: string;
  /** Intervals that both have, and intervals of each one; all of them with or without a value. */
  shared: number;
  inFirst: number;
  inSecond: number;
  /** The length of the shortest interval of each one, in milliseconds. */
  firstLength: number;
  secondLength: number;
}

export interface SeriesChart {
  kind: 'series';
  /** Left out if there is nothing to choose from: for several results, or a comparison. */
  facts?: SeriesFacts;
  spread?: SpreadFacts;
  /** Extent of the whole result; both NaN if there is nothing to draw. */
  from: number;
  to: number;
  /** Extent of the time axis, if it's larger because it includes the requested period. */
  axis?: { from: number; to: number };
  series: Series[];
  /** For a comparison, what its differences are: "SE3 minus NO1". */
  formula?: string;
  /** Missing intervals; left out while more rows are expected. */
  absences?: Absence[];
  /** Number of series beyond the limit of 50, which aren't part of this chart. */
  omitted: number;
}

/** What a cell of a heat map contains, in the lowest bits of its state. */
export const heatCells = { none: 0, value: 1, null: 2, missing: 3, toCome: 4, incomplete: 5 } as const;
/** The bits of a state that say what the cell contains; the others are flags. */
export const heatKindBits = 0x0f;
/** Set if the cell's interval began in the previous cell. */
export const heatContinued = 0x40;
/**
 * Set if several intervals share the cell. Its value is their highest, or their lowest if that is below zero.
 */
export const heatShared = 0x80;

/**
 * One series as days side by side: one column of cells per day or, if there isn't room for that, per several
 * days. All cells cover the same length of time. In a column of one day, they are in order of time, so a day
 * of 25 hours has more of them, and a day of 23 hours fewer. In a column of several days, they follow the
 * clock.
 */
export interface HeatChart extends SeriesHead {
  kind: 'heat';
  facts: SeriesFacts;
  spread?: SpreadFacts;
  /** Extent of the series and of the time axis; see `SeriesChart`. */
  from: number;
  to: number;
  axis?: { from: number; to: number };
  /** Starts of the columns, and the end of the last one. */
  days: Float64Array;
  daysEach: number;
  /** The length of a cell in milliseconds, and the number of cells in a day of 24 hours. */
  step: number;
  rows: number;
  /** Number of cells stored per column: more than `rows` if a column has a repeated hour. */
  slots: number;
  /** Column by column; NaN without a value. */
  value: Float64Array;
  state: Uint8Array;
  /** Days on which clocks change: at which row, and how many rows are repeated, or skipped if negative. */
  changes: { column: number; row: number; rows: number }[];
  /** Bounds of the color scale. Values beyond them have the color of the nearest bound. */
  low: number;
  high: number;
  /** For the whole series. */
  summary: SeriesSummary;
  missingCount: number;
}

/** A duration curve: values from highest to lowest, each as wide as its share of the time that has values. */
export interface DurationChart {
  kind: 'duration';
  facts: SeriesFacts;
  spread?: SpreadFacts;
  from: number;
  to: number;
  series: DurationSeries[];
  omitted: number;
}

export interface DurationSeries extends SeriesHead {
  /** Bounds of each step, in percent of the time that has values. */
  start: Float64Array;
  end: Float64Array;
  /** Descending. */
  value: Float64Array;
  /** Whether there are more values than steps; each step then has the value at its middle. */
  reduced: boolean;
  /** How long there are values, in milliseconds, and the percentage of that time with values below zero. */
  covered: number;
  belowZero: number;
  summary: SeriesSummary;
}

export interface CurveSide {
  price: Float64Array;
  volume: Float64Array;
}

export interface CurveChart extends OffCurveVolumes {
  kind: 'curves';
  /** Start and end of every period, interleaved. */
  periods: Float64Array;
  period: number;
  /** As sent, such as `EUR`; empty if it wasn't. */
  currency: string;
  sell: CurveSide;
  buy: CurveSide;
  /** Interpolated crossing of the curves as sent; the published price also considers blocks and flows. */
  crossing: ClearingPoint | null;
  /** The crossing with accepted blocks and net flows; `null` if none of them was sent. */
  settled: SettledCrossing | null;
  minVolume: number | null;
  maxVolume: number | null;
}

/**
 * Order events in the visible time, one per row: as single points if there are few, otherwise counted in
 * cells.
 */
export interface OrdersChart {
  kind: 'orders';
  /** Extent in time of all events. */
  from: number;
  to: number;
  unit: string;
  /** The requested time, and the price range of its events, which includes outliers only on request. */
  shown: { from: number; to: number; low: number; high: number };
  /**
   * Visible events of each side, whatever their price, and how many of these have a price that isn't shown.
   * Then the events that can't be drawn: visible ones without a price or without a known side, and all
   * without a time. Each event is counted once, except that outlying ones are also counted by side.
   */
  counts: EventCounts & { outlying: number };
  orders:
    | { detail: 'each'; buy: OrderPoints; sell: OrderPoints }
    /** The shown range, divided into columns and rows of equal size. */
    | { detail: 'cells'; columns: number; rows: number; buy: OrderCells; sell: OrderCells };
  /** The contract that the events are of; `null` for all contracts. */
  contract: ContractKey | null;
}

/** The contracts of a result, in order of delivery. */
export interface ContractsChart {
  kind: 'contracts';
  contracts: ContractRow[];
  /** How many contracts there are; if not all are listed, those with the most events are. */
  total: number;
  /** How many events the listed contracts have. */
  events: number;
}

/** A contract, with its best prices at the last time with an open order, in the area with the most events. */
export interface ContractRow {
  id: string;
  deliveryStart: number;
  deliveryEnd: number;
  /** Exact, as sent; `null` without an open order. */
  buy: string | null;
  sell: string | null;
  /** Best sell minus best buy, exact in every digit. */
  spread: string | null;
  /** The unit of the prices. */
  unit: string;
  events: number;
  /** The time of the last event. */
  last: number;
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

/** The cells that contain events: their column from the left, and their row from the lowest price up. */
export interface OrderCells {
  column: Uint16Array;
  row: Uint16Array;
  count: Uint32Array;
  /** Lowest and highest price of the events in the cell. */
  lowest: Float64Array;
  highest: Float64Array;
}

/** The orders of one contract and delivery area that are open at one time, added up by price. */
export interface DepthChart {
  kind: 'depth';
  contract: ContractKey;
  /** Delivery areas of the contract's orders, the one with the most events first; empty text for no area. */
  areas: string[];
  area: string;
  /** Times at which orders changed, ascending, at most 10,000; the last one is always included. */
  times: Float64Array;
  /** The shown time, and that of the last event until then; NaN if there is none. */
  at: number;
  last: number;
  priceUnit: string;
  quantityUnit: string;
  buy: DepthSide;
  sell: DepthSide;
  /** Orders that are or may be open but couldn't be added up, and those that aren't open although no event ended them. */
  leftOut: LeftOut[];
}

/** Prices from the best one on, at most 20,000, and the quantity available at that price or a better one. */
export interface DepthSide {
  price: Float64Array;
  quantity: Float64Array;
  orders: number;
}

/** How many orders were left out for one reason, such as an unknown state or a different unit. */
export interface LeftOut {
  why: 'event' | 'immediate' | 'expired' | 'state' | 'side' | 'unit' | 'price' | 'quantity' | 'far';
  /** The unknown or different text, or the time in force; empty if none was sent. */
  text: string;
  orders: number;
}

/** The last published capacities of a pair of areas for one delivery hour, in both directions. */
export interface CapacityPair extends CapacityKey {
  deliveryEnd: number;
  /** Time of the shown publication, and the number of publications. */
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
  | SeriesChart
  | HeatChart
  | DurationChart
  | CurveChart
  | ContractsChart
  | OrdersChart
  | DepthChart
  | CapacityChart;
