import type { MessagePort, Transferable } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../market/records/recordKinds';
import { QuestionError } from '../../table/questionError';
import { Table } from '../../table/columns/table';
import type { AnswerContext } from './answerParts';
import { answerTo } from './questionAnswers';
import { LostResult } from '../../disk/lostResult';
import { notKeptMessage, notReadMessage, Spool } from '../../disk/spool';
import { releaseMemory } from './releaseMemory';
import type { FromWorker, ToWorker } from '../../protocol/workerMessages';
import { derived, WorkerResult, type Held } from './workerResult';
import { errorKind, errorText } from '../../text/errorText';

/** In milliseconds: often enough to look live, and rarely enough to cost nothing. */
const progressEveryMs = 100;

const notInMemory = () =>
  new QuestionError(l10n.t('This result is no longer in memory. Run the query again.'));

const isFitToShow = (error: unknown) => error instanceof QuestionError || error instanceof LostResult;

/** Typed arrays of a chart are transferred instead of copied. */
function transferables(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) transferables(member, found);
  }
  return found;
}

/**
 * Owns every result's bytes and columns. HTTP stays on the host's main thread, because a worker would bypass the
 * editor's proxy settings. Answers contain only what a screen can show, never a whole result.
 */
export class ResultOwner {
  private readonly results = new Map<string, WorkerResult>();
  /** Tables derived from results, by ids of their own. */
  private readonly derivedTables = new Map<string, Held>();
  /** Commands for a result are queued; questions don't wait for the body. */
  private readonly queues = new Map<string, Promise<void>>();
  /** Questions in progress, by number. */
  private readonly running = new Map<number, { result: string; controller: AbortController }>();
  private readonly reported = new Map<string, { at: number; rows: number }>();

  /** Handles what `host` posts, until the port is closed. */
  constructor(private readonly host: MessagePort) {
    host.on('message', (message: ToWorker) => this.handle(message));
    host.once('close', () => {
      for (const { spool } of this.results.values()) void spool?.remove();
    });
  }

  private post(message: FromWorker, transfer: Transferable[] = []): void {
    this.host.postMessage(message, transfer);
  }

  private heldOf(id: string): Held {
    const held = this.results.get(id) ?? this.derivedTables.get(id);
    if (!held) throw notInMemory();
    return held;
  }

  /** What a question is about. An export may be about a response without a body, which isn't here. */
  private subjectOf({ about, question, result }: Extract<ToWorker, { kind: 'ask' }>): Held {
    const empty = about === 'export' ? question.empty : undefined;
    return empty === undefined ? this.heldOf(result) : derived(new Table(recordShapes[empty]));
  }

  private enqueue(id: string, work: () => Promise<void>): void {
    const queue = (this.queues.get(id) ?? Promise.resolve()).then(work);
    this.queues.set(
      id,
      queue.catch((error: unknown) =>
        this.lose(id, error instanceof LostResult ? error.message : notReadMessage(error)),
      ),
    );
  }

  /** Reports a result as lost and discards it. Chunks that still arrive are ignored. */
  private async lose(id: string, message: string): Promise<void> {
    this.post({ kind: 'lost', result: id, message });
    await this.letGo(id).catch(() => undefined); // the host deletes the file as well
  }

  private async letGo(id: string): Promise<void> {
    this.stopAnswering(id);
    const result = this.results.get(id);
    const table = (result ?? this.derivedTables.get(id))?.table;
    this.results.delete(id);
    this.derivedTables.delete(id);
    this.reported.delete(id);
    // A question in progress may still read the table, even if it's about another result.
    if (table && this.running.size === 0) releaseMemory(table.arrays());
    await result?.spool?.remove();
  }

  private stopAnswering(id: string): void {
    for (const { result, controller } of this.running.values()) {
      if (result === id) controller.abort(notInMemory());
    }
  }

  private reportProgress(id: string, result: WorkerResult): void {
    const { rows } = result.table;
    const now = performance.now();
    const last = this.reported.get(id);
    const isFirstRows = rows > 0 && last?.rows === 0;
    const isDue = !last || isFirstRows || now - last.at >= progressEveryMs;
    if (!isDue && !result.isHopeless) return;
    this.reported.set(id, { at: now, rows });
    this.post({ kind: 'progress', result: id, state: result.state(), hopeless: result.isHopeless });
  }

  private async answer(message: Extract<ToWorker, { kind: 'ask' }>): Promise<void> {
    const { ask, result } = message;
    const controller = new AbortController();
    this.running.set(ask, { result, controller });
    try {
      const given = await this.answered(message, controller.signal);
      const buffers = message.about === 'chart' ? [...transferables(given)] : [];
      this.post({ kind: 'answer', ask, answer: given }, buffers);
    } catch (error) {
      const isOurs = error === controller.signal.reason || isFitToShow(error);
      const words = l10n.t("Couldn't read the result ({0}).", errorKind(error));
      this.post({ kind: 'refusal', ask, message: isOurs ? errorText(error) : words });
    } finally {
      this.running.delete(ask);
    }
  }

  private answered(
    message: Extract<ToWorker, { kind: 'ask' }>,
    signal: AbortSignal,
  ): ReturnType<typeof answerTo> {
    let toldAt = 0;
    const context: AnswerContext = {
      known: message.known,
      heldOf: (id) => this.heldOf(id),
      keep: (id, made) => this.derivedTables.set(id, made),
      onGrown: (memory) => this.post({ kind: 'grown', result: message.result, memory }),
      onProgress: (done) => {
        const now = performance.now();
        if (now - toldAt < progressEveryMs) return;
        toldAt = now;
        this.post({ kind: 'askProgress', ask: message.ask, done });
      },
      signal,
    };
    return answerTo(this.subjectOf(message), message, context);
  }

  private handle(message: ToWorker): void {
    switch (message.kind) {
      case 'open': {
        const { result, record, encoding, spool, isBrief, maxTableBytes } = message;
        try {
          const file = spool === undefined ? null : new Spool(spool, { isBrief });
          this.results.set(result, new WorkerResult(record, encoding, file, maxTableBytes, message));
        } catch (error) {
          void this.lose(result, notKeptMessage(error));
        }
        return;
      }
      case 'chunk':
        this.enqueue(message.result, async () => {
          const result = this.results.get(message.result);
          try {
            await result?.push(new Uint8Array(message.bytes));
            if (result) this.reportProgress(message.result, result);
          } finally {
            this.post({ kind: 'consumed', result: message.result });
          }
        });
        return;
      case 'end':
        this.enqueue(message.result, async () => {
          const result = this.results.get(message.result);
          if (!result) return;
          const verdict = await result.end(message.complete);
          this.post({ kind: 'ended', result: message.result, state: result.state(), verdict });
        });
        return;
      case 'load':
        this.enqueue(message.result, async () => {
          const [result, verdict] = await WorkerResult.load(
            message.record,
            message.spool,
            message.maxTableBytes,
            message.isSingle,
          );
          this.results.set(message.result, result);
          this.post({ kind: 'ended', result: message.result, state: result.state(), verdict });
        });
        return;
      case 'close':
        // Not queued, because nobody waits for these answers any longer.
        this.stopAnswering(message.result);
        this.enqueue(message.result, async () => {
          this.queues.delete(message.result);
          await this.letGo(message.result).finally(() =>
            this.post({ kind: 'closed', result: message.result }),
          );
        });
        return;
      case 'ask':
        void this.answer(message);
        return;
      case 'abort':
        this.running.get(message.ask)?.controller.abort(); // the host knows why
    }
  }
}
