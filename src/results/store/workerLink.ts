import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { canceledError } from '../../text/canceledError';
import { errorKind } from '../../text/errorText';
import type { Sentences } from '../../text/l10n';
import { LostResult } from '../../disk/lostResult';
import {
  nothingKnown,
  type FromWorker,
  type KnownOfResult,
  type TableState,
  type ThreadQuestionKind,
  type ThreadQuestions,
  type ToWorker,
  type Verdict,
} from '../../protocol/workerMessages';

/** Chunks in transit to the thread; more would only fill memory. */
const maxChunksInFlight = 8;

/**
 * In megabytes, for objects that are short-lived, such as the texts of a file that is being written. By
 * default, the thread uses several times as much, and checks less often for unused buffers.
 */
const maxYoungGenerationSizeMb = 6;

/** How many bytes are collected before sending, because fewer, larger messages cost less. */
const chunkBytes = 256 * 1024;
/** In bytes. With a small first chunk, the first rows appear early. */
const firstChunkBytes = 16 * 1024;

type ResultMessage = Extract<FromWorker, { kind: 'progress' | 'ended' | 'lost' }>;
type Opening = Extract<ToWorker, { kind: 'open' | 'load' }>;

/** Listens to a result as long as the thread has it. */
export interface TableListener {
  /** Called when the thread has read more of its body. */
  readonly onTable: (state: TableState) => void;
  /** Called when the disk failed or the thread ended; its rows are lost. */
  readonly onLost: () => void;
}

/** A result that the thread has, or is about to have. */
interface Held {
  hear: (message: ResultMessage) => void;
  /** Rejects what waits for the end of its body. */
  giveUp: (error: Error) => void;
  chunksInFlight: number;
  /** Whether reading the rest of its body is pointless. */
  isHopeless: boolean;
  /** Makes `feed` check again whether it can send. */
  resume: () => void;
}

/** How many rows were written may be told. */
interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
  readonly known?: KnownOfResult;
}

interface Pending {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  onProgress?: (done: number) => void;
}

const isOutOfMemory = (error: unknown): boolean => errorKind(error) === 'ERR_WORKER_OUT_OF_MEMORY';

/** What has the results, and may end with an error. A thread does; the command line has another one. */
export interface ResultThread extends EventEmitter {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
}

/**
 * What starts a thread, which takes 50 ms. `script` is the path of its bundle, `sentences` the translations for its
 * messages. It lets the editor close while a result is being read.
 */
export const threadOf = (script: string, sentences?: Sentences) => (): ResultThread => {
  const worker = new Worker(script, {
    workerData: sentences,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  worker.unref();
  return worker;
};

/** The host's end of the thread. The thread starts on first use and keeps running. */
export class WorkerLink {
  private worker: ResultThread | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly held = new Map<string, Held>();
  /** Callbacks for when the thread has deleted the body of a closed result. */
  private readonly closing = new Map<string, (() => void)[]>();
  private lastAsk = 0;
  /** Called with the memory (in bytes) of a result whose table is held in another form, too. */
  onGrown: (result: string, memory: number) => void = () => undefined;
  private isDisposed = false;

  constructor(private readonly startOne: () => ResultThread) {}

  /** Starts the thread, so that the first query doesn't wait for it. */
  start(): void {
    if (this.worker || this.isDisposed) return;
    const worker = this.startOne();
    worker.on('message', (message: FromWorker) => this.take(message));
    worker.on('error', (error: unknown) => {
      const why = isOutOfMemory(error)
        ? l10n.t("The results were lost because there wasn't enough memory. Run the query again.")
        : l10n.t('The results were lost ({0}). Run the query again.', errorKind(error));
      this.fail(worker, why);
    });
    // A thread can also end without an error, for example if something in it exits the process.
    worker.on('exit', () => this.fail(worker, l10n.t('The results were lost. Run the query again.')));
    this.worker = worker;
  }

  private take(message: FromWorker): void {
    switch (message.kind) {
      case 'consumed': {
        const held = this.held.get(message.result);
        if (!held) return;
        held.chunksInFlight -= 1;
        held.resume();
        return;
      }
      case 'progress':
      case 'ended': {
        const held = this.held.get(message.result);
        if (!held) return;
        if (message.kind === 'progress') held.isHopeless = message.hopeless;
        held.hear(message);
        return;
      }
      case 'grown':
        this.onGrown(message.result, message.memory);
        return;
      case 'lost':
        this.lose(message.result, message.message);
        return;
      case 'closed':
        this.endClosing(message.result);
        return;
      case 'askProgress':
        this.pending.get(message.ask)?.onProgress?.(message.done);
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

  /** Call when the thread has released the result. Later messages about it are ignored. */
  private lose(result: string, message: string): void {
    const held = this.held.get(result);
    this.held.delete(result);
    held?.resume(); // first, so that a body that waits for the thread goes on
    held?.hear({ kind: 'lost', result, message });
  }

  /**
   * Call when the thread has ended, usually because it ran out of memory. All its results are lost, and the
   * next use starts another thread.
   */
  private fail(worker: ResultThread, lost: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { reject } of this.pending.values()) reject(new Error(lost));
    this.pending.clear();
    for (const result of [...this.held.keys()]) this.lose(result, lost);
    for (const result of [...this.closing.keys()]) this.endClosing(result);
  }

  private endClosing(result: string): void {
    for (const resolve of this.closing.get(result) ?? []) resolve();
    this.closing.delete(result);
  }

  private post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.start();
    this.worker?.postMessage(message, transfer);
  }

  private hold(result: string, hear: Held['hear'], giveUp: Held['giveUp'] = () => undefined): void {
    this.held.set(result, { hear, giveUp, chunksInFlight: 0, isHopeless: false, resume: () => undefined });
  }

  /**
   * Reads a body into a new result, row by row as it arrives. Rejects with `LostResult` if the thread
   * loses the result, otherwise with whatever the body's iteration throws; the rows before that are
   * kept. The listener is called until `close`, or until the result is lost.
   */
  async receive(
    opening: Extract<Opening, { kind: 'open' }>,
    body: AsyncIterable<Uint8Array>,
    listener: TableListener,
  ): Promise<Verdict> {
    const { result } = opening;
    const ended = this.load(opening, listener);
    ended.catch(() => undefined); // nobody awaits it before the body has ended
    const failure = await this.feed(result, body).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (this.held.has(result)) this.post({ kind: 'end', result, complete: failure === null });
    // The loss of the result is a better explanation than the abort that it caused.
    const verdict = await ended;
    if (failure) throw failure.error;
    return verdict;
  }

  /**
   * Starts a result in the thread, whose body follows or is already in its file. Resolves at the end of its body,
   * and rejects with `LostResult` if the thread can't read it.
   */
  load(opening: Opening, { onTable, onLost }: TableListener): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      if (this.isDisposed) {
        reject(canceledError());
        return;
      }
      const hear = (message: ResultMessage) => {
        if (message.kind === 'lost') {
          reject(new LostResult(message.message));
          onLost();
          return;
        }
        onTable(message.state);
        if (message.kind === 'ended') resolve(message.verdict);
      };
      this.hold(opening.result, hear, reject);
      this.post(opening);
    });
  }

  /**
   * Feeds a body to the thread, never more than 8 chunks ahead of it; meanwhile, the socket waits. Ends early
   * if the result is unreadable or lost. Rejects with whatever the body's iteration throws, after sending
   * everything received before.
   */
  private async feed(result: string, body: AsyncIterable<Uint8Array>): Promise<void> {
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
        if (held.isHopeless) return;
        // If the body is slow, the data received so far is sent before the buffer is full.
        if (held.chunksInFlight === 0) send();
      }
    } finally {
      if (!isLost()) send();
    }
  }

  /**
   * Rejects with an `Error` ready to display if the thread rejects the question. Once the signal is aborted,
   * rejects with its reason as soon as the work can be interrupted.
   */
  async ask<Kind extends ThreadQuestionKind>(
    result: string,
    about: Kind,
    question: ThreadQuestions[Kind]['question'],
    options: AskOptions = {},
  ): Promise<ThreadQuestions[Kind]['answer']> {
    const { signal, onProgress, known = nothingKnown } = options;
    signal?.throwIfAborted();
    if (this.isDisposed) throw canceledError();
    this.lastAsk += 1;
    const ask = this.lastAsk;
    const abort = () => this.post({ kind: 'abort', ask });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise<ThreadQuestions[Kind]['answer']>((resolve, reject) => {
        this.pending.set(ask, { resolve, reject, ...(onProgress ? { onProgress } : {}) });
        // The compiler can't see that the question belongs to this kind, nor, when it comes, the answer.
        this.post({ kind: 'ask', ask, result, known, about, question } as ToWorker);
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Starts a result that the thread compares from two others, with the id `as`. `onLost` is called if it's
   * lost. Rejects as `ask` does; nothing is kept then.
   */
  async compare(
    first: string,
    question: ThreadQuestions['compare']['question'],
    onLost: () => void,
    options: AskOptions = {},
  ): Promise<ThreadQuestions['compare']['answer']> {
    this.hold(question.as, onLost);
    try {
      return await this.ask(first, 'compare', question, options);
    } catch (error) {
      this.close(question.as);
      throw error;
    }
  }

  /** Discards the result and deletes its body. Pending questions about it are rejected. */
  close(result: string): void {
    if (!this.held.delete(result)) return;
    this.closing.set(result, []);
    this.post({ kind: 'close', result });
  }

  /** Resolves when the body of a closed result is deleted, so that another one can use its path. */
  closed(result: string): Promise<void> {
    const waiting = this.closing.get(result);
    return waiting ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
  }

  /** The session ends: what is waited for is rejected, and nothing starts the thread again. */
  async dispose(): Promise<void> {
    const { worker } = this;
    this.isDisposed = true;
    this.worker = null; // the results aren't lost, because the next session reads their files
    for (const { reject } of this.pending.values()) reject(canceledError());
    this.pending.clear();
    const held = [...this.held.values()];
    this.held.clear();
    for (const { giveUp, resume } of held) {
      giveUp(canceledError());
      resume();
    }
    for (const result of [...this.closing.keys()]) this.endClosing(result);
    await worker?.terminate();
  }
}
