import type { Verdict } from '../table/body/bodyReader';
import { LostResult } from './lostResult';
import type { Result } from './result';
import type { SpoolFolder } from './spoolFolder';
import type { WorkerLink } from './workerLink';
import type { TableState } from './workerMessages';

/** Is notified about the progress of a body. */
interface Listener {
  /** The thread has read more. */
  onTable(result: Result, state: TableState): void;
  /** The disk failed or the thread lost the body: no rows are left. */
  onLost(result: Result): void;
}

/** Feeds bodies to the thread: from the service as they arrive, or from an earlier session's file. */
export class BodyIntake {
  /** `maxMemory` is called for each body and returns the bytes its table may use. */
  constructor(
    private readonly worker: WorkerLink,
    private readonly folder: SpoolFolder,
    private readonly maxMemory: () => number,
    private readonly listener: Listener,
  ) {}

  /**
   * Reads a body into the result, row by row as it arrives. Rejects if the thread loses the result,
   * otherwise with whatever the body's iteration throws; the rows before that are kept.
   */
  async receive(
    result: Result,
    body: AsyncIterable<Uint8Array>,
    encoding: 'gzip' | 'identity',
  ): Promise<Verdict> {
    let isHopeless = false;
    const ended = this.open(result, { kind: 'open', encoding }, (hopeless) => (isHopeless = hopeless));
    // A body that nobody will read releases its socket immediately, even if the server is silent.
    ended.catch(() => result.controller.abort());
    const failure = await this.worker
      .feed(result.id, counted(result, body), () => isHopeless)
      .then(
        () => null,
        (error: unknown) => ({ error }),
      );
    this.worker.end(result.id, failure === null);
    // The loss of the result explains more than the abort that it caused.
    const verdict = await ended;
    if (failure) throw failure.error;
    return verdict;
  }

  /** Reads the body that is already in the result's file. Rejects if the thread can't. */
  load(result: Result): Promise<Verdict> {
    return this.open(result, { kind: 'load' }, () => undefined);
  }

  /**
   * Starts the result in the thread. Resolves at the end of the body; rejects if the disk fails or
   * the thread loses it.
   */
  private async open(
    result: Result,
    how: { kind: 'open'; encoding: 'gzip' | 'identity' } | { kind: 'load' },
    onProgress: (hopeless: boolean) => void,
  ): Promise<Verdict> {
    const { id, query } = result;
    const opening = {
      ...how,
      result: id,
      record: query.dataset.record,
      spool: this.folder.bodyPath(id),
      maxTableBytes: this.maxMemory(),
    };
    return new Promise<Verdict>((resolve, reject) => {
      this.worker.open(opening, (message) => {
        if (message.kind === 'lost') {
          reject(new LostResult(message.message));
          this.listener.onLost(result);
          return;
        }
        this.listener.onTable(result, message.state);
        if (message.kind === 'ended') resolve(message.verdict);
        else onProgress(message.hopeless);
      });
    });
  }
}

async function* counted(result: Result, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    result.wireBytes += chunk.length;
    yield chunk;
  }
}
