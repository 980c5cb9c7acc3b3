import * as v from 'valibot';
import type { RowsOfFinding } from '#src/protocol/messages';
import { filterShape, findingShape } from '#src/protocol/rowsQuestion';
import type { Observable } from './observable';

/** Checks what was remembered, which is outside data. */
export const rowsOfFindingShape: v.GenericSchema<unknown, RowsOfFinding> = v.object({
  key: v.exactOptional(findingShape),
  filter: v.exactOptional(filterShape),
  text: v.string(),
});

/**
 * The rows to which the table is limited. They are chosen in the integrity strip or outside the view, and all
 * rows are shown again from the table. Each result has its own; `null` for all rows.
 */
export type ShownFinding = Observable<RowsOfFinding | null>;
