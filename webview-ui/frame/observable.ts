/** A value that several parts of the view know about a result. */
export interface Observable<Value> {
  get(): Value;
  set(value: Value): void;
  /** Call when another result begins. It's drawn from scratch anyway, so listeners aren't notified. */
  begin(value: Value): void;
  onChange(listener: () => void): void;
}

/** Listeners are called when `set` changes the value, which is compared as JSON. */
export function createObservable<Value>(initial: Value): Observable<Value> {
  const listeners: (() => void)[] = [];
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (JSON.stringify(value) === JSON.stringify(current)) return;
      current = value;
      listeners.forEach((listener) => listener());
    },
    begin(value) {
      current = value;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
