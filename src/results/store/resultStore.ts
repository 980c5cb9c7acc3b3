import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Outcome } from '../../request/outcome';
import type { Query } from '../../market/query/query';
import type { ExportOrder } from '../../protocol/exportOrder';
import { jsonCharset } from '../../table/body/utf8Bytes';
import {
  comparisonQuestion,
  originalsOf,
  queryOfComparison,
  refuseIncomparable,
  sentenceOf,
} from '../comparedResults';
import { outcomeOfKept, resultOfKept, type KeptResult } from '../keptResult';
import { LostResult } from '../../disk/lostResult';
import type { OpenedFile } from '../../protocol/openedFile';
import type { OpenedRange } from '../../protocol/openedRange';
import { fileOf, isNew, rangeOf } from '../../protocol/source';
import { originOf } from '../origin';
import { resultsToDiscard } from './discardedResults';
import {
  askedOfResult,
  emptyTable,
  isResultId,
  hasTable,
  newResult,
  type Progress,
  type Result,
  type ResultChanges,
  type Runner,
  type Timings,
} from '../result';
import type { SpoolFolder } from './spoolFolder';
import { errorKind } from '../../text/errorText';
import type { TableListener, WorkerLink } from './workerLink';
import { viewQuestions } from '../../protocol/viewQuestions';
import type {
  Verdict,
  DayFileQuestion,
  ExportedFile,
  OverlaidResult,
  TableState,
  ThreadQuestionKind,
  ThreadQuestions,
  WrittenDay,
} from '../../protocol/workerMessages';

/**
 * The questions about one existing table. `ResultStore` has methods of its own for the other questions:
 * comparing two tables, exporting a result that may have no table, and writing delivery days.
 */
type TableQuestionKind = Exclude<ThreadQuestionKind, 'compare' | 'export' | 'dayFile'>;

/** The hash of no rows. */
const emptyFingerprint = 'v1:sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The thread's answers for a result without a body. */
const answers: { readonly [Kind in TableQuestionKind]: { readonly empty: ThreadQuestions[Kind]['answer'] } } =
  {
    ...viewQuestions,
    typedRows: { empty: { total: 0, rows: [] } },
    integrity: { empty: [] },
    seriesFigures: { empty: { series: [], total: 0 } },
    wholeDayFigures: { empty: { rows: 0, figures: null } },
    columnFacts: { empty: [] },
    fingerprint: { empty: { fingerprint: emptyFingerprint } },
  };

const areasKey = ({ query, connection }: Pick<Result, 'query' | 'connection'>) =>
  JSON.stringify([connection, query.dataset.id]);

/** If several areas were requested, some of them may be missing in the response. */
const singleAreas = ({ dataset, parameters }: Query): string[] =>
  dataset.parameters.flatMap(({ name, kind }) => {
    const area = parameters[name];
    return kind === 'deliveryArea' && area !== undefined && !area.includes(',') ? [area] : [];
  });

const newId = () => randomBytes(9).toString('base64url');

/** This session's results by id, oldest first, within the memory limit of the settings. */
export class ResultStore {
  private readonly results = new Map<string, Result>();
  private readonly listeners = new Set<(result: Result) => void>();
  /** The ids of the results in each open tab. They are discarded last. */
  private readonly inTabs = new Map<object, readonly string[]>();
  /** Areas for which a dataset returned data, by connection and dataset. */
  private readonly areas = new Map<string, Set<string>>();
  private isOver = false;
  /** Results that are being restored from an earlier session, by id. */
  private readonly restoring = new Map<string, Promise<Result | undefined>>();

  /**
   * `maxMemory` is called at each use and returns the limit for all results together, in bytes. `onTrouble`
   * is called with the kind of an error that a listener throws.
   */
  constructor(
    private readonly worker: WorkerLink,
    private readonly folder: SpoolFolder,
    private readonly maxMemory: () => number,
    private readonly onTrouble: (what: string) => void,
  ) {
    worker.onGrown = (id, memory) => {
      const result = this.results.get(id);
      if (!result) return;
      result.table = { ...result.table, memory };
      this.evict();
    };
  }

  /** Call as soon as a query starts: starts the thread. */
  prepare(): void {
    this.worker.start();
  }

  /** Notifies about every change of every result. Returns a function that stops listening. */
  onDidChange(listener: (result: Result) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * The results that a person can choose from, oldest first: all except those queried on behalf of others.
   */
  get offered(): readonly Result[] {
    return [...this.results.values()].filter(({ onBehalf }) => !onBehalf);
  }

  find(id: string): Result | undefined {
    return this.results.get(id);
  }

  /** Throws an `Error` ready to display if there is no such result, or if it was discarded from memory. */
  get(id: string): Result {
    const result = this.results.get(id);
    if (!result) throw new Error(l10n.t('Result "{0}" not found. Run the query again.', id));
    return result;
  }

  /** Starts a result without a response. Without a runner, it counts as queried on behalf of another. */
  begin(query: Query, connection: string, url: string, by: Runner | null, isBrief = false): Result {
    return this.add({ ...newResult(newId(), query, connection, url), by, onBehalf: by === null, isBrief });
  }

  /** Starts the result for reading files of `fileBytes` bytes in total. */
  beginOpened(
    query: Query,
    connection: string,
    source: OpenedFile | OpenedRange,
    fileBytes: number,
    onBehalf = false,
  ): Result {
    const result = newResult(newId(), query, connection, fileOf({ source })?.uri ?? '', source);
    return this.add({
      ...result,
      onBehalf,
      progress: { kind: 'receiving' },
      expectedWireBytes: fileBytes,
    });
  }

  private add(result: Result): Result {
    this.results.set(result.id, result);
    return result;
  }

  /**
   * Records a change of a result and notifies all listeners: one that throws keeps it neither from others nor
   * from ending.
   */
  change(result: Result, change: Partial<ResultChanges>): void {
    Object.assign(result, change);
    for (const listener of this.listeners) {
      try {
        listener(result);
      } catch (error) {
        this.onTrouble(errorKind(error));
      }
    }
  }

  /**
   * Reads a body into the result, row by row as it arrives. `charset` is the character encoding that the
   * service stated, if any; only its bytes can tell the encoding of a file. With `isCounted`, rows are counted
   * instead of kept. Rejects with `LostResult` if it can't be stored, otherwise with whatever the body's
   * iteration throws; the rows before that are kept.
   */
  async receive(
    result: Result,
    body: AsyncIterable<Uint8Array>,
    encoding: 'gzip' | 'identity',
    charset = jsonCharset,
    isCounted = false,
  ): Promise<Verdict> {
    try {
      const stated = fileOf(result) ? null : charset;
      const isSeveral = rangeOf(result) !== undefined;
      const read = isSeveral ? this.openingOf(result) : this.openingInto(result);
      const opening = { kind: 'open', encoding, charset: stated, isCounted, isSeveral, ...read } as const;
      return await this.worker.receive(opening, counted(result, body), this.listenerTo(result));
    } catch (error) {
      if (error instanceof LostResult) abandon(result);
      throw error;
    }
  }

  /** What the thread needs to read a result's body. */
  private openingOf(result: Result) {
    const { record } = result.query.dataset;
    const { isSingle } = fileOf(result) ?? {};
    return { result: result.id, record, isSingle, maxTableBytes: this.maxMemory() };
  }

  /** The same, and where to store the body. Throws a `LostResult` if there is no folder for it. */
  private openingInto(result: Result) {
    const { id, isBrief } = result;
    return { ...this.openingOf(result), spool: this.folder.newBodyPath(id), isBrief };
  }

  private listenerTo(result: Result): TableListener {
    return { onTable: (state) => this.takeTable(result, state), onLost: () => this.lose(result) };
  }

  /** Handles the loss of a result's rows. A running result reports it when it ends. */
  private lose(result: Result): void {
    this.folder.discard(result.id);
    if (result.progress.kind === 'ended') {
      this.drop(result);
      return;
    }
    result.revision += 1;
    this.change(result, { table: emptyTable, bytes: 0 });
    abandon(result);
  }

  private takeTable(result: Result, state: TableState): void {
    const isFirst = result.table.rows === 0 && state.rows > 0;
    if (state.rows !== result.table.rows) result.revision += 1;
    result.table = state;
    result.bytes = state.bytes;
    if (isFirst) {
      const timings: Timings = { ...result.timings, firstRowsMs: this.elapsed(result) };
      this.change(result, { timings });
    } else this.change(result, {});
  }

  /** Milliseconds since the query started. */
  elapsed(result: Result): number {
    return Date.now() - result.startedEpochMs;
  }

  /** Ends the query and keeps its data. Results that exceed the memory limit are discarded. */
  end(result: Result, outcome: Outcome): void {
    if (this.isOver) return;
    const progress: Progress = { kind: 'ended', outcome };
    this.change(result, {
      progress,
      timings: { ...result.timings, totalMs: this.elapsed(result) },
    });
    if (result.table.bytes > 0 && !rangeOf(result) && !result.isBrief) this.folder.describe(result);
    if (outcome.kind === 'success' && result.table.rows > 0 && isNew(result.source)) this.noteAreas(result);
    this.evict();
  }

  private noteAreas(result: Result): void {
    const areas = new Set(this.areasWithData(result));
    for (const area of singleAreas(result.query)) areas.add(area);
    this.areas.set(areasKey(result), areas);
  }

  /** The areas for which the result's dataset returned data in this session, over the same connection. */
  areasWithData(result: Pick<Result, 'query' | 'connection'>): ReadonlySet<string> {
    return this.areas.get(areasKey(result)) ?? new Set();
  }

  /**
   * A new result that compares two others, matched by instant, or by time of day for different
   * days. `zone` is for labels. Rejects with an `Error` ready to display, or with the signal's
   * reason; nothing is kept then.
   */
  async compare(first: Result, second: Result, zone: string, signal?: AbortSignal): Promise<Result> {
    refuseIncomparable(first, second);
    const startedEpochMs = Date.now();
    const originals = originalsOf(first, second, zone);
    const id = newId();
    const question = comparisonQuestion(first, second, originals, id, this.maxMemory());
    const options = signal ? { signal } : {};
    const onLost = () => this.forget(id);
    const { state, summary } = await this.worker.compare(first.id, question, onLost, options);
    const query = queryOfComparison(first.query, second.query, state);
    const comparison = { ...originals, summary };
    const result = newResult(id, query, first.connection, '', { kind: 'comparison', ...comparison });
    const added = this.add({ ...result, startedEpochMs, table: state, revision: 1 });
    this.end(added, { kind: 'success', message: sentenceOf(comparison, zone) });
    return added;
  }

  /** Rejects with an `Error` ready to display. */
  async ask<Kind extends TableQuestionKind>(
    id: string,
    about: Kind,
    question: ThreadQuestions[Kind]['question'],
    { overlays = [], ...options }: { signal?: AbortSignal; overlays?: readonly OverlaidResult[] } = {},
  ): Promise<ThreadQuestions[Kind]['answer']> {
    const result = this.get(id);
    if (!hasTable(result)) return answers[about].empty;
    const { query, progress } = result;
    const asked = askedOfResult(result);
    const known = { asked, plan: query.dataset.chart, overlays, judged: progress.kind === 'ended' };
    return this.worker.ask(id, about, question, { ...options, known });
  }

  /**
   * Writes the result to a new file at `path`; a response without a body is written as one without rows.
   * Rejects with an `Error` ready to display.
   */
  async export(
    id: string,
    order: ExportOrder,
    file: { readonly path: string; readonly extensionVersion: string },
    options?: { signal?: AbortSignal; onProgress?: (rows: number) => void },
  ): Promise<ExportedFile> {
    const result = this.get(id);
    const empty = hasTable(result) ? {} : { empty: result.query.dataset.record };
    const origin = originOf(result, file.extensionVersion);
    return this.worker.ask(id, 'export', { order, path: file.path, origin, ...empty }, options);
  }

  /**
   * Writes a delivery day to a new file: the rows of these responses, each limited to the period that was
   * requested. Rejects with an `Error` ready to display, or with the signal's reason.
   */
  writeDay(question: DayFileQuestion, signal: AbortSignal): Promise<WrittenDay> {
    const [first] = question.pieces;
    return this.worker.ask(this.get(first?.result ?? '').id, 'dayFile', question, { signal });
  }

  /** Records what a tab shows: a result and, in its chart, others, which don't count as opened. */
  setShown(tab: object, id: string, overlaid: readonly string[]): void {
    this.inTabs.set(tab, [id, ...overlaid]);
    const result = this.results.get(id);
    if (result?.onBehalf) this.change(result, { onBehalf: false });
  }

  /**
   * Treats a result as if a tab showed it while `use` runs, so that it isn't discarded when others arrive.
   */
  async whileKeeping<Value>({ id }: Result, use: () => Promise<Value>): Promise<Value> {
    const holder = {};
    this.inTabs.set(holder, [id]);
    try {
      return await use();
    } finally {
      this.inTabs.delete(holder);
    }
  }

  /** Call when a tab no longer shows anything. */
  setClosed(tab: object): void {
    this.inTabs.delete(tab);
  }

  private get shown(): ReadonlySet<string> {
    return new Set([...this.inTabs.values()].flat());
  }

  private evict(): void {
    const kept = [...this.results.values()];
    resultsToDiscard(kept, this.shown, this.maxMemory()).forEach((result) => this.drop(result));
  }

  /** Discards a result that nobody will look at again, if it still exists. */
  forget(id: string): void {
    const result = this.results.get(id);
    if (result) this.drop(result);
  }

  /** Discards every result that has ended and isn't in a tab, and the files of other sessions. */
  async clear(): Promise<void> {
    const { shown } = this;
    for (const result of [...this.results.values()]) {
      if (result.progress.kind === 'ended' && !shown.has(result.id)) this.drop(result);
    }
    await this.folder.clearOtherSessions();
  }

  private drop(result: Result): void {
    this.results.delete(result.id);
    this.worker.close(result.id);
    this.folder.forget(result.id);
    this.change(result, { progress: { kind: 'gone' } });
  }

  /**
   * Restores a result that another session left on disk. `undefined` if it no longer exists or can't be read.
   * The id may be any text.
   */
  async restore(id: string): Promise<Result | undefined> {
    if (!isResultId(id)) return undefined;
    return this.reopen(id, (path) => this.folder.adopt(id, path)).catch(() => undefined);
  }

  /**
   * Restores a result from the body that `place` writes to a new file, and from the note with which it
   * resolves. If the result still exists, it's returned instead. Rejects with whatever `place` rejects with,
   * and with a `LostResult` if the body can't be read; nothing is kept then.
   */
  async reopen(id: string, place: (path: string) => Promise<KeptResult>): Promise<Result> {
    // Whoever else waits for one that fails tries it, too: then only the first of them does.
    for (let underWay = this.restoring.get(id); underWay; underWay = this.restoring.get(id)) {
      const restored = await underWay;
      if (restored) return restored;
    }
    const existing = this.results.get(id);
    if (existing) return existing;
    const reopened = this.placeAndRead(id, place);
    const forOthers = reopened.catch(() => undefined).finally(() => this.restoring.delete(id));
    this.restoring.set(id, forOthers);
    return reopened;
  }

  private async placeAndRead(id: string, place: (path: string) => Promise<KeptResult>): Promise<Result> {
    // The thread may still be deleting an earlier body at this path.
    await this.worker.closed(id);
    let kept: KeptResult;
    try {
      kept = await place(this.folder.newBodyPath(id));
    } catch (error) {
      this.folder.discard(id);
      throw error;
    }
    const result = this.add(resultOfKept(id, kept));
    let verdict: Verdict;
    try {
      const opening = { kind: 'load', ...this.openingInto(result) } as const;
      verdict = await this.worker.load(opening, this.listenerTo(result));
    } catch (error) {
      this.drop(result);
      throw error;
    }
    const outcome = outcomeOfKept(kept.outcome, verdict);
    const { timings } = kept;
    this.change(result, { timings, progress: { kind: 'ended', outcome } });
    this.folder.describe(result);
    this.evict();
    return result;
  }

  /**
   * Ends the session and the queries that are running, without notifying anyone. The next session reads ended
   * results.
   */
  dispose(): void {
    this.isOver = true;
    this.listeners.clear();
    for (const result of this.results.values()) {
      if (result.progress.kind !== 'ended') abandon(result);
    }
  }
}

/** Releases the socket of a body that nobody will read, without waiting for the server. */
const abandon = ({ controller }: Result): void => controller.abort();

async function* counted(result: Result, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    result.wireBytes += chunk.length;
    yield chunk;
  }
}
