import type { ResamplingRule } from './seriesChart';

/** One figure for each whole delivery day of a series. */
export interface DayFigures {
  /** The labels of all series, at most 50, and the label of the one whose figures these are. */
  series: string[];
  label: string;
  unit: string;
  rule: ResamplingRule;
  /** By delivery day, such as `2026-03-29`. */
  figures: Record<string, number>;
}

/** For results without series. */
export const noDayFigures: DayFigures = { series: [], label: '', unit: '', rule: 'mean', figures: {} };
