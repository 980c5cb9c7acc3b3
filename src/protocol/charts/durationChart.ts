import type { SeriesHead, SeriesSummary, SeriesFacts, SpreadFacts } from './seriesChart';

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
