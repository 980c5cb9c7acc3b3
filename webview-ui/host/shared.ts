/** What several parts of the view share about a result. */
export interface Shared<Value> {
  get(): Value;
  set(value: Value): void;
  /** Call when another result begins. It's drawn from scratch anyway, so listeners aren't notified. */
  begin(value: Value): void;
  onChange(listener: () => void): void;
}

/** Listeners are called when `set` changes the value, which is compared as JSON. */
export function createShared<Value>(initial: Value): Shared<Value> {
  const listeners: (() => void)[] = [];
  let shared = initial;
  return {
    get: () => shared,
    set(value) {
      if (JSON.stringify(value) === JSON.stringify(shared)) return;
      shared = value;
      listeners.forEach((listener) => listener());
    },
    begin(value) {
      shared = value;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
