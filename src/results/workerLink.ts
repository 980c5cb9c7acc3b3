import { Worker } from 'node:worker_threads';
import { t, type Sentences } from '../text/l10n';
import type { FromWorker, ToWorker, WorkerQuestionKind, WorkerQuestions } from './workerMessages';

/** Chunks on their way to the thread; more would only pile up in memory. */
const maxChunksInFlight = 8;

/** Bytes gathered before they are handed over: fewer, larger messages cost less. */
const chunkBytes = 256 * 1024;
/** A first chunk this small makes the first rows come early. */
const firstChunkBytes = 16 * 1024;

type ResultMessage = Extract<FromWorker, { kind: 'progress' | 'ended' | 'lost' }>;
type Opening = Extract<ToWorker, { kind: 'open' | 'load' }>;

/** A result that the thread holds, or is about to. */
interface Held {
  hear: (message: ResultMessage) => void;
  chunksInFlight: number;
  /** Lets `feed` look again whether it may send. */
  resume: () => void;
}

interface Pending {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  onProgress?: (rows: number) => void;
}

/** The host's end of the thread. The thread starts with the first use and stays: its start costs 50 ms. */
export class WorkerLink {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly held = new Map<string, Held>();
  private lastAsk = 0;

  /** `script` is the path of the thread's bundle, `sentences` the language it answers in. */
  constructor(
    private readonly script: string,
    private readonly sentences?: Sentences,
  ) {}

  /** Starts the thread, so that a first query need not wait for it. */
  start(): void {
    if (this.worker) return;
    const worker = new Worker(this.script, { workerData: this.sentences });
    worker.on('message', (message: FromWorker) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    // The editor may close while a result is being read.
    worker.unref();
    this.worker = worker;
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case 'consumed': {
        const held = this.held.get(message.result);
        if (!held) return;
        held.chunksInFlight -= 1;
        held.resume();
        return;
      }
      case 'progress':
      case 'ended':
        this.held.get(message.result)?.hear(message);
        return;
      case 'lost':
        this.lose(message.result, message.message);
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

  /** The thread let go of the result: whatever it still says of it is of no meaning. */
  private lose(result: string, message: string): void {
    const held = this.held.get(result);
    this.held.delete(result);
    held?.hear({ kind: 'lost', result, message });
    held?.resume();
  }

  /** The thread died, of memory as a rule: nothing it held is left, the next use starts another. */
  private fail(error: Error): void {
    this.worker = null;
    const lost = t('The results were lost: {0}. Run the query again.', error.message);
    for (const { reject } of this.pending.values()) reject(new Error(lost));
    this.pending.clear();
    for (const result of [...this.held.keys()]) this.lose(result, lost);
  }

  private post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.start();
    this.worker?.postMessage(message, transfer);
  }

  /** Begins a result in the thread. `hear` is called until `close`, or until the result is lost. */
  open(opening: Opening, hear: (message: ResultMessage) => void): void {
    this.held.set(opening.result, { hear, chunksInFlight: 0, resume: () => undefined });
    this.post(opening);
  }

  /**
   * Feeds a body to the thread, never more than 8 chunks ahead of it: the socket waits. Ends early
   * where the result is hopeless or lost. Rejects with whatever the body's iteration throws; what
   * came before has then been handed over.
   */
  async feed(result: string, body: AsyncIterable<Uint8Array>, isHopeless: () => boolean): Promise<void> {
    const held = this.held.get(result);
    if (!held) return;
    const isLost = () => this.held.get(result) !== held;
    let gathered = new Uint8Array(firstChunkBytes);
    let length = 0;
    const send = () => {
      if (length === 0) return;
      const isFull = length === gathered.length;
      const bytes = isFull ? gathered.buffer : gathered.buffer.slice(0, length);
      if (isFull) gathered = new Uint8Array(chunkBytes);
      length = 0;
      held.chunksInFlight += 1;
      this.post({ kind: 'chunk', result, bytes }, [bytes]);
    };
    try {
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length;) {
          const part = chunk.subarray(at, at + gathered.length - length);
          gathered.set(part, length);
          length += part.length;
          at += part.length;
          if (length === gathered.length) send();
          while (held.chunksInFlight >= maxChunksInFlight && !isLost()) {
            await new Promise<void>((resolve) => (held.resume = resolve));
          }
          if (isLost()) return;
        }
        if (isHopeless()) return;
        // A slow body shows what it has instead of filling a buffer first.
        if (held.chunksInFlight === 0) send();
      }
    } finally {
      if (!isLost()) send();
    }
  }

  /** Nothing more comes of the body; `complete` is false where it broke off. */
  end(result: string, complete: boolean): void {
    if (this.held.has(result)) this.post({ kind: 'end', result, complete });
  }

  /**
   * Rejects with an `Error` fit to be shown when the thread refuses; so it does once the signal is
   * aborted, as soon as the work reaches a point where it can be left.
   */
  ask<Kind extends WorkerQuestionKind>(
    result: string,
    about: Kind,
    question: WorkerQuestions[Kind]['question'],
    options: { signal?: AbortSignal; onProgress?: (rows: number) => void } = {},
  ): Promise<WorkerQuestions[Kind]['answer']> {
    this.lastAsk += 1;
    const ask = this.lastAsk;
    const { signal, onProgress } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const abort = () => this.post({ kind: 'abort', ask });
    signal?.addEventListener('abort', abort, { once: true });
    return new Promise<WorkerQuestions[Kind]['answer']>((resolve, reject) => {
      this.pending.set(ask, { resolve, reject, ...(onProgress ? { onProgress } : {}) });
      this.post({ kind: 'ask', ask, result, about, question } as ToWorker);
    }).finally(() => signal?.removeEventListener('abort', abort));
  }

  /**
   * Begins a result that the thread makes of what it holds, under an id of its own. `hear` is called
   * where it is lost. Rejects as `ask` does; nothing is kept then.
   */
  async compare(
    first: string,
    question: WorkerQuestions['compare']['question'],
    hear: (message: ResultMessage) => void,
    signal?: AbortSignal,
  ): Promise<WorkerQuestions['compare']['answer']> {
    this.held.set(question.as, { hear, chunksInFlight: 0, resume: () => undefined });
    try {
      return await this.ask(first, 'compare', question, signal ? { signal } : {});
    } catch (error) {
      this.close(question.as);
      throw error;
    }
  }

  /** Forgets the result and deletes its body; what is still being asked of it is refused. */
  close(result: string): void {
    if (this.held.delete(result)) this.post({ kind: 'close', result });
  }

  async dispose(): Promise<void> {
    await this.worker?.terminate();
  }
}
