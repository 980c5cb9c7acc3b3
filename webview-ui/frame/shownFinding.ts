import type { FindingKey } from '../../src/market/integrity/findings';

/** A finding whose rows alone the table shows, and what they are called: "2 duplicates". */
export interface RowsOfFinding {
  readonly key: FindingKey;
  readonly text: string;
}

/** Chosen in the strip, let go in the table; another result begins without one. */
export interface ShownFinding {
  get(): RowsOfFinding | null;
  set(rows: RowsOfFinding | null): void;
  /** Another result begins, which is drawn anew anyway: nobody is told. */
  forget(): void;
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
    forget() {
      shown = null;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
