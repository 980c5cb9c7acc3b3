/**
 * The thread that owns every result's bytes and columns. HTTP stays on the host's main thread: a
 * worker would bypass the editor's proxy settings. Everything here answers with what a screen can
 * show, never with a whole result.
 */
import './language';
import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { parentPort, type Transferable } from 'node:worker_threads';
import { writeTable } from '../exports/writers';
import { t } from '../market/words';
import { chartOf } from '../table/charts/chart';
import { valuesOf } from '../table/columnValues';
import { compare } from '../table/compare';
import { QuestionError } from '../table/filter';
import { findCell } from '../table/find';
import { gapsOf } from '../table/findingRows';
import { integrityOf } from '../table/integrityOf';
import { jsonFind } from '../table/jsonFind';
import { jsonChildren } from '../table/jsonTree';
import { asksForPeriods, fillPeriods } from '../table/periodColumn';
import { recordText } from '../table/recordText';
import { askedColumns, pageOf } from '../table/rows';
import { figuresOf } from '../table/selectionFigures';
import { paced } from '../table/slices';
import type { SpoolReader } from '../table/spoolWindow';
import type { Table } from '../table/table';
import type { RowsQuestion } from '../table/tableTypes';
import { notKept, Spool } from './spool';
import { warmUp } from './warmUp';
import type { FromWorker, ToWorker, WorkerQuestionKind, WorkerQuestions } from './workerMessages';
import { derived, stateOfTable, WorkerResult, type Held } from './workerResult';

const results = new Map<string, WorkerResult>();
/** Tables made of the results' own, by ids of their own. */
const comparisons = new Map<string, Held>();
/** What was asked of a result is done in order; questions do not wait for the body. */
const queues = new Map<string, Promise<void>>();
/** Questions that are being answered, by number. */
const running = new Map<number, { result: string; controller: AbortController }>();
const reported = new Map<string, { at: number; rows: number }>();
/** Often enough to look alive, seldom enough to cost nothing. */
const progressEveryMs = 100;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const notInMemory = () =>
  new QuestionError(t('This result is no longer in memory. Run the query again.'));

function heldOf(id: string): Held {
  const held = results.get(id) ?? comparisons.get(id);
  if (!held) throw notInMemory();
  return held;
}

function bodyOf({ body }: Held): NonNullable<Held['body']> {
  if (!body)
    throw new QuestionError(t('A comparison has no JSON. Look into either original instead.'));
  return body;
}

function enqueue(id: string, work: () => Promise<void>): void {
  const queue = (queues.get(id) ?? Promise.resolve()).then(work);
  queues.set(
    id,
    queue.catch((error: unknown) => lose(id, error instanceof Error ? error.message : 'unknown')),
  );
}

/** What a result was is over: chunks that are still on their way are for nobody. */
async function lose(id: string, message: string): Promise<void> {
  post({ kind: 'lost', result: id, message });
  await letGo(id).catch(() => undefined); // the host deletes the file as well
}

async function letGo(id: string): Promise<void> {
  stopAnswering(id);
  const result = results.get(id);
  results.delete(id);
  comparisons.delete(id);
  reported.delete(id);
  await result?.spool.remove();
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

type Answers = {
  [Kind in WorkerQuestionKind]: (
    held: Held,
    question: WorkerQuestions[Kind]['question'],
    ask: number,
    signal: AbortSignal,
  ) => WorkerQuestions[Kind]['answer'] | Promise<WorkerQuestions[Kind]['answer']>;
};

/** Fills the columns that are worked out on first need. */
async function derive(table: Table, question: RowsQuestion, signal: AbortSignal): Promise<void> {
  if (asksForPeriods(question)) await paced(fillPeriods(table), signal);
}

const answers: Answers = {
  rows: async ({ table, orders }, question, _ask, signal) => {
    const columns = askedColumns(table, question.columns);
    const { total, places } = await pageOf(table, orders, question, signal);
    return { total, rows: places.map((row) => columns.map((column) => column.cell(row))) };
  },
  page: async ({ table, orders }, question, _ask, signal) => {
    await derive(table, question, signal);
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
  find: async ({ table, orders }, question, _ask, signal) => {
    await derive(table, question, signal);
    const columns = askedColumns(table, question.columns);
    const order = await orders.order(question, signal);
    return { match: await paced(findCell(columns, order, table.rows, question), signal) };
  },
  record: async (held, { row }, _ask, signal) => {
    const { spool, runs } = bodyOf(held);
    return { found: await recordText(readerOf(spool, signal), runs, held.table, row) };
  },
  figures: async ({ table, orders }, question, _ask, signal) => {
    await derive(table, question, signal);
    const columns = askedColumns(table, question.columns);
    const order = await orders.order(question, signal);
    const { from = 0, to = table.rows } = question;
    return paced(figuresOf(table, columns, order, { from, to }), signal);
  },
  values: async ({ table }, question, _ask, signal) => {
    await derive(table, { columns: [question.column] }, signal);
    return paced(valuesOf(table, question), signal);
  },
  chart: ({ table }, { plan, with: overlays = [], ...question }, _ask, signal) => {
    const over = overlays.map(({ result, ...how }) => ({ ...how, table: heldOf(result).table }));
    return paced(chartOf(table, plan, question, over), signal);
  },
  json: (held, question, _ask, signal) => {
    const { spool, runs } = bodyOf(held);
    return jsonChildren(readerOf(spool, signal), runs, question);
  },
  jsonFind: (held, question, _ask, signal) => {
    const { spool, runs } = bodyOf(held);
    return jsonFind(readerOf(spool, signal), runs, question);
  },
  integrity: ({ table }, asked, _ask, signal) => paced(integrityOf(table, asked), signal),
  gaps: ({ table }, { asked, most }, _ask, signal) => paced(gapsOf(table, asked, most), signal),
  compare: async ({ table }, { second, as, ...question }, _ask, signal) => {
    const made = await paced(compare(table, heldOf(second).table, question), signal);
    comparisons.set(as, derived(made.table));
    return { state: stateOfTable(made.table, 0), figures: made.figures };
  },
  export: async (held, { format, path }, ask, signal) => {
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
        { table: held.table, body: () => bodyOf(held).spool.body() },
        { write },
        { onProgress, signal },
      );
      await new Promise<void>((resolve) => file.end(resolve));
      return file.bytesWritten;
    } catch (error) {
      file.destroy();
      // Opened only now perhaps: what is removed before would come back.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
      rmSync(path, { force: true });
      throw error;
    }
  },
};

/** The body for whoever reads it piece by piece: no further piece once the signal is aborted. */
const readerOf = (spool: Spool, signal: AbortSignal): SpoolReader => ({
  get length() {
    return spool.length;
  },
  async read(from, to) {
    signal.throwIfAborted();
    return spool.read(from, to);
  },
});

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
  const { ask, result } = message;
  const controller = new AbortController();
  running.set(ask, { result, controller });
  try {
    const run = answers[message.about];
    const given = await (run as (...args: unknown[]) => unknown)(
      heldOf(result),
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

const warming = new AbortController();

function handle(message: ToWorker): void {
  warming.abort();
  switch (message.kind) {
    case 'open': {
      const { result, record, encoding, spool, maxTableBytes } = message;
      try {
        results.set(result, new WorkerResult(record, encoding, new Spool(spool), maxTableBytes));
      } catch (error) {
        void lose(result, notKept(error));
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
        );
        results.set(message.result, result);
        post({ kind: 'ended', result: message.result, state: result.state(), verdict });
      });
      return;
    case 'close':
      // At once, not behind what is queued: nobody waits for these answers.
      stopAnswering(message.result);
      enqueue(message.result, async () => {
        queues.delete(message.result);
        await letGo(message.result);
      });
      return;
    case 'ask':
      void answer(message);
      return;
    case 'abort':
      running.get(message.ask)?.controller.abort(new Error('Cancelled.'));
  }
}

parentPort?.on('message', handle);
paced(warmUp(), warming.signal).catch(() => undefined);
