import { setTimeout as wait } from 'node:timers/promises';
import { canceledError } from '../../text/canceledError';
import { showProgress } from './shownMessages';

/** Milliseconds that work may take without a notification, which stays visible for longer than that. */
const quietMs = 300;

/**
 * Does work and, if it takes a while, shows a notification with a Cancel button. Cancelling aborts the
 * signal, after which the work should reject; this function then resolves with `undefined`. Any other failure
 * of the work rejects. The work may report its progress.
 */
export async function cancellable<Done>(
  title: string,
  work: (signal: AbortSignal, tell: (message: string) => void) => Promise<Done>,
): Promise<Done | undefined> {
  const controller = new AbortController();
  let tell: (message: string) => void = () => undefined;
  const done = work(controller.signal, (message) => tell(message));
  const settled = done.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, wait(quietMs, false)]))) {
    await showProgress(title, (report, token) => {
      tell = (message) => report({ message });
      token.onCancellationRequested(() => controller.abort(canceledError()));
      return settled;
    });
  }
  try {
    return await done;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}
