import type { Resolution } from '../../market/time/resolutions';
import type { SpreadKey } from './chartQuestion';

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
