import type { FindingKey } from '../../src/market/integrity/findings';

/** The finding that the table is limited to, and its label: "2 duplicates". */
export interface RowsOfFinding {
  readonly key: FindingKey;
  readonly text: string;
}

/** Chosen in the strip, let go in the table; another result begins with its own. */
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
