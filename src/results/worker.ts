/**
 * The thread that owns every result's bytes and columns. HTTP stays on the host's main thread: a
 * worker would bypass the editor's proxy settings. Everything here answers with what a screen can
 * show, never with a whole result.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { parentPort, type Transferable } from 'node:worker_threads';
import { writeTable } from '../exports/writers';
import { chartOf } from '../table/charts/chart';
import { integrityOf } from '../table/charts/integrityOf';
import { QuestionError } from '../table/filter';
import { jsonFind } from '../table/jsonFind';
import { jsonChildren } from '../table/jsonTree';
import { askedColumns, pageOf } from '../table/rows';
import { Spool } from './spool';
import type { FromWorker, ToWorker, WorkerQuestionKind, WorkerQuestions } from './workerMessages';
import { WorkerResult } from './workerResult';

const results = new Map<string, WorkerResult>();
/** What was asked of a result is done in order; questions do not wait for the body. */
const queues = new Map<string, Promise<void>>();
const running = new Map<number, AbortController>();
const reported = new Map<string, { at: number; rows: number }>();
/** Often enough to look alive, seldom enough to cost nothing. */
const progressEveryMs = 100;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  parentPort?.postMessage(message, transfer);
}

function resultOf(id: string): WorkerResult {
  const result = results.get(id);
  if (!result) throw new QuestionError('This result is no longer in memory. Run the query again.');
  return result;
}

function enqueue(id: string, work: () => Promise<void>): void {
  const queue = (queues.get(id) ?? Promise.resolve()).then(work).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'lost', result: id, message });
  });
  queues.set(id, queue);
}

function reportProgress(id: string, result: WorkerResult): void {
  const { rows } = result.reader.table;
  const now = performance.now();
  const last = reported.get(id);
  const isFirstRows = rows > 0 && last?.rows === 0;
  const isDue = !last || isFirstRows || now - last.at >= progressEveryMs;
  if (!isDue && !result.isHopeless) return;
  reported.set(id, { at: now, rows });
  post({ kind: 'progress', result: id, state: result.state(), hopeless: result.isHopeless });
}

type Answers = {
  [Kind in WorkerQuestionKind]: (
    result: WorkerResult,
    question: WorkerQuestions[Kind]['question'],
    ask: number,
    signal: AbortSignal,
  ) => WorkerQuestions[Kind]['answer'] | Promise<WorkerQuestions[Kind]['answer']>;
};

const answers: Answers = {
  rows: async ({ reader: { table }, orders }, question, _ask, signal) => {
    const columns = askedColumns(table, question.columns);
    const { total, places } = await pageOf(table, orders, question, signal);
    return { total, rows: places.map((row) => columns.map((column) => column.cell(row))) };
  },
  page: async ({ reader: { table }, orders }, question, _ask, signal) => {
    const columns = askedColumns(table, question.columns);
    const { total, places } = await pageOf(table, orders, question, signal);
    const rows = places.map((row) =>
      columns.map((column) => {
        const isTime = column.kind === 'numeric' && column.type === 'time';
        const isNumber = column.kind === 'numeric' && !isTime;
        return isNumber ? column.text(row) : column.cell(row);
      }),
    );
    return { total, rows, origins: places };
  },
  chart: ({ reader: { table } }, { plan, ...question }) => chartOf(table, plan, question),
  json: ({ reader, spool }, question) => jsonChildren(spool, reader.runs, question),
  jsonFind: ({ reader, spool }, question) => jsonFind(spool, reader.runs, question),
  integrity: ({ reader: { table } }, asked) => integrityOf(table, asked),
  export: async ({ reader: { table }, spool }, { format, path }, ask, signal) => {
    const file = createWriteStream(path, { mode: 0o600 });
    // Without a listener a full disk would end the thread instead of the export.
    const failure = once(file, 'error').then(([error]) => Promise.reject(error as Error));
    failure.catch(() => undefined);
    const write = async (bytes: Uint8Array) => {
      const done = new Promise<void>((resolve, reject) =>
        file.write(bytes, (error) => (error ? reject(error) : resolve())),
      );
      await Promise.race([done, failure]);
    };
    try {
      const onProgress = (rows: number) => post({ kind: 'exportProgress', ask, rows });
      await writeTable(
        format,
        { table, body: () => spool.body() },
        { write },
        { onProgress, signal },
      );
      await new Promise<void>((resolve) => file.end(resolve));
      return file.bytesWritten;
    } catch (error) {
      file.destroy();
      rmSync(path, { force: true });
      throw error;
    }
  },
};

/** Typed arrays of a picture change hands instead of being copied. */
function transferables(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) transferables(member, found);
  }
  return found;
}

async function answer(message: Extract<ToWorker, { kind: 'ask' }>): Promise<void> {
  const { ask } = message;
  const controller = new AbortController();
  running.set(ask, controller);
  try {
    const run = answers[message.about];
    const given = await (run as (...args: unknown[]) => unknown)(
      resultOf(message.result),
      message.question,
      ask,
      controller.signal,
    );
    const buffers = message.about === 'chart' ? [...transferables(given)] : [];
    post(
      { kind: 'answer', ask, answer: given as WorkerQuestions[WorkerQuestionKind]['answer'] },
      buffers,
    );
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    post({ kind: 'refusal', ask, message: words });
  } finally {
    running.delete(ask);
  }
}

function handle(message: ToWorker): void {
  switch (message.kind) {
    case 'open': {
      const { result, record, encoding, spool, maxTableBytes } = message;
      results.set(result, new WorkerResult(record, encoding, new Spool(spool), maxTableBytes));
      return;
    }
    case 'chunk':
      enqueue(message.result, async () => {
        const result = results.get(message.result);
        if (result) {
          await result.push(new Uint8Array(message.bytes));
          reportProgress(message.result, result);
        }
        post({ kind: 'consumed', result: message.result });
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
        );
        results.set(message.result, result);
        post({ kind: 'ended', result: message.result, state: result.state(), verdict });
      });
      return;
    case 'close':
      enqueue(message.result, async () => {
        await results.get(message.result)?.spool.remove();
        results.delete(message.result);
        queues.delete(message.result);
        reported.delete(message.result);
      });
      return;
    case 'ask':
      void answer(message);
      return;
    case 'abort':
      running.get(message.ask)?.abort(new Error('Cancelled.'));
  }
}

parentPort?.on('message', handle);
