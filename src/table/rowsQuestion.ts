import * as v from 'valibot';
import { operatorNames } from './filter/filterOperators';

/** The place of a row or another thing among others, from 0. */
export const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How rows are sorted, which of them are kept, and which of their columns are asked for, by key. */
export const selectionMembers = {
  sort: v.optional(v.array(v.object({ column: v.string(), descending: v.optional(v.boolean()) }))),
  filter: v.optional(
    v.array(
      v.object({
        column: v.string(),
        op: v.picklist(operatorNames),
        value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
      }),
    ),
  ),
  columns: v.optional(v.array(v.string())),
};

/** Which rows: `from` inclusive, `to` exclusive, counted after filter and sort. */
export const rowsMembers = { from: v.optional(index), to: v.optional(index), ...selectionMembers };

/** Which rows are asked for, as the view, a command, and a file name them. */
export type RowsQuestion = v.InferOutput<v.ObjectSchema<typeof rowsMembers, undefined>>;
export type SortKey = NonNullable<RowsQuestion['sort']>[number];
export type Filter = NonNullable<RowsQuestion['filter']>[number];
