import * as v from 'valibot';
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
export const selectionMembers = {
  sort: v.optional(v.array(v.object({ column: v.string(), descending: v.optional(v.boolean()) }))),
  filter: v.optional(filterShape),
  columns: v.optional(v.array(v.string())),
};

/** Which rows: `from` inclusive, `to` exclusive, counted after filter and sort. */
export const rowsMembers = { from: v.optional(index), to: v.optional(index), ...selectionMembers };

/** The requested rows, as the view, commands, and query files specify them. */
export type RowsQuestion = v.InferOutput<v.ObjectSchema<typeof rowsMembers, undefined>>;
export type SortKey = NonNullable<RowsQuestion['sort']>[number];
export type Filter = NonNullable<RowsQuestion['filter']>[number];
