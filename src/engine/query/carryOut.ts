import { LostResult } from '../../disk/lostResult';
import type { Outcome } from '../../request/outcome';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { abortWith } from '../../service/abortWith';
import { errorText } from '../../text/errorText';

/** How a query is carried out besides its own work. */
export interface CarriedOut {
  /**
   * Called with the new result, which it may show, before anything is sent or read. Resolves when it's drawn.
   */
  readonly begun: (result: Result) => Promise<void> | undefined;
  /** Aborting it while the query runs ends the query. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Carries out a query whose result has begun: from its tab to its outcome, which `work` resolves with. If
 * there can't be a tab, nothing is sent and no result is left; then it rejects with the reason.
 */
export async function carryOut(
  store: ResultStore,
  result: Result,
  { begun, signal }: CarriedOut,
  work: (drawn: Promise<void>) => Promise<Outcome>,
): Promise<void> {
  const release = abortWith(result.controller, signal);
  try {
    const outcome = await work(begunOrForgotten(store, result, begun));
    store.end(result, outcome);
  } finally {
    release();
  }
}

/** How reading a result from files ends, also if that fails or is canceled. */
export async function readingOutcome(
  { controller: { signal } }: Result,
  read: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted && !(error instanceof LostResult)) return { kind: 'cancelled' };
    return { kind: 'unexpectedResponse', message: errorText(error) };
  }
}

function begunOrForgotten(store: ResultStore, result: Result, begun: CarriedOut['begun']): Promise<void> {
  try {
    return begun(result) ?? Promise.resolve();
  } catch (error) {
    store.forget(result.id);
    throw error;
  }
}
