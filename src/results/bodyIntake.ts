import type { Verdict } from '../table/body/bodyReader';
import type { Result } from './result';
import type { SpoolFolder } from './spoolFolder';
import type { WorkerLink } from './workerLink';
import type { TableState } from './workerMessages';

/** Who hears of what becomes of a body. */
interface Listener {
  /** The thread has read on. */
  onTable(result: Result, state: TableState): void;
  /** The disk refused the body or the thread lost it: nothing is left of the rows. */
  onLost(result: Result): void;
}

/** How bodies get into the thread: from the service as they come, or from an earlier session's file. */
export class BodyIntake {
  /** `maxMemory` is asked for each body: bytes its table may take. */
  constructor(
    private readonly worker: WorkerLink,
    private readonly folder: SpoolFolder,
    private readonly maxMemory: () => number,
    private readonly listener: Listener,
  ) {}

  /**
   * Reads a body into the result, row by row as it comes. Rejects where the thread loses the result,
   * otherwise with whatever the body's iteration throws; the rows before that are then kept.
   */
  async receive(
    result: Result,
    body: AsyncIterable<Uint8Array>,
    encoding: 'gzip' | 'identity',
  ): Promise<Verdict> {
    let isHopeless = false;
    const ended = this.open(result, { kind: 'open', encoding }, (hopeless) => (isHopeless = hopeless));
    // A body that nobody will read gives back its socket at once, even where the server is silent.
    ended.catch(() => result.controller.abort());
    const failure = await this.worker
      .feed(result.id, counted(result, body), () => isHopeless)
      .then(
        () => null,
        (error: unknown) => ({ error }),
      );
    this.worker.end(result.id, failure === null);
    // The loss of the result says more than the abort that it caused.
    const verdict = await ended;
    if (failure) throw failure.error;
    return verdict;
  }

  /** Reads the body that is in the result's file already. Rejects where the thread cannot. */
  load(result: Result): Promise<Verdict> {
    return this.open(result, { kind: 'load' }, () => undefined);
  }

  /**
   * Begins the result in the thread. Resolves at the end of the body; rejects where the disk refuses
   * it or the thread loses it.
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
          reject(new Error(message.message));
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
