/** What can be asked about the rows of a table, as outside data: the types are those of the shapes. */
import * as v from 'valibot';
import { findingKinds } from '../market/integrity/judgement';
import { resolutions } from '../market/time/resolutions';
import { isTimeZone } from '../market/time/zones';
import { operatorNames } from './filterOperators';

/** A row number or another index, from 0. */
export const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The conditions that rows must all meet. */
export const filterShape = v.array(
  v.object({
    column: v.string(),
    op: v.picklist(operatorNames),
    value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
  }),
);

/** Order and filter of the rows, and the keys of the columns to return. */
const selectionMembers = {
  sort: v.optional(v.array(v.object({ column: v.string(), descending: v.optional(v.boolean()) }))),
  filter: v.optional(filterShape),
  columns: v.optional(v.array(v.string())),
};

/** Which rows: `from` inclusive, `to` exclusive, counted after filter and sort. */
export const rowsMembers = { from: v.optional(index), to: v.optional(index), ...selectionMembers };

export const layouts = ['long', 'wide'] as const;

/** The form of the table that rows, columns, order, and filter refer to: as received if left out. */
export const formMembers = {
  /** The buckets that the intervals of series are combined into. */
  resolution: v.optional(v.picklist(resolutions)),
  /** `wide` for one column per series. */
  layout: v.optional(v.picklist(layouts)),
};
export type TableForm = Readonly<v.InferOutput<v.ObjectSchema<typeof formMembers, undefined>>>;

/** Whether the table has the rows and columns that were received. */
export const isSent = ({ resolution, layout }: TableForm): boolean =>
  resolution === undefined && layout !== 'wide';

/** The requested rows, as the view, commands, and query files specify them. */
export type RowsQuestion = v.InferOutput<v.ObjectSchema<typeof rowsMembers, undefined>>;
export type SortKey = NonNullable<RowsQuestion['sort']>[number];
export type Filter = NonNullable<RowsQuestion['filter']>[number];

/** More rows than a screen has; a page of this size is well below a megabyte. */
const mostRowsOfPage = 2000;
/** More than a person selects: rows are selected in a few blocks. */
const mostRanges = 10_000;

/** The rows that a finding refers to; see `FindingKey`. */
export const findingShape = v.object({ kind: v.picklist(findingKinds), of: v.exactOptional(v.string()) });

/** If a finding is named, only the rows that it's about. */
const finding = v.exactOptional(findingShape);
const pageMembers = { ...rowsMembers, finding };
const foundMembers = { ...selectionMembers, ...formMembers, finding };

/** Rows for display. */
export const pageShape = v.pipe(
  v.object({ ...pageMembers, ...formMembers }),
  v.check(({ from = 0, to = Number.NaN }) => to - from <= mostRowsOfPage),
);
export type PageQuestion = v.InferOutput<typeof pageShape>;

/** Consecutive rows; `to` is exclusive. */
export type RowRange = readonly [from: number, to: number];
const ranges = v.pipe(
  v.array(v.pipe(v.tuple([index, index]), v.readonly())),
  v.maxLength(mostRanges),
  v.readonly(),
);

/** Rows in several ranges, counted after filter and sort. */
export const figuresShape = v.object({ ...foundMembers, ranges });

/**
 * Rows to export, in the order shown: those of `from` to `to` that are in one of the ranges, if any are
 * given.
 */
export const rowsToExportShape = v.object({
  ...pageMembers,
  ranges: v.optional(ranges),
  /** The most rows; for series and curves, the most values of each record. */
  sample: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type RowsToExport = v.InferOutput<typeof rowsToExportShape>;

/** A text to look for. */
export const searched = v.pipe(v.string(), v.maxLength(1000));
/** An IANA time zone, or `UTC`. */
export const zone = v.pipe(v.string(), v.check(isTimeZone));

/**
 * A text, and the rows and columns whose cells may contain it. Times are searched as clocks in the zone show
 * them, without an offset.
 */
const soughtText = { ...foundMembers, text: searched, zone };

/** The text to look for, and the cell to begin with. */
export const findShape = v.object({
  ...soughtText,
  /** Its column may be one before the first or after the last: the search then begins in the next row. */
  start: v.object({ row: index, column: v.pipe(v.number(), v.integer(), v.minValue(-1)) }),
  backwards: v.exactOptional(v.boolean()),
});
export type FindQuestion = v.InferOutput<typeof findShape>;

/** How many cells contain the text, and the number of the match in one of them. */
export const findCountShape = v.object({ ...soughtText, at: v.object({ row: index, column: index }) });
export type FindCountQuestion = v.InferOutput<typeof findCountShape>;

/** The texts that a column contains: only those with this text, ignoring case, or all if it's empty. */
export const valuesShape = v.object({ column: v.string(), text: searched, ...formMembers });
export type ValuesQuestion = v.InferOutput<typeof valuesShape>;

/** A column whose summary is wanted. */
export const columnSummaryShape = v.object({ column: v.string(), ...formMembers });
export type ColumnSummaryQuestion = v.InferOutput<typeof columnSummaryShape>;

/** A row, by its index in the unsorted table, whose record is wanted. */
export const recordShape = v.object({ row: index });

/** The most gaps to list. */
export const gapsShape = v.object({ most: v.pipe(index, v.maxValue(mostRowsOfPage)) });
