/**
 * The thread that owns every result's bytes and columns. HTTP stays on the host's main thread, because a
 * worker would bypass the editor's proxy settings. Answers contain only what a screen can show, never a
 * whole result.
 */
import { parentPort, workerData, type Transferable } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../market/records/recordKinds';
import { QuestionError } from '../../table/questionError';
import { paced } from '../../table/columns/slices';
import { Table } from '../../table/columns/table';
import { answerTo, type AnswerContext } from './questionAnswers';
import { LostResult } from '../../disk/lostResult';
import { notKeptMessage, notReadMessage, Spool } from '../../disk/spool';
import type { Sentences } from '../../text/l10n';
import { releaseMemory } from './releaseMemory';
import { warmUp } from './warmUp';
import type { FromWorker, ToWorker } from '../../protocol/workerMessages';
import { derived, WorkerResult, type Held } from './workerResult';
import { errorKind, errorText } from '../../text/errorText';

l10n.config({ contents: (workerData as Sentences | undefined) ?? {} });

const results = new Map<string, WorkerResult>();
/** Tables derived from results, by ids of their own. */
const derivedTables = new Map<string, Held>();
/** Commands for a result are queued; questions don't wait for the body. */
const queues = new Map<string, Promise<void>>();
/** Questions in progress, by number. */
const running = new Map<number, { result: string; controller: AbortController }>();
const reported = new Map<string, { at: number; rows: number }>();
/** In milliseconds: often enough to look live, and rarely enough to cost nothing. */
const progressEveryMs = 100;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const notInMemory = () =>
  new QuestionError(l10n.t('This result is no longer in memory. Run the query again.'));

function heldOf(id: string): Held {
  const held = results.get(id) ?? derivedTables.get(id);
  if (!held) throw notInMemory();
  return held;
}

/** What a question is about. An export may be about a response without a body, which this thread doesn't have. */
function subjectOf({ about, question, result }: Extract<ToWorker, { kind: 'ask' }>): Held {
  const empty = about === 'export' ? question.empty : undefined;
  return empty === undefined ? heldOf(result) : derived(new Table(recordShapes[empty]));
}

const isFitToShow = (error: unknown) => error instanceof QuestionError || error instanceof LostResult;

function enqueue(id: string, work: () => Promise<void>): void {
  const queue = (queues.get(id) ?? Promise.resolve()).then(work);
  queues.set(
    id,
    queue.catch((error: unknown) =>
      lose(id, error instanceof LostResult ? error.message : notReadMessage(error)),
    ),
  );
}

/** Reports a result as lost and discards it. Chunks that still arrive are ignored. */
async function lose(id: string, message: string): Promise<void> {
  post({ kind: 'lost', result: id, message });
  await letGo(id).catch(() => undefined); // the host deletes the file as well
}

async function letGo(id: string): Promise<void> {
  stopAnswering(id);
  const result = results.get(id);
  const table = (result ?? derivedTables.get(id))?.table;
  results.delete(id);
  derivedTables.delete(id);
  reported.delete(id);
  // A question in progress may still read the table, even if it's about another result.
  if (table && running.size === 0) releaseMemory(table.arrays());
  await result?.spool?.remove();
}

function stopAnswering(id: string): void {
  for (const { result, controller } of running.values()) {
    if (result === id) controller.abort(notInMemory());
  }
}

function reportProgress(id: string, result: WorkerResult): void {
  const { rows } = result.table;
  const now = performance.now();
  const last = reported.get(id);
  const isFirstRows = rows > 0 && last?.rows === 0;
  const isDue = !last || isFirstRows || now - last.at >= progressEveryMs;
  if (!isDue && !result.isHopeless) return;
  reported.set(id, { at: now, rows });
  post({ kind: 'progress', result: id, state: result.state(), hopeless: result.isHopeless });
}

/** Typed arrays of a chart are transferred instead of copied. */
function transferables(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) transferables(member, found);
  }
  return found;
}

async function answer(message: Extract<ToWorker, { kind: 'ask' }>): Promise<void> {
  const { ask, result } = message;
  const controller = new AbortController();
  running.set(ask, { result, controller });
  try {
    const given = await answered(message, controller.signal);
    const buffers = message.about === 'chart' ? [...transferables(given)] : [];
    post({ kind: 'answer', ask, answer: given }, buffers);
  } catch (error) {
    const isOurs = error === controller.signal.reason || isFitToShow(error);
    const words = l10n.t("Couldn't read the result ({0}).", errorKind(error));
    post({ kind: 'refusal', ask, message: isOurs ? errorText(error) : words });
  } finally {
    running.delete(ask);
  }
}

function answered(
  message: Extract<ToWorker, { kind: 'ask' }>,
  signal: AbortSignal,
): ReturnType<typeof answerTo> {
  let toldAt = 0;
  const context: AnswerContext = {
    known: message.known,
    heldOf,
    keep: (id, made) => derivedTables.set(id, made),
    onGrown: (memory) => post({ kind: 'grown', result: message.result, memory }),
    onProgress: (done) => {
      const now = performance.now();
      if (now - toldAt < progressEveryMs) return;
      toldAt = now;
      post({ kind: 'askProgress', ask: message.ask, done });
    },
    signal,
  };
  return answerTo(subjectOf(message), message, context);
}

const warming = new AbortController();

function handle(message: ToWorker): void {
  if (!warming.signal.aborted) warming.abort(); // not again, because each abort would create an error
  switch (message.kind) {
    case 'open': {
      const { result, record, encoding, spool, isBrief, maxTableBytes } = message;
      try {
        const file = spool === undefined ? null : new Spool(spool, { isBrief });
        results.set(result, new WorkerResult(record, encoding, file, maxTableBytes, message));
      } catch (error) {
        void lose(result, notKeptMessage(error));
      }
      return;
    }
    case 'chunk':
      enqueue(message.result, async () => {
        const result = results.get(message.result);
        try {
          await result?.push(new Uint8Array(message.bytes));
          if (result) reportProgress(message.result, result);
        } finally {
          post({ kind: 'consumed', result: message.result });
        }
      });
      return;
    case 'end':
      enqueue(message.result, async () => {
        const result = results.get(message.result);
        if (!result) return;
        const verdict = await result.end(message.complete);
        post({ kind: 'ended', result: message.result, state: result.state(), verdict });
      });
      return;
    case 'load':
      enqueue(message.result, async () => {
        const [result, verdict] = await WorkerResult.load(
          message.record,
          message.spool,
          message.maxTableBytes,
          message.isSingle,
        );
        results.set(message.result, result);
        post({ kind: 'ended', result: message.result, state: result.state(), verdict });
      });
      return;
    case 'close':
      // Not queued, because nobody waits for these answers any longer.
      stopAnswering(message.result);
      enqueue(message.result, async () => {
        queues.delete(message.result);
        await letGo(message.result).finally(() => post({ kind: 'closed', result: message.result }));
      });
      return;
    case 'ask':
      void answer(message);
      return;
    case 'abort':
      running.get(message.ask)?.controller.abort(); // the host knows why
  }
}

parentPort?.on('message', handle);
// What the host sent while the thread started is handled first, and aborts this.
setImmediate(() => {
  paced(warmUp(), warming.signal).catch(() => undefined);
});
