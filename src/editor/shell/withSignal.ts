import { canceledError } from '../../text/canceledError';

/** A `vscode.CancellationToken`, of which other extensions may pass no more than this. */
export interface Cancellation {
  readonly isCancellationRequested?: boolean;
  readonly onCancellationRequested: (listener: () => void) => { dispose?: () => void } | undefined;
}

/**
 * Does work with a signal that is aborted once the token is canceled, or from the start if it already is.
 */
export async function withSignal<Done>(
  token: Cancellation | undefined,
  work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const controller = new AbortController();
  const cancel = () => controller.abort(canceledError());
  if (token?.isCancellationRequested) cancel();
  const listening = token?.onCancellationRequested(cancel);
  try {
    return await work(controller.signal);
  } finally {
    listening?.dispose?.();
  }
}
