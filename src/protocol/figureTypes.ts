import type { Asked } from '../market/integrity/integrity';
import type { Cell } from './tableTypes';

/** Both bounds are inclusive; a missing bound means no limit. */
export interface Bounds {
  readonly '>='?: number;
  readonly '<='?: number;
}

/**
 * What is expected of every value in a column; times are epoch milliseconds. A missing value violates only
 * `notNull`. Public API: the members of a column in a query file.
 */
export interface ColumnExpectation extends Bounds {
  readonly notNull?: boolean;
  readonly in?: readonly Cell[];
}

/**
 * How a value differs from what was expected. `unlike` values, such as words, can't be compared with a bound.
 */
export const breachKinds = ['below', 'above', 'unlike', 'null', 'other'] as const;
export type BreachKind = (typeof breachKinds)[number];

/** One row that isn't as expected. */
export interface BreachRow {
  /** From 0, in the order received. */
  readonly row: number;
  /** Bounds of the row's interval, in epoch milliseconds; `null` if the row has none. */
  readonly start: number | null;
  readonly end: number | null;
  /** The series that the row belongs to, or its area, cut if it's long; `''` if the response doesn't say. */
  readonly place: string;
  /** The value as the service wrote it, cut if it's long; `null` if there is none. */
  readonly text: string | null;
}

/** How many rows differ in one way from what was expected, and the first of them. */
export interface Breach {
  readonly kind: BreachKind;
  readonly count: number;
  readonly spots: readonly BreachRow[];
}

/** A column compared with what was expected. */
export interface ColumnFacts {
  /** In the order of `breachKinds`; only those with rows. */
  readonly breaches: readonly Breach[];
  /** Whether the table's filters compare these values with numbers, as bounds do. */
  readonly isNumeric: boolean;
  /** Rows without a value. */
  readonly nulls: number;
  /** The extreme numbers, as the service wrote them; `null` if there is none. */
  readonly least: string | null;
  readonly greatest: string | null;
  /**
   * The first different values that aren't among the expected ones, as the service wrote them, cut if long.
   */
  readonly others: readonly string[];
}

export interface SeriesFiguresQuestion {
  readonly asked: Asked;
  /** Series with fewer values have no figures, because these would reveal the values. */
  readonly least: number;
  /** Whether only series of whole delivery days have figures, with `least` values on each; see `areWholeDays`. */
  readonly wholeDays: boolean;
  /** The most series to return. */
  readonly most: number;
}

/** Figures of the values of one series, duplicates included, in the series' unit. */
interface ValueFigures {
  readonly min: number;
  readonly max: number;
  /** `null` for a sum beyond the largest double. */
  readonly mean: number | null;
  /** Each value weighted by the length of its interval. */
  readonly timeWeightedMean: number | null;
}

export interface OneSeriesFigures {
  /** The texts with which the service describes the series, by column key; only those that it sent. */
  readonly asSent: Readonly<Record<string, string>>;
  readonly values: number;
  readonly nulls: number;
  readonly duplicates: number;
  /** How many intervals would fill its gaps; `null` if it alternates with series that have another status. */
  readonly missing: number | null;
  /** When its first interval starts and its last one ends, epoch milliseconds; `null` without intervals. */
  readonly start: number | null;
  readonly end: number | null;
  readonly figures: ValueFigures | null;
}

/** The first series in order of appearance, and the number of all series. */
export interface SeriesFigures {
  readonly series: readonly OneSeriesFigures[];
  readonly total: number;
}

export interface WholeDayFiguresQuestion {
  readonly column: string;
  readonly asked: Asked;
  /** The fewest values of a series on a delivery day, and the fewest events of a contract. */
  readonly least: number;
  readonly isComparison: boolean;
}

/** How many rows are part of whole delivery days or contracts, and their figures. */
export interface WholeDayFigures {
  readonly rows: number;
  /** Of differences, only the mean. */
  readonly figures: ValueFigures | Pick<ValueFigures, 'mean'> | null;
}
