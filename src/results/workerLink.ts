import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerQuestionKind, WorkerQuestions } from './workerMessages';

/** Chunks on their way to the thread; more would only pile up in memory. */
const maxChunksInFlight = 8;

/** Bytes gathered before they are handed over: fewer, larger messages cost less. */
const chunkBytes = 256 * 1024;
/** A first chunk this small makes the first rows come early. */
const firstChunkBytes = 16 * 1024;

type ResultMessage = Extract<FromWorker, { kind: 'progress' | 'ended' | 'lost' }>;

interface Pending {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  onProgress?: (rows: number) => void;
}

/** The host's end of the thread. The thread starts with the first use and stays: its start costs 50 ms. */
export class WorkerLink {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, (message: ResultMessage) => void>();
  private readonly inFlight = new Map<string, number>();
  private readonly waiting = new Map<string, () => void>();
  private lastAsk = 0;

  /** `script` is the path of the thread's bundle. */
  constructor(private readonly script: string) {}

  /** Starts the thread, so that a first query need not wait for it. */
  start(): void {
    if (this.worker) return;
    const worker = new Worker(this.script);
    worker.on('message', (message: FromWorker) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    // The editor may close while a result is being read.
    worker.unref();
    this.worker = worker;
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case 'consumed': {
        const count = (this.inFlight.get(message.result) ?? 1) - 1;
        this.inFlight.set(message.result, count);
        this.waiting.get(message.result)?.();
        return;
      }
      case 'progress':
      case 'ended':
      case 'lost':
        this.listeners.get(message.result)?.(message);
        return;
      case 'exportProgress':
        this.pending.get(message.ask)?.onProgress?.(message.rows);
        return;
      case 'answer':
        this.pending.get(message.ask)?.resolve(message.answer as never);
        this.pending.delete(message.ask);
        return;
      case 'refusal':
        this.pending.get(message.ask)?.reject(new Error(message.message));
        this.pending.delete(message.ask);
    }
  }

  /** The thread died, of memory as a rule: nothing it held is left, the next use starts another. */
  private fail(error: Error): void {
    this.worker = null;
    const lost = `The results were lost: ${error.message}`;
    for (const { reject } of this.pending.values()) reject(new Error(lost));
    this.pending.clear();
    for (const [result, listener] of this.listeners) {
      listener({ kind: 'lost', result, message: lost });
    }
    for (const resume of this.waiting.values()) resume();
    this.waiting.clear();
    this.inFlight.clear();
  }

  post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.start();
    this.worker?.postMessage(message, transfer);
  }

  /** Hears of the result until `close`. */
  listen(result: string, listener: (message: ResultMessage) => void): void {
    this.listeners.set(result, listener);
  }

  /**
   * Feeds a body to the thread, never more than 8 chunks ahead of it: the socket waits. Rejects with
   * whatever the body's iteration throws; what came before has then been handed over.
   */
  async feed(
    result: string,
    body: AsyncIterable<Uint8Array>,
    isHopeless: () => boolean,
  ): Promise<void> {
    let gathered = new Uint8Array(firstChunkBytes);
    let length = 0;
    const send = () => {
      if (length === 0) return;
      const isFull = length === gathered.length;
      const bytes = isFull ? gathered.buffer : gathered.buffer.slice(0, length);
      if (isFull) gathered = new Uint8Array(chunkBytes);
      this.inFlight.set(result, (this.inFlight.get(result) ?? 0) + 1);
      this.post({ kind: 'chunk', result, bytes }, [bytes]);
      length = 0;
    };
    try {
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length;) {
          const part = chunk.subarray(at, at + gathered.length - length);
          gathered.set(part, length);
          length += part.length;
          at += part.length;
          if (length === gathered.length) send();
          while ((this.inFlight.get(result) ?? 0) >= maxChunksInFlight) await this.consumed(result);
        }
        if (isHopeless()) return;
        // A slow body shows what it has instead of filling a buffer first.
        if ((this.inFlight.get(result) ?? 0) === 0) send();
      }
    } finally {
      send();
      this.inFlight.delete(result);
    }
  }

  private consumed(result: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.set(result, () => {
        this.waiting.delete(result);
        resolve();
      });
    });
  }

  /** Rejects with an `Error` fit to be shown when the thread refuses. */
  ask<Kind extends WorkerQuestionKind>(
    result: string,
    about: Kind,
    question: WorkerQuestions[Kind]['question'],
    options: { signal?: AbortSignal; onProgress?: (rows: number) => void } = {},
  ): Promise<WorkerQuestions[Kind]['answer']> {
    this.lastAsk += 1;
    const ask = this.lastAsk;
    const { signal, onProgress } = options;
    const abort = () => this.post({ kind: 'abort', ask });
    signal?.addEventListener('abort', abort, { once: true });
    return new Promise<WorkerQuestions[Kind]['answer']>((resolve, reject) => {
      this.pending.set(ask, { resolve, reject, ...(onProgress ? { onProgress } : {}) });
      this.post({ kind: 'ask', ask, result, about, question } as ToWorker);
    }).finally(() => signal?.removeEventListener('abort', abort));
  }

  close(result: string): void {
    this.listeners.delete(result);
    if (this.worker) this.post({ kind: 'close', result });
  }

  async dispose(): Promise<void> {
    await this.worker?.terminate();
  }
}
