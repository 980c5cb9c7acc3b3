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
