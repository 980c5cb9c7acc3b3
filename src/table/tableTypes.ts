import type { FindingKey } from '../market/integrity/findings';
import type { Asked } from '../market/integrity/integrity';
import type { ColumnType } from '../market/records/recordKinds';
import type { FilterOperator } from './filter/filterOperators';
import type { Filter, RowsQuestion, SortKey } from './rowsQuestion';

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
  /** What every row has, where all have the same; `null` where none has anything. Long texts are cut. */
  constant?: Cell;
}

/** The column of period numbers, which the view may ask for where rows have a start and an end. */
export const periodKey = 'period';

/** How a person arranged the columns of a dataset's table, by column key. */
export interface ColumnChoice {
  /** Columns in their order; those that nobody moved may be left out. */
  order: string[];
  hidden: string[];
  /** Columns that are shown even where all rows have the same value. */
  unfolded: string[];
  /** Pixels, where a person set them. */
  widths: Record<string, number>;
  /** Whether the period numbers are shown, which no answer holds. */
  period: boolean;
}

/**
 * One cell as a caller of `marketData.result.rows` gets it: `time` in epoch milliseconds, numbers as
 * numbers; a number that a double cannot hold exactly, or a value that is not of the column's type,
 * as the text the service wrote.
 */
export type Cell = string | number | boolean | null;

export type { Filter, FilterOperator, RowsQuestion, SortKey };

/** Rows for the eye, of those a finding is about where one is named. */
export interface PageQuestion extends RowsQuestion {
  finding?: FindingKey;
}

/** Rows that follow each other; `to` is exclusive. */
export type RowRange = readonly [from: number, to: number];

/** Rows in several ranges, counted after filter and sort. */
export interface FiguresQuestion extends Omit<PageQuestion, 'from' | 'to'> {
  ranges: readonly RowRange[];
}

/** What a finding holds the rows against: the question that they answer. */
export interface JudgedPageQuestion extends PageQuestion {
  asked?: Asked;
}

/** Rows to take along, in the order shown: those of `from` to `to` that are in one of the ranges, if any are given. */
export interface ChosenRows extends JudgedPageQuestion {
  ranges?: readonly RowRange[] | undefined;
  /** At most so many of them; of series and curves, those of so many values of each record. */
  sample?: number;
}

/** Whether rows may be left out, which the name of their file then says. */
export function leavesOut(rows: ChosenRows | null | undefined): boolean {
  const { filter = [], from = 0, finding, to, ranges, sample } = rows ?? {};
  return filter.length > 0 || from > 0 || [finding, to, ranges, sample].some((each) => each !== undefined);
}

/** How much of a response is in a file, or in a part of a body. */
export interface Extent {
  /** Elements of the response of which something is there; a single object counts as 1. */
  records: number;
  rows: number;
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

/** A cell: its row counted after filter and sort, its column among those asked for or shown; from 0. */
export interface CellPosition {
  row: number;
  column: number;
}

/** A text, and the rows and columns whose cells may contain it. */
export interface SoughtText extends Omit<PageQuestion, 'from' | 'to'> {
  text: string;
  /** IANA zone, or `UTC`: times are found as its clock shows them, without an offset. */
  zone: string;
}

/** Which text to look for, and from which cell on; that one is looked at first. */
export interface FindQuestion extends SoughtText {
  /** Its column may lie one beside the first or the last: the search then begins in the next row. */
  start: CellPosition;
  backwards?: boolean;
}

/** Where the text was found, if anywhere. */
export interface FindAnswer {
  match: CellPosition | null;
}

/** How many cells contain the text, and which of them the one at a place is. */
export interface FindCountQuestion extends SoughtText {
  at: CellPosition;
}

export interface FindCountAnswer {
  /** From 1 in reading order; `null` where the row is not counted yet. */
  number: number | null;
  /** Matches in the rows that are counted. */
  total: number;
  /** False where rows are left: the same question, asked again, goes on with them. */
  isComplete: boolean;
}

/** Which values a column of texts holds. */
export interface ValuesQuestion {
  column: string;
  /** Only those that contain it, whatever the case; all where it is empty. */
  text: string;
}

export interface ValuesAnswer {
  /** Most frequent first, with the number of rows that hold each; at most 200. */
  values: { value: string; rows: number }[];
  /** How many further ones there are. */
  more: number;
}

/** The record that a row was read from. */
export interface RecordText {
  /** Its number in the answer, from 0. */
  record: number;
  /** JSON as the service sent it. */
  text: string;
  /** The text is only the beginning. */
  cut: boolean;
}

export interface RecordAnswer {
  /** `null` where the body has no such record. */
  found: RecordText | null;
}

/** Figures of the numbers among selected cells. */
export interface Figures {
  /** Cells with a number, of columns that measure something. */
  count: number;
  /** Cells of such columns without a value. */
  missing: number;
  /** Their units, or titles of columns of which no unit is known: of several there are no numbers. */
  quantities: string[];
  numbers: {
    /** `null`, as are the means, if the numbers are too large to be added up. */
    sum: number | null;
    mean: number | null;
    min: number;
    max: number;
    /** Weighted by the time from start to end of each row; `null` where the rows are no intervals. */
    timeWeightedMean: number | null;
    /** As many as the number with the most of them. */
    decimals: number;
  } | null;
}

/** The most characters that the texts of a page have together; no copied text has more. */
export const mostPageCharacters = 1_000_000;

/** Rows for the eye: numbers are the text the service wrote (`12.10`), times stay epoch milliseconds. */
export interface PageAnswer extends RowsAnswer {
  /** The row's place in the unsorted table, for each row of the page. */
  origins: number[];
  /** Texts with more characters were cut to this many and end with an ellipsis; absent if all are whole. */
  longest?: number;
}
