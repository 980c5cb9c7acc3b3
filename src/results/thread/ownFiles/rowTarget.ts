import type { RecordKind } from '#src/market/records/recordKinds';
import { openPlainFile } from '#src/disk/plainFile';
import { mayBeParsed } from '#src/table/body/elementScanner';
import { isObject } from '#src/table/body/recordRows';
import { parsedExactly } from '#src/table/columns/numberText';
import { Turns } from '#src/table/columns/turns';
import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';

/** Where the rows of a file are read to, and within which limits. */
export interface RowTarget {
  readonly table: Table;
  readonly record: RecordKind;
  readonly maxTableBytes: number;
  readonly signal: AbortSignal;
  /** The names that the service sent for columns that have another name in the file, by that name. */
  readonly sentNames: ReadonlyMap<string, string>;
}

/** The table needs more memory than allowed. */
export class TooLargeError extends Error {}

/** A file's content isn't what it should be. The message is ready to display. */
export class ContentError extends Error {}

/**
 * Throws a `TooLargeError` if the table has exceeded its memory limit, and a `ContentError` if it can't take
 * more columns.
 */
export function refuseOverfull({ table, maxTableBytes }: Pick<RowTarget, 'table' | 'maxTableBytes'>): void {
  if (table.bytes() > maxTableBytes) throw new TooLargeError();
  if (table.problem !== null) throw new ContentError(table.problem);
}

/**
 * The table's column for a column of an exported file, created if it doesn't exist. `key` is its name in
 * the table, and `value` one of its values.
 */
export function columnFor(table: Table, key: string, value: unknown): TableColumn {
  const known = table.column(key);
  if (known && table.isFixed(known)) return known;
  const attribute = /^attribute\.(.+)$/s.exec(key)?.[1];
  return attribute === undefined ? table.unknown(key, 'record', value) : table.attribute(attribute);
}

/**
 * Puts the values of `moreColumn` into their columns, as sent. Returns whether the text is what we write there.
 */
export function putBack(target: RowTarget, row: number, text: string): boolean {
  const values = mayBeParsed(text) ? parsedExactly(text) : undefined;
  if (!isObject(values)) return false;
  for (const [key, value] of Object.entries(values)) columnFor(target.table, key, value).set(row, value);
  return true;
}

/**
 * The bytes of a file in chunks. Between them, other work can run and the signal is checked. Throws if the
 * path is a symbolic link, or isn't a regular file: a pipe, for example, could block forever.
 */
export async function* chunksOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const turns = new Turns(signal);
  const file = await openPlainFile(path);
  for await (const chunk of file.createReadStream({ highWaterMark: 64 * 1024 })) {
    yield chunk as Buffer;
    if (turns.isOver()) await turns.next();
  }
}
