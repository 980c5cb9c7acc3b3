import { setTimeout as pause } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { TableColumn } from '#src/table/columns/columns';
import type { ColumnReader } from '#src/table/columns/unread';
import { QuestionError } from '#src/table/questionError';
import { errorKind } from '#src/text/errorText';
import { ColumnFile } from '../parquet/columnFile';
import { PageMemory } from '../parquet/pageValues';
import { refuseOverfull, type RowTarget } from './rowTarget';
import { readColumns, type ReadColumn } from './fileColumns';

/** A file with columns that weren't read when its rows were added. */
interface LaterFile {
  readonly path: string;
  /** Another one once the file was changed. */
  readonly version: string;
  /** The row of the table that its first row is. */
  readonly first: number;
  readonly columns: readonly ReadColumn[];
}

/** In milliseconds: how long to wait until others may be done. */
const pauseMs = 10;

/** Who waits for columns. */
interface Waiting {
  readonly columns: readonly TableColumn[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the columns of a range that weren't read when it was opened: those that someone asks for, and then, when
 * nothing else is to be done, all others. Nobody sees a column before all of it is read.
 */
export class LaterColumns implements ColumnReader {
  private readonly files: LaterFile[] = [];
  /** What each column will need at most, in bytes. */
  private readonly room = new Map<TableColumn, number>();
  private readonly waiting: Waiting[] = [];
  private readonly memory = new PageMemory();
  private readonly ended = new AbortController();
  private isBusy: () => boolean = () => false;
  private mayReadAll = false;
  private isReading = false;

  constructor(private readonly target: RowTarget) {}

  /** Columns of a file, to be read later. */
  add({ path, version, footer }: ColumnFile, first: number, columns: readonly ReadColumn[]): void {
    if (columns.length === 0) return;
    this.files.push({ path, version, first, columns });
    for (const { index, into } of columns) {
      const bytes = footer.groups.reduce((sum, { rows, chunks }) => {
        const chunk = chunks[index];
        if (into.kind === 'numeric') return sum + rows * 8;
        if (into.kind === 'boolean' || !chunk) return sum + rows;
        // Texts that repeat are stored once; all others with the place where they begin.
        return sum + rows * 4 + (chunk.hasDictionary ? 0 : chunk.size + rows * 4);
      }, 0);
      this.room.set(into, bytes + (this.room.get(into) ?? 0));
    }
  }

  /** What all of the columns will need at most, in bytes. */
  get bytes(): number {
    return [...this.room.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Stops reading, because nobody will ask for the table again. */
  stop(): void {
    this.ended.abort(new Error('closed'));
  }

  /**
   * Call when all files are added. From now on, columns are read while nothing else `isBusy`: first those that
   * someone waits for.
   */
  begin(isBusy: () => boolean): void {
    for (const [column, bytes] of this.room) this.target.table.postpone(column, bytes, this);
    this.isBusy = isBusy;
    this.mayReadAll = true;
    void this.readOn();
  }

  async read(columns: readonly TableColumn[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let giveUp = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        giveUp = () => reject(signal.reason as Error);
        signal.addEventListener('abort', giveUp, { once: true });
        this.waiting.push({ columns, resolve, reject });
        void this.readOn();
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  private async readOn(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      for (let next = this.next(); next; next = this.next()) {
        const [columns, asking] = next;
        try {
          await this.pass(columns);
          for (const column of columns) this.target.table.complete(column);
          for (const { resolve } of asking) resolve();
        } catch (error) {
          // Whoever asks again tries again.
          this.mayReadAll = false;
          for (const { reject } of asking) reject(error);
        }
      }
    } finally {
      this.isReading = false;
    }
  }

  /** The columns to read next, and who waits for them. */
  private next(): [columns: ReadonlySet<TableColumn>, asking: readonly Waiting[]] | undefined {
    const { postponed } = this.target.table;
    const asking = this.waiting.splice(0);
    if (asking.length > 0) return [new Set(asking.flatMap(({ columns }) => columns)), asking];
    const [first] = this.mayReadAll && !this.ended.signal.aborted ? postponed : [];
    return first && [new Set([first]), []];
  }

  private async pass(columns: ReadonlySet<TableColumn>): Promise<void> {
    const { signal } = this.ended;
    const { memory, target } = this;
    const reading = { memory, signal, refuseOverfull: () => refuseOverfull(target) };
    for (const { path, version, first, columns: pending } of this.files) {
      const wanted = pending.filter(({ into }) => columns.has(into));
      if (wanted.length === 0) continue;
      while (this.isBusy()) {
        await pause(pauseMs);
        signal.throwIfAborted();
      }
      try {
        const file = ColumnFile.open(path);
        try {
          if (file.version !== version) throw new Error('changed');
          await readColumns(file, wanted, first, reading);
        } finally {
          file.close();
        }
        refuseOverfull(target);
      } catch (error) {
        signal.throwIfAborted();
        throw new QuestionError(
          l10n.t(
            "Couldn't reread a file of the range ({0}). If the file was changed, open the range again.",
            errorKind(error),
          ),
          { cause: error },
        );
      }
    }
  }
}
