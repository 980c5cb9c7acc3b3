import type { SeriesHead, SeriesSummary, SeriesFacts, SpreadFacts } from './seriesChart';

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
