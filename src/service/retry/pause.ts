import { cancelled } from '../failure';

/** Waits at least so long. Throws the `cancelled` failure as soon as the signal says so. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancelled());
    };
    // Timers may fire a fraction of a millisecond early, and a request before its time is refused.
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.ceil(milliseconds) + 1,
    );
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A promise that many wait for, for one of them: it may leave without stopping the others. */
export function unlessCancelled<Value>(shared: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
