import { once } from 'node:events';

/** Limits the requests that language models cause in one window, and runs those on one connection in turn. */
export class RequestBudget {
  private used = 0;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** `limit` is read at each use. `isFree` says which connections' requests don't count. */
  constructor(
    private readonly limit: () => number,
    private readonly isFree: (connection: string) => boolean,
  ) {}

  /** How many more requests are allowed. */
  get left(): number {
    return Math.max(0, this.limit() - this.used);
  }

  /**
   * Runs `send` after the earlier calls on the same connection, and counts its requests: one before it is
   * sent, retries once `send` reports them. Throws what `refusal` returns if no requests are left, or the
   * signal's reason if it is aborted while waiting.
   */
  async spend<Sent extends { readonly requests: number }>(
    connection: string,
    signal: AbortSignal,
    send: () => Promise<Sent>,
    refusal: () => Error,
  ): Promise<Sent> {
    const before = this.turns.get(connection);
    const turn = (async () => {
      await endOf(before, signal);
      const isFree = this.isFree(connection);
      if (!isFree && this.left === 0) throw refusal();
      if (!isFree) this.used += 1;
      const sent = await send();
      if (!isFree) this.used += Math.max(0, sent.requests - 1);
      return sent;
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
