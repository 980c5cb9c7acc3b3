import type { TableColumn } from '#src/table/columns/columns';
import { Turns } from '#src/table/columns/turns';
import type { ChunkPlace, ColumnFile } from '../parquet/columnFile';
import type { PageMemory } from '../parquet/pageValues';
import { ahead } from './ahead';

/** So many bytes of columns are loaded at once. */
const batchBytes = 1 << 17;
/** The most bytes of columns that are decompressed before their turn comes. */
const mostBytesAhead = 16 * 1024 ** 2;

/** A few bytes can declare many rows, so memory is checked at least each time that so many bytes were filled. */
const uncheckedBytes = 16 * 1024 ** 2;

/** A column of a file, by its index, and the table's column that it's read into. */
export interface ReadColumn {
  readonly index: number;
  readonly into: TableColumn;
}

/** How columns are read. */
interface Reading {
  readonly memory: PageMemory;
  readonly signal: AbortSignal;
  /** Throws if the table needs more memory than allowed. */
  readonly refuseOverfull: () => void;
}

/**
 * Reads columns of a file into the rows from `first` on. Other work can run in between. Rejects with `Malformed`,
 * with what `refuseOverfull` throws, with the system's error, or with the signal's reason.
 */
export async function readColumns(
  file: ColumnFile,
  columns: readonly ReadColumn[],
  first: number,
  { memory, signal, refuseOverfull }: Reading,
): Promise<void> {
  const { groups } = file.footer;
  const into = new Map(columns.map((column) => [column.index, column.into]));
  const starts: number[] = [];
  let rows = first;
  for (const group of groups) {
    starts.push(rows);
    rows += group.rows;
  }
  const sizeAt = ({ group, column }: ChunkPlace) => groups[group]?.chunks[column]?.size ?? 0;
  const places = groups.flatMap((_, group) => columns.map(({ index }) => ({ group, column: index })));
  const loading = ahead(batchesOf(places, sizeAt), {
    start: (batch) => file.load(batch),
    weigh: (batch) => batch.reduce((sum, place) => sum + sizeAt(place), 0),
    room: mostBytesAhead,
  });
  const turns = new Turns(signal);
  let unchecked = 0;
  for await (const loaded of loading) {
    signal.throwIfAborted();
    for (const chunk of loaded) {
      const { group, column } = chunk.place;
      const found = into.get(column);
      if (found) file.fill(chunk, found, starts[group] ?? first, memory);
      unchecked += (groups[group]?.rows ?? 0) * 8 + sizeAt(chunk.place);
      if (unchecked < uncheckedBytes) continue;
      refuseOverfull();
      unchecked = 0;
    }
    if (turns.isOver()) await turns.next();
  }
}

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
