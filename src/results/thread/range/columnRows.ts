import { moreColumn } from '../../../market/records/recordKinds';
import { drawnColumns } from '../../../table/charts/drawnColumns';
import { TextColumn } from '../../../table/columns/columns';
import { ColumnFile } from '../parquet/columnFile';
import { Malformed } from '../parquet/compactReader';
import { fits } from '../parquet/fillColumn';
import { UnknownCompression, Unsupported } from '../parquet/footer';
import { PageMemory } from '../parquet/pageValues';
import { refuseOverfull, TooLargeError, type RowTarget } from './rowTarget';
import { clearRows, compressedOtherwise, exportedColumns, putBackRows, unreadable } from './exportedColumns';
import { readColumns, type ReadColumn } from './fileColumns';
import { LaterColumns } from './laterColumns';
import { sentNamesIn } from './sentNames';

/** Opening a file with fewer rows again would take longer than reading all of its columns at once. */
const leastRows = 1 << 14;
/** Columns with fewer bytes have a single value for many rows; a table needs to know which. */
const leastBytesPerRow = 1 / 64;

/**
 * Adds the rows of Parquet files straight from their pages to the columns of a table. Of large files of ours, only
 * the columns that the first chart needs are read at once.
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
   * Resolves with whether the rows of the file were added: if not, another reader has to read it. Rejects with a
   * `ContentError` if the file has other content, with a `TooLargeError` if the table gets too large, and with
   * the system's error.
   */
  async add(path: string): Promise<boolean> {
    const file = opened(path);
    if (!file) return false;
    const { table } = this.target;
    const { rows: first } = table;
    try {
      return await this.addColumns(file);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      // Programs differ in what they accept, but what is in our own files is known.
      if (file.footer.isChecked) throw unreadable();
      clearRows(table, first, first + file.footer.rows);
      return false;
    } finally {
      file.close();
    }
  }

  private async addColumns(file: ColumnFile): Promise<boolean> {
    const { target, memory } = this;
    const { columns, groups, rows, origin } = file.footer;
    const { table, signal } = target;
    const reading = { memory, signal, refuseOverfull: () => refuseOverfull(target) };
    const wanted = exportedColumns(target, {
      groups: groups.map((group) => group.rows),
      columns: columns.map(({ key }) => key),
      sentNames: sentNamesIn(origin),
    });
    const more = new TextColumn(moreColumn, moreColumn);
    if (!columns.every((column, at) => fits(column, wanted[at]?.column ?? more))) return false;
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
    return true;
  }

  /** Whether a column is read at once: the first chart needs it, or it hardly costs anything. */
  private isNeededNow(file: ColumnFile, { index, into }: ReadColumn): boolean {
    const drawn = drawnColumns[this.target.record];
    const { rows, groups, isChecked } = file.footer;
    if (!drawn || !isChecked || rows < leastRows || drawn.includes(into.key)) return true;
    const stored = groups.reduce((sum, { chunks }) => sum + (chunks[index]?.stored ?? 0), 0);
    return stored < rows * leastBytesPerRow;
  }
}

/** `undefined` if only another reader can read the file. */
function opened(path: string): ColumnFile | undefined {
  try {
    return ColumnFile.open(path);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    if (error instanceof UnknownCompression) throw compressedOtherwise(error.message);
    throw error instanceof Malformed ? unreadable() : error;
  }
}
