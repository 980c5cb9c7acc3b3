import type { FindingKey } from '../market/integrity/findings';
import type { Asked } from '../market/integrity/integrity';
import type { ColumnType } from '../market/records/recordKinds';
import type { FilterOperator } from './filterOperators';
import type { Filter, RowsQuestion, SortKey } from './rowsQuestion';

/** What code outside the table knows about a column. */
export interface Column {
  key: string;
  title: string;
  type: ColumnType;
  /** Set if every row has the same unit. */
  unit?: string;
}

/** A column as the view knows it. */
export interface ShownColumn extends Column {
  /** The value of all rows, if it's the same in all; `null` if all are empty. Long texts are cut. */
  constant?: Cell;
}

/** The column of period numbers, which the view can request if rows have a start and an end. */
export const periodKey = 'period';

/** How a person arranged the columns of a dataset's table, by column key. */
export interface ColumnChoice {
  /** Columns in their order; columns that nobody moved may be left out. */
  order: string[];
  hidden: string[];
  /** Columns that are shown even if all rows have the same value. */
  unfolded: string[];
  /** In pixels; only for columns whose width a person set. */
  widths: Record<string, number>;
  /** Whether the period numbers are shown, which no response contains. */
  period: boolean;
}

/**
 * One cell as a caller of `marketData.result.rows` gets it: times as epoch milliseconds, numbers as numbers.
 * A number that a double can't represent exactly, or a value that isn't of the column's type, is the text
 * that the service wrote.
 */
export type Cell = string | number | boolean | null;

export type { Filter, FilterOperator, RowsQuestion, SortKey };

/** Rows for display; if a finding is named, only those that it's about. */
export interface PageQuestion extends RowsQuestion {
  finding?: FindingKey;
}

/** Consecutive rows; `to` is exclusive. */
export type RowRange = readonly [from: number, to: number];

/** Rows in several ranges, counted after filter and sort. */
export interface FiguresQuestion extends Omit<PageQuestion, 'from' | 'to'> {
  ranges: readonly RowRange[];
}

/** A page's question with what was requested, which a finding is checked against. */
export interface JudgedPageQuestion extends PageQuestion {
  asked?: Asked;
}

/**
 * Rows to export, in the order shown: those of `from` to `to` that are in one of the ranges, if any are
 * given.
 */
export interface ChosenRows extends JudgedPageQuestion {
  ranges?: readonly RowRange[] | undefined;
  /** The most rows; for series and curves, the most values of each record. */
  sample?: number;
}

/** Whether rows may be left out, so that the name of their file should say so. */
export function leavesOut(rows: ChosenRows | null | undefined): boolean {
  const { filter = [], from = 0, finding, to, ranges, sample } = rows ?? {};
  return filter.length > 0 || from > 0 || [finding, to, ranges, sample].some((each) => each !== undefined);
}

/** How much of a response is in a file, or in a part of a body. */
export interface Extent {
  /** Elements of the response that are there at least in part; a single object counts as 1. */
  records: number;
  rows: number;
}

/** A time within the requested period that a series doesn't cover. */
export interface MissingIntervals {
  /** Epoch milliseconds, `end` exclusive. */
  start: number;
  end: number;
  /** How many intervals would fill it. */
  missing: number;
  /** Distinguishes its series from the others. */
  series: string;
}

export interface Gaps {
  gaps: MissingIntervals[];
  /** Number of all gaps, including those that are left out. */
  total: number;
}

export interface RowsAnswer {
  /** Rows after the filter. */
  total: number;
  rows: Cell[][];
}

/** A cell: the index of its row after filter and sort, and of its column among those requested or shown. */
export interface CellPosition {
  row: number;
  column: number;
}

/** A text, and the rows and columns whose cells may contain it. */
export interface SoughtText extends Omit<PageQuestion, 'from' | 'to'> {
  text: string;
  /** IANA time zone, or `UTC`: times are searched as its clocks show them, without an offset. */
  zone: string;
}

/** The text to look for, and the cell to begin with. */
export interface FindQuestion extends SoughtText {
  /** Its column may be one before the first or after the last: the search then begins in the next row. */
  start: CellPosition;
  backwards?: boolean;
}

/** The first match, if there is one. */
export interface FindAnswer {
  match: CellPosition | null;
}

/** How many cells contain the text, and the number of the match in one of them. */
export interface FindCountQuestion extends SoughtText {
  at: CellPosition;
}

export interface FindCountAnswer {
  /** From 1 in reading order; `null` if the row isn't counted yet. */
  number: number | null;
  /** Matches in the rows that are counted. */
  total: number;
  /** False if rows are left: the same question, sent again, continues with them. */
  isComplete: boolean;
}

/** The texts that a column contains. */
export interface ValuesQuestion {
  column: string;
  /** Only texts that contain this one, ignoring case; all if it's empty. */
  text: string;
}

export interface ValuesAnswer {
  /** Most frequent first, with the number of rows that contain each; at most 200. */
  values: { value: string; rows: number }[];
  /** How many more there are. */
  more: number;
}

/** The record that a row was read from. */
export interface RecordText {
  /** Its index in the response, from 0. */
  record: number;
  /** JSON as the service sent it. */
  text: string;
  /** Whether the text is only the beginning of the record. */
  cut: boolean;
}

export interface RecordAnswer {
  /** `null` if the body has no such record. */
  found: RecordText | null;
}

/** Figures of the numbers in selected cells. */
export interface Figures {
  /** Cells with a number, of columns that measure something. */
  count: number;
  /** Cells of such columns without a value. */
  missing: number;
  /** Cells of such columns whose value is a text; none if omitted. */
  texts?: number;
  /**
   * The units of the numbers, or the headers of columns without a known unit. If there are several, there are
   * no numbers.
   */
  quantities: string[];
  numbers: {
    /** `null`, as are the means, if the numbers are too large to be added up. */
    sum: number | null;
    mean: number | null;
    min: number;
    max: number;
    /** Weighted by the time from start to end of each row; `null` if the rows aren't intervals. */
    timeWeightedMean: number | null;
    /** The number of decimals of the number that has the most. */
    decimals: number;
  } | null;
}

/** The most characters that the texts of a page have together. Copied text has no more either. */
export const mostPageCharacters = 1_000_000;

/** Rows for display: numbers are the text that the service wrote (`12.10`), times are epoch milliseconds. */
export interface PageAnswer extends RowsAnswer {
  /** For each row of the page, its index in the unsorted table. */
  origins: number[];
  /** Longer texts were cut to this many characters and end with an ellipsis; absent if all are whole. */
  longest?: number;
}
