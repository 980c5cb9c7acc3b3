import { moreColumn } from '#src/market/records/recordKinds';
import { mayBeParsed } from '#src/table/body/elementScanner';
import { isObject } from '#src/table/body/recordRows';
import { parsedRecord } from '#src/table/body/bodyReader';
import { columnFor, putBack, refuseOverfull, type RowTarget } from './rowTarget';
import { brokenLine, linesOf } from './lines';

/**
 * Adds the rows of a file as written by `writeNdjson`: one JSON object per line, each member of which is a
 * column. Rejects with a `ContentError` at the first line that isn't one, and with a `TooLargeError` if the
 * table gets too large.
 */
export async function readNdjson(path: string, target: RowTarget): Promise<void> {
  let line = 0;
  for await (const lines of linesOf(path, target.signal)) {
    for (const bytes of lines) {
      line += 1;
      addRow(bytes, line, target);
    }
    refuseOverfull(target);
  }
}

function addRow(bytes: Buffer, line: number, target: RowTarget): void {
  const { table, sentNames } = target;
  try {
    const row = mayBeParsed(bytes) ? parsedRecord(table, bytes) : undefined;
    if (!isObject(row)) throw brokenLine(line);
    // Other files may have lines of JSON, too.
    if (!Object.keys(row).some((key) => table.fixed.some((column) => column.key === key)))
      throw brokenLine(line);
    for (const [key, value] of Object.entries(row)) {
      const isMore = key === moreColumn && (value === null || typeof value === 'string');
      // An exported file may have a field of the service with this name.
      if (isMore && (value === null || putBack(target, table.rows, value))) continue;
      columnFor(table, sentNames.get(key) ?? key, value).set(table.rows, value);
    }
  } catch {
    throw brokenLine(line); // nested more deeply than the text of a value can be
  }
  table.rows += 1;
}
