import * as v from 'valibot';
import type { Asked } from '../market/integrity/integrity';
import type { ColumnType } from '../market/records/recordKinds';
import type { Resolution } from '../market/time/resolutions';
import { layouts } from './rowsQuestion';
import type { PageQuestion, RowsToExport } from './rowsQuestion';

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

/** A dataset has about 30 columns. A service may add more, but never as many as this. */
const mostColumns = 400;
const columnKey = v.pipe(v.string(), v.maxLength(200));
const columnKeys = v.pipe(v.array(columnKey), v.maxLength(mostColumns));
const columnPixels = v.pipe(v.number(), v.minValue(20), v.maxValue(2000));

/**
 * How a person arranged the columns of a dataset's table, by column key, as sent by the view or read from
 * memory: outside data, so its size is limited.
 */
export const columnChoiceShape = v.object({
  /** Columns in their order; columns that nobody moved may be left out. */
  order: columnKeys,
  hidden: columnKeys,
  /** Columns that are shown even if all rows have the same value. */
  unfolded: columnKeys,
  /** Only for columns whose width a person set. */
  widths: v.pipe(
    v.record(columnKey, columnPixels),
    v.check((widths) => Object.keys(widths).length <= mostColumns),
  ),
  /** Whether the period numbers are shown, which no response contains. */
  period: v.boolean(),
  /** Of time series; one row per value if left out. */
  layout: v.exactOptional(v.picklist(layouts)),
});
export type ColumnChoice = v.InferOutput<typeof columnChoiceShape>;

/**
 * One cell as a caller of `marketData.result.rows` gets it: times as epoch milliseconds, numbers as numbers.
 * A number that a double can't represent exactly, or a value that isn't of the column's type, is the text
 * that the service wrote.
 */
export type Cell = string | number | boolean | null;

/** A page's question with what was requested, which a finding is checked against. */
export interface JudgedPageQuestion extends PageQuestion {
  asked?: Asked;
}

/** Rows to export, with what was requested. */
export interface ChosenRows extends RowsToExport {
  asked?: Asked;
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

/** A table in another resolution or layout. */
export interface FormAnswer {
  /** The resolutions that can be chosen; `null` if the table has no other form. */
  offered: Resolution[] | null;
  /** The length of the shortest interval as sent, in milliseconds; `null` if there are none. */
  shortest: number | null;
  rows: number;
  columns: ShownColumn[];
}

/** A cell: the index of its row after filter and sort, and of its column among those requested or shown. */
export interface CellPosition {
  row: number;
  column: number;
}

/** The first match, if there is one. */
export interface FindAnswer {
  match: CellPosition | null;
}

export interface FindCountAnswer {
  /** From 1 in reading order; `null` if the row isn't counted yet. */
  number: number | null;
  /** Matches in the rows that are counted. */
  total: number;
  /** False if rows are left: the same question, sent again, continues with them. */
  isComplete: boolean;
}

export interface ValuesAnswer {
  /** Most frequent first, with the number of rows that contain each; at most 200. */
  values: { value: string; rows: number }[];
  /** How many more there are. */
  more: number;
}

/** What a column contains. Of texts, it has the most frequent values; none if nearly every row has its own. */
export interface ColumnSummary extends ValuesAnswer {
  /** Rows without a value. */
  missing: number;
  /** The extreme numbers, as the service wrote them, or times, in epoch milliseconds; `null` if there is none. */
  least: string | number | null;
  greatest: string | number | null;
  /** How many numbers or times are in each of equal parts between the extremes. */
  bars: number[];
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
  /** Numbers in such columns that are too large to be added up; none if omitted. */
  tooLarge?: number;
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
