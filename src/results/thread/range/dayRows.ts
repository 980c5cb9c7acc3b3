import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs';
import type { RecordKind } from '../../../market/records/recordKinds';
import { plainFileFlags } from '../../plainFile';
import { Turns } from '../../../table/columns/turns';
import type { TableColumn } from '../../../table/columns/columns';
import type { Table } from '../../../table/columns/table';

/** What the rows of a file are read into, and until when. */
export interface RowTarget {
  readonly table: Table;
  readonly record: RecordKind;
  readonly maxTableBytes: number;
  readonly signal: AbortSignal;
}

/** The table needs more memory than it may. */
export class TooLargeError extends Error {}

/** A file's content isn't what it should be. The message is fit to be shown. */
export class ContentError extends Error {}

/** Throws if the table takes no more: more memory than allowed, or more columns. */
export function refuseOverfull({ table, maxTableBytes }: Pick<RowTarget, 'table' | 'maxTableBytes'>): void {
  if (table.bytes() > maxTableBytes) throw new TooLargeError();
  if (table.problem !== null) throw new ContentError(table.problem);
}

/** The column of an exported file's column; made if the table doesn't have it. `value` is one of its values. */
export function columnFor(table: Table, key: string, value: unknown): TableColumn {
  const known = table.column(key);
  if (known && table.fixed.includes(known)) return known;
  const attribute = /^attribute\.(.+)$/s.exec(key)?.[1];
  return attribute === undefined ? table.unknown(key, 'record', value) : table.attribute(attribute);
}

/**
 * The bytes of a file in chunks. Between them, other work is let through and the signal looked at. A link is refused, and
 * what is no file: a pipe would be waited for.
 */
export async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const turns = new Turns(signal);
  const fd = openSync(path, plainFileFlags);
  if (!fstatSync(fd).isFile()) {
    closeSync(fd);
    throw new ContentError('');
  }
  const stream = createReadStream('', { fd, autoClose: true, highWaterMark: 64 * 1024 });
  for await (const chunk of stream) {
    yield chunk as Buffer;
    if (turns.isOver()) await turns.next();
  }
}
