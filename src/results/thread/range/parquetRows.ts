import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Turns } from '../../../table/columns/turns';
import type { AskedColumn, DecodedColumn, ParquetAnswer, ParquetQuestion } from './decodedColumn';
import { refuseOverfull, type RowTarget } from './rowTarget';
import { exportedColumns, putBackRows, unreadable } from './exportedColumns';
import { fill } from './filledColumn';

/**
 * In milliseconds. Much more than any column of a row group needs; protects against files made to take
 * forever.
 */
const longestMs = 60_000;
/** In megabytes, for values that were read but aren't in the table yet. */
const memoryMb = 512;

/**
 * Small groups are requested with several columns at a time: a day has few rows, so waiting for each column
 * would take longer than reading it.
 */
const mostCellsAtOnce = 1_000_000;

/** A disk's error code, for `errorKind`. */
class DiskError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Adds the rows of Parquet files as written by `writeParquet` to a table: times become milliseconds with
 * exact texts again, and values of `moreColumn` are put back. Two things can't be restored: the zeros at the end
 * of a number (12.10 becomes 12.1), and the types of undocumented fields with a column, which are texts.
 */
export class ParquetRows {
  private worker: Worker | undefined;

  /** `script` is the path of the bundle of `parquetThread.ts`. */
  constructor(
    private readonly script: string,
    private readonly patienceMs = longestMs,
    private readonly megabytes = memoryMb,
  ) {}

  /** Ends the thread, which closes its last file. */
  async dispose(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  /**
   * Rejects with a `ContentError` if the file has other content, and with a `TooLargeError` if the table gets
   * too large.
   */
  async read(path: string, target: RowTarget): Promise<void> {
    const opened = await this.ask({ kind: 'open', path }, target.signal);
    if (opened.kind !== 'head') throw unreadable();
    const wanted = exportedColumns(target, opened.head);
    const turns = new Turns(target.signal);
    for (const [group, rows] of opened.head.groups.entries()) {
      let more: DecodedColumn | undefined;
      const atOnce = Math.max(1, Math.floor(mostCellsAtOnce / Math.max(1, rows)));
      for (let first = 0; first < wanted.length; first += atOnce) {
        const some = wanted.slice(first, first + atOnce);
        const asked = some.map(({ key, column }): AskedColumn => ({ key, type: column?.type ?? 'text' }));
        const answer = await this.ask({ kind: 'columns', group, columns: asked }, target.signal);
        if (answer.kind !== 'columns' || answer.columns.length !== some.length) throw unreadable();
        for (const [at, decoded] of answer.columns.entries()) {
          const column = some[at]?.column;
          if (column) fill(column, target.table.rows, decoded);
          else more = decoded;
          refuseOverfull(target);
          if (turns.isOver()) await turns.next();
        }
      }
      if (more?.kind === 'texts') {
        const { texts, codes } = more;
        await putBackRows(target, target.table.rows, rows, (row) => texts[(codes[row] ?? 0) - 1] ?? null);
      }
      target.table.rows += rows;
      refuseOverfull(target);
    }
  }

  private async ask(question: ParquetQuestion, signal: AbortSignal): Promise<ParquetAnswer> {
    signal.throwIfAborted();
    const limits = { maxOldGenerationSizeMb: this.megabytes };
    const worker = (this.worker ??= new Worker(this.script, { resourceLimits: limits }));
    worker.removeAllListeners('error').on('error', () => undefined); // reported when it ends
    const over = new AbortController();
    const late = setTimeout(() => over.abort(), this.patienceMs);
    const ended = AbortSignal.any([signal, over.signal]);
    try {
      const answered = once(worker, 'message', { signal: ended }) as Promise<[ParquetAnswer]>;
      const died = once(worker, 'exit', { signal: ended }).then(() => Promise.reject(unreadable()));
      died.catch(() => undefined);
      worker.postMessage(question);
      const [answer] = await Promise.race([answered, died]);
      if (answer.kind === 'refused') throw answer.code === null ? unreadable() : new DiskError(answer.code);
      return answer;
    } catch (error) {
      if (error instanceof DiskError) throw error;
      await this.dispose();
      signal.throwIfAborted();
      throw unreadable();
    } finally {
      clearTimeout(late);
      over.abort();
    }
  }
}
