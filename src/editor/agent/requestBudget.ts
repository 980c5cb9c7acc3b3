import { once } from 'node:events';

/** The requests that language models cause in one window, and their turns on each connection. */
export class RequestBudget {
  private used = 0;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** `limit` is read at each use. `isFree` says which connections' requests don't count. */
  constructor(
    private readonly limit: () => number,
    private readonly isFree: (connection: string) => boolean,
  ) {}

  /** How many more requests there may be. */
  get left(): number {
    return Math.max(0, this.limit() - this.used);
  }

  /**
   * Runs `send` after whatever runs on the same connection, and counts its requests: one at once, any
   * repeated ones when it says how many there were. Throws what `refusal` returns if nothing is left, or if
   * the signal is aborted before.
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
    // One that is cancelled while it waits ends before the one that it waits for.
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
