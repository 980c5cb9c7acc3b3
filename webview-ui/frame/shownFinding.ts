import * as v from 'valibot';
import type { RowsOfFinding } from '../../src/protocol/messages';
import { findingShape } from '../../src/protocol/rowsQuestion';
import { filterShape } from '../../src/protocol/rowsQuestion';
import { createObservable, type Observable } from './observable';

/** Checks what was remembered, which is outside data. */
export const rowsOfFindingShape: v.GenericSchema<unknown, RowsOfFinding> = v.object({
  key: v.exactOptional(findingShape),
  filter: v.exactOptional(filterShape),
  text: v.string(),
});

/** Shows all rows until `set` or `begin` is called. */
export const createShownFinding = (): ShownFinding => createObservable<RowsOfFinding | null>(null);

/**
 * The rows to which the table is limited. They are chosen in the integrity strip or outside the view, and all
 * rows are shown again from the table. Each result has its own.
 */
export type ShownFinding = Observable<RowsOfFinding | null>;
