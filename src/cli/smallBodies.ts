import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../protocol/workerMessages';
import { threadOf, type ResultThread } from '../results/store/workerLink';

/** In bytes as received, which are up to 8 MB when they're decompressed: reading them takes as long as a thread's start. */
const mostSmallBytes = 256 * 1024;
/** In milliseconds. If a body takes longer, its first rows may be wanted before it ends. */
const longestSmallMs = 100;

/** A body whose size isn't known yet, and what was posted about it. */
interface Arriving {
  readonly posted: (readonly [message: ToWorker, transfer: ArrayBuffer[]])[];
  bytes: number;
  late?: NodeJS.Timeout;
}

/** The thread of this file. */
export const ownThread = threadOf(process.argv[1] ?? '');

/**
 * Owns the results of small bodies in this thread, which spares most runs the start of another, and leaves those of
 * large ones to `ownThread`. A question can only be about results that are in the same thread.
 */
class SmallBodies extends EventEmitter implements ResultThread {
  private readonly arriving = new Map<string, Arriving>();
  /** The results that the other thread has. */
  private readonly large = new Set<string>();
  private here: MessagePort | undefined;
  private thread: ResultThread | undefined;

  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void {
    if (message.kind === 'abort') {
      this.here?.postMessage(message);
      this.thread?.postMessage(message, transfer);
      return;
    }
    const { kind, result } = message;
    if (kind === 'open') this.arriving.set(result, { posted: [], bytes: 0 });
    const arriving = this.arriving.get(result);
    if (!arriving) {
      this.ownerOf(result).postMessage(message, transfer);
      return;
    }
    arriving.posted.push([message, transfer]);
    if (kind === 'chunk') {
      arriving.bytes += message.bytes.byteLength;
      arriving.late ??= setTimeout(() => this.settle(result, arriving, true), longestSmallMs);
      if (arriving.bytes > mostSmallBytes) this.settle(result, arriving, true);
    } else if (kind !== 'open') {
      this.settle(result, arriving, false);
    }
  }

  private settle(result: string, { posted, late }: Arriving, isLarge: boolean): void {
    clearTimeout(late);
    this.arriving.delete(result);
    if (isLarge) this.large.add(result);
    for (const each of posted) this.ownerOf(result).postMessage(...each);
  }

  private ownerOf(result: string): Pick<ResultThread, 'postMessage'> {
    if (this.large.has(result)) return (this.thread ??= this.started());
    return (this.here ??= this.opened());
  }

  private started(): ResultThread {
    const thread = ownThread();
    for (const event of ['message', 'error', 'exit']) {
      thread.on(event, (given: unknown) => this.emit(event, given));
    }
    // The host lets go of this, too, and an open port would keep the process running.
    thread.once('exit', () => this.here?.close());
    return thread;
  }

  private opened(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: FromWorker) => this.emit('message', message));
    void import('../results/thread/resultOwner').then(({ ResultOwner }) => new ResultOwner(port2));
    return port1;
  }

  async terminate(): Promise<void> {
    for (const { late } of this.arriving.values()) clearTimeout(late);
    if (this.here) {
      this.here.close();
      await once(this.here, 'close');
    }
    await this.thread?.terminate();
  }
}

/** The thread of this file for large bodies only. */
export const smallBodies = (): ResultThread => new SmallBodies();
