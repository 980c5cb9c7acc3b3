import { moreColumn, type RecordKind } from '#src/market/records/recordKinds';
import { TextColumn } from '#src/table/columns/columns';
import { ColumnFile } from '../parquet/columnFile';
import { Malformed } from '../parquet/compactReader';
import { fits } from '../parquet/fillColumn';
import { PageMemory } from '../parquet/pageValues';
import { Unsupported } from '../parquet/unsupported';
import { refuseOverfull, TooLargeError, type RowTarget } from './rowTarget';
import { exportedColumns, putBackRows, unreadable, unsupported } from './exportedColumns';
import { readColumns, type ReadColumn } from './fileColumns';
import { LaterColumns } from './laterColumns';

/**
 * The columns that the first chart of a result needs, for kinds whose other columns are read later: a million order
 * events have 25 million cells, and their chart shows six million. Records of other kinds can't be told apart without
 * nearly all of their columns.
 */
const drawnColumns: { readonly [Kind in RecordKind]?: readonly string[] } = {
  publicOrder: ['updatedTime', 'price', 'side', 'contractId', 'deliveryStart', 'priceUnit'],
};
/** Opening a file with fewer rows again would take longer than reading all of its columns at once. */
const leastRows = 1 << 14;
/** Columns with fewer bytes have a single value for many rows; a table needs to know which. */
const leastBytesPerRow = 1 / 64;

/**
 * Adds the rows of Parquet files straight from their pages to the columns of a table. Of large files of ours, only
 * the columns that the first chart needs are read at once. Times become milliseconds with exact texts again, and
 * values of `moreColumn` are put back. Two things can't be restored: the zeros at the end of a number (12.10 becomes
 * 12.1), and the types of undocumented fields with a column, which are texts.
 */
export class ColumnRows {
  private readonly memory = new PageMemory();
  readonly later: LaterColumns;

  /** With `isWhole`, all columns are read at once. */
  constructor(
    private readonly target: RowTarget,
    private readonly isWhole = false,
  ) {
    this.later = new LaterColumns(target);
  }

  /**
   * Adds the rows of a file. Rejects with a `ContentError` if it has other content, with a `TooLargeError` if the
   * table gets too large, and with the system's error.
   */
  async add(path: string): Promise<void> {
    try {
      const file = ColumnFile.open(path);
      try {
        await this.addColumns(file);
      } finally {
        file.close();
      }
    } catch (error) {
      if (error instanceof Unsupported) throw unsupported(error.what);
      throw error instanceof Malformed ? unreadable() : error;
    }
  }

  private async addColumns(file: ColumnFile): Promise<void> {
    const { target, memory } = this;
    const { rows } = file.footer;
    const { table, signal } = target;
    const reading = { memory, signal, refuseOverfull: () => refuseOverfull(target) };
    const wanted = exportedColumns(target, file.footer);
    const more = new TextColumn(moreColumn, moreColumn);
    const all = wanted.map(({ column }, index) => ({ index, into: column ?? more }));
    const others = all.filter(({ into }) => into !== more);
    const first = table.rows;
    const read = (pending: readonly ReadColumn[], from: number) => readColumns(file, pending, from, reading);
    const mores = all.filter(({ into }) => into === more);
    await read(mores, 0);
    const hasMore = more.entryCount > 1;
    const isLazy = !this.isWhole && !hasMore;
    const now = isLazy ? others.filter((column) => this.isNeededNow(file, column)) : others;
    await read(now, first);
    if (hasMore) await putBackRows(target, first, rows, (row) => more.text(row));
    this.later.add(
      file,
      first,
      others.filter((column) => !now.includes(column)),
    );
    table.rows += rows;
    refuseOverfull(target);
    if (table.bytes() + this.later.bytes > target.maxTableBytes) throw new TooLargeError();
  }

  /** Whether a column is read at once: the first chart needs it, or it hardly costs anything. */
  private isNeededNow(file: ColumnFile, { index, into }: ReadColumn): boolean {
    const drawn = drawnColumns[this.target.record];
    const { rows, groups, columns, isChecked } = file.footer;
    const source = columns[index];
    if (!source || !fits(source, into)) return true;
    if (!drawn || !isChecked || rows < leastRows || drawn.includes(into.key)) return true;
    const stored = groups.reduce((sum, { chunks }) => sum + (chunks[index]?.stored ?? 0), 0);
    return stored < rows * leastBytesPerRow;
  }
}
