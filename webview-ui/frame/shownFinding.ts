import * as v from 'valibot';
import type { RowsOfFinding } from '../../src/protocol/messages';
import { findingShape } from '../../src/protocol/rowsQuestion';
import { filterShape } from '../../src/protocol/rowsQuestion';

/** Checks what was remembered, which is outside data. */
export const rowsOfFindingShape: v.GenericSchema<unknown, RowsOfFinding> = v.object({
  key: v.exactOptional(findingShape),
  filter: v.exactOptional(filterShape),
  text: v.string(),
});

/** Shows all rows until `set` or `begin` is called. */
export function createShownFinding() {
  const listeners: (() => void)[] = [];
  let shown: RowsOfFinding | null = null;
  return {
    get: () => shown,
    set(rows: RowsOfFinding | null) {
      if (JSON.stringify(rows) === JSON.stringify(shown)) return;
      shown = rows;
      listeners.forEach((listener) => listener());
    },
    /** Call when another result begins. It's drawn from scratch anyway, so listeners aren't notified. */
    begin(rows: RowsOfFinding | null) {
      shown = rows;
    },
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

/**
 * The rows to which the table is limited. They are chosen in the integrity strip or outside the view, and all
 * rows are shown again from the table. Each result has its own.
 */
export type ShownFinding = ReturnType<typeof createShownFinding>;
