import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which messages that arrived in the meantime are handled. */
const turnMs = 8;

/** Interrupts long work so that other work can run. Throws the signal's reason once the work is aborted. */
export class Turns {
  private until = performance.now() + turnMs;

  constructor(private readonly signal?: AbortSignal) {
    signal?.throwIfAborted();
  }

  /** Whether it is time to call `next`. Cheap enough to be called every few dozen rows. */
  isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Lets waiting work run. */
  async next(): Promise<void> {
    await setImmediate();
    this.signal?.throwIfAborted();
    this.until = performance.now() + turnMs;
  }
}
