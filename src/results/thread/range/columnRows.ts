import { unfitKey } from '../../../exports/parquet/unfit';
import { TextColumn } from '../../../table/columns/columns';
import { Turns } from '../../../table/columns/turns';
import { ColumnFile } from '../parquet/columnFile';
import { Malformed } from '../parquet/compactReader';
import { fits } from '../parquet/fillColumn';
import { Unsupported } from '../parquet/footer';
import { PageMemory } from '../parquet/pageValues';
import { ahead } from './ahead';
import { refuseOverfull, type RowTarget } from './dayRows';
import { clearRows, exportedColumns, unreadable } from './exportedColumns';
import { sentNamesIn } from './sentNames';

/** The most bytes of columns that are decompressed before their turn comes. */
const mostBytesAhead = 16 * 1024 ** 2;

/** Adds the rows of Parquet files straight from their pages to the columns of a table. */
export class ColumnRows {
  private readonly memory = new PageMemory();

  /**
   * Resolves with whether the rows of the file were added: if not, another reader has to read it. Rejects with a
   * `ContentError` if the file has other content, with a `TooLargeError` if the table gets too large, and with
   * the system's error.
   */
  async add(path: string, target: RowTarget): Promise<boolean> {
    const file = await ColumnFile.open(path).catch(refusedUnless(Unsupported));
    if (!file) return false;
    const { table } = target;
    const { rows: first } = table;
    try {
      return await this.addColumns(file, target);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      // Programs differ in what they accept, but what is in our own files is known.
      if (file.footer.isChecked) throw unreadable();
      clearRows(table, first, table.rows + mostRowsOf(file));
      table.rows = first;
      return false;
    } finally {
      await file.close();
    }
  }

  private async addColumns(file: ColumnFile, target: RowTarget): Promise<boolean> {
    const { columns, groups, origin } = file.footer;
    const { table, signal } = target;
    const { wanted, putBack } = exportedColumns(target, {
      groups: groups.map(({ rows }) => rows),
      columns: columns.map(({ key }) => key),
      sentNames: sentNamesIn(origin),
    });
    const areFit = columns.every((column, at) => {
      const into = wanted[at]?.column;
      return into ? fits(column, into) : column.kind === 'text';
    });
    if (!areFit) return false;
    const turns = new Turns(signal);
    const chunks = groups.flatMap((_, group) => columns.map((__, column) => ({ group, column })));
    let unfit = new TextColumn(unfitKey, unfitKey);
    const loaded = ahead(chunks, {
      start: ({ group, column }) => file.load(group, column),
      weigh: ({ group, column }) => groups[group]?.chunks[column]?.size ?? 0,
      room: mostBytesAhead,
    });
    for await (const [{ group, column }, chunk] of loaded) {
      const into = wanted[column]?.column;
      if (into) file.fill(column, chunk, into, table.rows, this.memory);
      else file.fill(column, chunk, unfit, 0, this.memory);
      refuseOverfull(target);
      if (turns.isOver()) await turns.next();
      if (column < columns.length - 1) continue;
      const { rows } = groups[group] ?? { rows: 0 };
      if (unfit.entryCount > 1) {
        for (let row = 0; row < rows; row += 1) {
          const text = unfit.text(row);
          if (text !== null) putBack(table.rows + row, text);
        }
        unfit = new TextColumn(unfitKey, unfitKey);
      }
      table.rows += rows;
    }
    return true;
  }
}

const mostRowsOf = ({ footer }: ColumnFile) =>
  footer.groups.reduce((most, { rows }) => Math.max(most, rows), 0);

/** For `catch`: `undefined` for an error of this kind. Rejects with a `ContentError` for a damaged file. */
const refusedUnless =
  (kind: typeof Unsupported) =>
  (error: unknown): undefined => {
    if (error instanceof kind) return undefined;
    throw error instanceof Malformed ? unreadable() : error;
  };
