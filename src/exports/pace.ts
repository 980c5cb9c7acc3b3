import { setImmediate } from 'node:timers/promises';
import type { ExportOptions } from './exportSource';

/** How long a writer may keep the thread, which also answers the view's questions. */
const turnMs = 10;

/** Lets others have a turn now and then, and tells when the export is no longer wanted. */
export class Pace {
  private until = performance.now() + turnMs;

  constructor(private readonly options: ExportOptions) {
    options.signal.throwIfAborted();
  }

  /** Whether it is time to `rest`. Cheap enough for every few dozen rows. */
  isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Reports the rows, lets waiting work run, and throws the signal's reason where it was aborted. */
  async rest(rows: number): Promise<void> {
    this.options.onProgress(rows);
    await setImmediate();
    this.options.signal.throwIfAborted();
    this.until = performance.now() + turnMs;
  }
}
