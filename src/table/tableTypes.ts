import type { FindingKey } from '../market/findings';
import type { Asked } from '../market/integrity';
import type { ColumnType } from '../market/recordKinds';

/** What everybody above the table knows of a column. */
export interface Column {
  key: string;
  title: string;
  type: ColumnType;
  /** Given when every row has the same unit. */
  unit?: string;
}

/** A column as the view knows it. */
export interface ShownColumn extends Column {
  /** Every row has the same text, or none. */
  isConstant?: true;
}

/**
 * One cell as a caller of `marketData.result.rows` gets it: `time` in epoch milliseconds, numbers as
 * numbers; a number that a double cannot hold exactly, or a value that is not of the column's type,
 * as the text the service wrote.
 */
export type Cell = string | number | boolean | null;

export interface SortKey {
  column: string;
  descending?: boolean;
}

export const filterOperators = ['=', '!=', '<', '<=', '>', '>=', 'contains'] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface Filter {
  column: string;
  op: FilterOperator;
  value: string | number | boolean | null;
}

/** Which rows: `from` inclusive, `to` exclusive, counted after filter and sort. */
export interface RowsQuestion {
  from?: number;
  to?: number;
  sort?: SortKey[];
  filter?: Filter[];
  columns?: string[];
}

/** Rows for the eye, of those a finding is about where one is named. */
export interface PageQuestion extends RowsQuestion {
  finding?: FindingKey;
}

/** What a finding holds the rows against: the question that they answer. */
export interface JudgedPageQuestion extends PageQuestion {
  asked?: Asked;
}

/** Time of the asked period that a series does not cover. */
export interface MissingIntervals {
  /** Epoch milliseconds, `end` exclusive. */
  start: number;
  end: number;
  /** How many intervals would fill it. */
  missing: number;
  /** What tells its series from the others. */
  series: string;
}

export interface GapsAnswer {
  gaps: MissingIntervals[];
  /** Also of those that are left out. */
  total: number;
}

export interface RowsAnswer {
  /** Rows after the filter. */
  total: number;
  rows: Cell[][];
}

/** Rows for the eye: numbers are the text the service wrote (`12.10`), times stay epoch milliseconds. */
export interface PageAnswer extends RowsAnswer {
  /** The row's place in the unsorted table, for each row of the page. */
  origins: number[];
}
