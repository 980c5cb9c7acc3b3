import type { RowsOfFinding } from '#src/protocol/messages';

/**
 * A value that several parts of the view know about a result. Listeners are called when `set` changes it, which is
 * compared as JSON.
 */
export function createObservable<Value>(initial: Value) {
  const listeners: (() => void)[] = [];
  let current = initial;
  return {
    get: () => current,
    set(value: Value) {
      if (JSON.stringify(value) === JSON.stringify(current)) return;
      current = value;
      listeners.forEach((listener) => listener());
    },
    /** Call when another result begins. It's drawn from scratch anyway, so listeners aren't notified. */
    begin(value: Value) {
      current = value;
    },
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

export type Observable<Value> = ReturnType<typeof createObservable<Value>>;

/**
 * The rows to which the table is limited. They are chosen in the integrity strip or outside the view, and all
 * rows are shown again from the table. Each result has its own; `null` for all rows.
 */
export type ShownFinding = Observable<RowsOfFinding | null>;
