import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which messages that arrived meanwhile get their turn. */
const turnMs = 8;

/** Lets others have a turn now and then. Throws the signal's reason once nobody wants the work any more. */
export class Pace {
  private until = performance.now() + turnMs;

  constructor(private readonly signal?: AbortSignal) {
    signal?.throwIfAborted();
  }

  /** Whether it is time to `rest`. Cheap enough for every few dozen rows. */
  isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Lets waiting work run. */
  async rest(): Promise<void> {
    await setImmediate();
    this.signal?.throwIfAborted();
    this.until = performance.now() + turnMs;
  }
}
