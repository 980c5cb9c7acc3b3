import { unfitKey } from '../../../exports/parquet/unfit';
import { TextColumn } from '../../../table/columns/columns';
import { Turns } from '../../../table/columns/turns';
import { ColumnFile, type ChunkPlace } from '../parquet/columnFile';
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
    const file = opened(path);
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
      file.close();
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
    const sizeAt = ({ group, column }: ChunkPlace) => groups[group]?.chunks[column]?.size ?? 0;
    const places = groups.flatMap((_, group) => columns.map((__, column) => ({ group, column })));
    const loading = ahead(batchesOf(places, sizeAt), {
      start: (batch) => file.load(batch),
      weigh: (batch) => batch.reduce((sum, place) => sum + sizeAt(place), 0),
      room: mostBytesAhead,
    });
    let unfit = new TextColumn(unfitKey, unfitKey);
    for await (const [, loaded] of loading) {
      for (const chunk of loaded) {
        const { group, column } = chunk.place;
        const into = wanted[column]?.column;
        if (into) file.fill(chunk, into, table.rows, this.memory);
        else file.fill(chunk, unfit, 0, this.memory);
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
      refuseOverfull(target);
      if (turns.isOver()) await turns.next();
    }
    return true;
  }
}

/** So many bytes of columns are loaded at once. */
const batchBytes = 1 << 17;

/** The columns in their order, small ones together. */
function batchesOf(places: readonly ChunkPlace[], sizeAt: (place: ChunkPlace) => number): ChunkPlace[][] {
  const batches: ChunkPlace[][] = [];
  let bytes = Infinity;
  for (const place of places) {
    const size = sizeAt(place);
    if (bytes + size > batchBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(place);
    bytes += size;
  }
  return batches;
}

const mostRowsOf = ({ footer }: ColumnFile) =>
  footer.groups.reduce((most, { rows }) => Math.max(most, rows), 0);

/** `undefined` if only another reader can read the file. */
function opened(path: string): ColumnFile | undefined {
  try {
    return ColumnFile.open(path);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error instanceof Malformed ? unreadable() : error;
  }
}
