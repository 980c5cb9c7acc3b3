import { canceledFailure } from '../failure';

/** Waits at least this long. Rejects with the `cancelled` failure as soon as the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    // Timers can fire a fraction of a millisecond early, and an early request would be rejected.
    timer = setTimeout(resolve, Math.ceil(milliseconds) + 1);
  });
  return unlessCanceled(over, signal).finally(() => clearTimeout(timer));
}

/** One caller's view of a shared promise: the caller can cancel its own wait without stopping the others. */
export function unlessCanceled<Value>(shared: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(canceledFailure());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
