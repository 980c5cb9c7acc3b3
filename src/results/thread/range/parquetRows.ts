import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { unfitKey } from '../../../exports/parquet/unfit';
import { isObject } from '../../../table/body/recordRows';
import type { NumericColumn, TableColumn, TextColumn } from '../../../table/columns/columns';
import { NumberText, parsedExactly } from '../../../table/columns/numberText';
import { Turns } from '../../../table/columns/turns';
import type {
  AskedColumn,
  DecodedColumn,
  DecodedTexts,
  ExactValues,
  FileHead,
  ParquetAnswer,
  ParquetQuestion,
} from './decodedColumn';
import { forParquet } from './parquetThreadData';
import { columnFor, ContentError, refuseOverfull, TooLargeError, type RowTarget } from './dayRows';

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

const unreadable = () => new ContentError(l10n.t("This isn't a readable Parquet file."));
const otherRows = () => new ContentError(l10n.t('This Parquet file contains no rows for this dataset.'));

/** A disk's error code, for `errorKind`. */
class DiskError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Adds the rows of Parquet files as written by `writeParquet` to a table: times become milliseconds with
 * exact texts again, and values that didn't fit their column's type are restored. Two things can't be
 * restored: the zeros at the end of a number (12.10 becomes 12.1), and the types of undocumented fields,
 * which are texts.
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
    const { groups, columns, sentNames } = opened.head;
    const tableKey = (key: string) => (key === sentUnfitKey ? unfitKey : (sentNames.get(key) ?? key));
    const { fixed } = target.table;
    // The first column of each record kind says when a row starts, or which record it is.
    if (!columns.includes(fixed[0]?.key ?? '')) throw otherRows();
    const wanted = columns.map((key) => ({
      key,
      column: key === unfitKey ? undefined : columnFor(target, key, tableKey(key), ''),
    }));
    refuseOverfull(target);
    refuseTooManyRows(target, opened.head);
    const turns = new Turns(target.signal);
    for (const [group, rows] of groups.entries()) {
      let unfit: DecodedColumn | undefined;
      const atOnce = Math.max(1, Math.floor(mostCellsAtOnce / Math.max(1, rows)));
      for (let first = 0; first < wanted.length; first += atOnce) {
        const some = wanted.slice(first, first + atOnce);
        const asked = some.map(({ key, column }): AskedColumn => ({ key, type: column?.type ?? 'text' }));
        const answer = await this.ask({ kind: 'columns', group, columns: asked }, target.signal);
        if (answer.kind !== 'columns' || answer.columns.length !== some.length) throw unreadable();
        for (const [at, decoded] of answer.columns.entries()) {
          const column = some[at]?.column;
          if (column) fill(column, target.table.rows, decoded);
          else unfit = decoded;
          refuseOverfull(target);
          if (turns.isOver()) await turns.next();
        }
      }
      if (unfit?.kind === 'texts') putBack(target, unfit, tableKey);
      target.table.rows += rows;
      refuseOverfull(target);
    }
  }

  private async ask(question: ParquetQuestion, signal: AbortSignal): Promise<ParquetAnswer> {
    signal.throwIfAborted();
    const limits = { maxOldGenerationSizeMb: this.megabytes };
    const worker = (this.worker ??= new Worker(this.script, {
      workerData: forParquet,
      resourceLimits: limits,
    }));
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

/**
 * Throws a `TooLargeError` if the declared rows certainly need more memory than allowed: every row has a start
 * and an end, of eight bytes each.
 */
function refuseTooManyRows({ table, maxTableBytes }: RowTarget, { groups, columns }: FileHead): void {
  const times = table.fixed.filter(({ type, key }) => type === 'time' && columns.includes(key));
  const rows = groups.reduce((sum, count) => sum + count, 0);
  const bytes = rows * 8 * Math.min(times.length, 2);
  if (table.bytes() + bytes > maxTableBytes) throw new TooLargeError();
}

/** The name of the column for a field of the service that has the name of our own column. */
const sentUnfitKey = `sent.${unfitKey}`;

/** Writes values into the rows of a column from `first` on. */
function fill(column: TableColumn, first: number, decoded: DecodedColumn): void {
  switch (decoded.kind) {
    case 'times':
      if (column.kind !== 'numeric') throw otherRows();
      column.setValues(first, decoded.values);
      setExact(column, first, decoded.exact, (text) => text);
      return;
    case 'numbers':
      if (column.kind !== 'numeric') throw otherRows();
      column.setValues(first, decoded.values);
      setExact(column, first, decoded.exact, (text) => new NumberText(text));
      return;
    case 'booleans':
      decoded.codes.forEach((code, at) => code > 0 && column.set(first + at, code === 2));
      return;
    case 'texts':
      if (column.kind === 'text') setTexts(column, first, decoded);
      else setOther(column, first, decoded);
  }
}

function setExact(
  column: NumericColumn,
  first: number,
  exact: ExactValues,
  valueOf: (text: string) => unknown,
): void {
  for (const [row, text] of exact) column.set(first + row, valueOf(text));
}

function setTexts(column: TextColumn, first: number, { texts, codes }: DecodedTexts): void {
  /** The column's codes by the file's codes; 0 for a text that hasn't been needed yet. */
  const known = new Uint32Array(texts.length + 1);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) continue;
    const own = known[code] ?? 0;
    if (own !== 0 && column.distinct) {
      column.setCode(first + at, own);
      continue;
    }
    column.set(first + at, texts[code - 1]);
    known[code] = column.code(first + at);
  }
}

/** Texts for a column that got its type from numbers in the first file. */
function setOther(column: TableColumn, first: number, { texts, codes }: DecodedTexts): void {
  codes.forEach((code, at) => code > 0 && column.set(first + at, texts[code - 1]));
}

/** Restores the values that didn't fit their column's type, in the rows after the table's last one. */
function putBack(
  { table }: RowTarget,
  { texts, codes }: DecodedTexts,
  tableKey: (key: string) => string,
): void {
  codes.forEach((code, at) => {
    if (code === 0) return;
    const values = membersOf(texts[code - 1] ?? '');
    for (const key of Object.keys(values)) table.column(tableKey(key))?.set(table.rows + at, values[key]);
  });
}

function membersOf(json: string): Record<string, unknown> {
  const value = parsedExactly(json);
  if (isObject(value)) return value;
  throw unreadable();
}
