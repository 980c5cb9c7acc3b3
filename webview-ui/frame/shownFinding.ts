import type { RowsOfFinding } from '#src/protocol/messages';
import type { Observable } from './observable';

/**
 * The rows to which the table is limited. They are chosen in the integrity strip or outside the view, and all
 * rows are shown again from the table. Each result has its own; `null` for all rows.
 */
export type ShownFinding = Observable<RowsOfFinding | null>;
