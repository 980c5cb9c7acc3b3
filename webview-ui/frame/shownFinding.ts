import * as v from 'valibot';
import type { RowsOfFinding } from '../../src/messages';
import { filterShape, findingShape } from '../../src/results/viewQuestions';

/** What was remembered is outside data. */
export const rowsOfFindingShape: v.GenericSchema<unknown, RowsOfFinding> = v.object({
  key: v.exactOptional(findingShape),
  filter: v.exactOptional(filterShape),
  text: v.string(),
});

/** What the table is limited to. Chosen in the strip or outside the view, let go in the table; another result begins with its own. */
export interface ShownFinding {
  get(): RowsOfFinding | null;
  set(rows: RowsOfFinding | null): void;
  /** Another result begins and is drawn from scratch anyway, so listeners aren't notified. */
  begin(rows: RowsOfFinding | null): void;
  onChange(listener: () => void): void;
}

export function createShownFinding(): ShownFinding {
  const listeners: (() => void)[] = [];
  let shown: RowsOfFinding | null = null;
  return {
    get: () => shown,
    set(rows) {
      if (JSON.stringify(rows) === JSON.stringify(shown)) return;
      shown = rows;
      listeners.forEach((listener) => listener());
    },
    begin(rows) {
      shown = rows;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
