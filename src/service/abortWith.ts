/**
 * Aborts the controller once the signal is aborted, until the returned function is called. `AbortSignal.any` has no
 * such end: a signal that outlives many requests, such as those of a range, would keep something of each.
 */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return () => signal?.removeEventListener('abort', abort);
}
