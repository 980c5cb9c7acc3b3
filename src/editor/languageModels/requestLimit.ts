import { once } from 'node:events';
import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { ServiceFailure } from '../../service/failure';

const allUsed = () =>
  vscode.l10n.t(
    'Language models have used all requests allowed for this window. The user can allow more with the {0} setting.',
    'marketData.agentRequests',
  );

/** Limits the requests that language models cause in one window, and runs those on one connection in turn. */
export class RequestLimit {
  private used = 0;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** `limit` is read at each use. */
  constructor(private readonly limit: () => number) {}

  /** How many more requests are allowed. */
  get left(): number {
    return Math.max(0, this.limit() - this.used);
  }

  /**
   * Runs `send` after the earlier calls on the same connection, if requests are left; those of the sample service
   * don't count. `send` must call the function that it gets before each request, which counts it, or throws if no
   * requests are left. Rejects with the signal's reason if it is aborted while waiting.
   */
  async spend<Sent>(
    connection: string,
    signal: AbortSignal,
    send: (count: () => void) => Promise<Sent>,
  ): Promise<Sent> {
    const isFree = connection === sandboxName;
    const refuseNone = (): void => {
      if (!isFree && this.left === 0) throw new ServiceFailure('cancelled', allUsed());
    };
    const before = this.turns.get(connection);
    const turn = (async () => {
      await endOf(before, signal);
      refuseNone();
      return send(() => {
        refuseNone();
        if (!isFree) this.used += 1;
      });
    })();
    // A call that is canceled while waiting ends before the call that it waits for.
    this.turns.set(connection, Promise.allSettled([before, turn]));
    return turn;
  }
}

/** Resolves when the work has ended, or rejects with the signal's reason once it is aborted. */
function endOf(work: Promise<unknown> | undefined, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const aborted = once(signal, 'abort').then(() => signal.throwIfAborted());
  return Promise.race([work, aborted]);
}
