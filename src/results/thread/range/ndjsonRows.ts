import * as l10n from '@vscode/l10n';
import { isObject } from '../../../table/body/recordRows';
import { parsedBytes } from '../../../table/body/bodyReader';
import { chunksOf, columnFor, ContentError, refuseOverfull, type RowTarget } from './dayRows';

/** In bytes: far longer than any row of the table, whose fields are short. */
const mostLineBytes = 16 * 1024 ** 2;
const lineEnd = 10;

/**
 * Adds the rows of a file as written by `writeNdjson`: one JSON object per line, each member of which is a
 * column. Rejects with a `ContentError` at the first line that isn't one, and with a `TooLargeError` if the
 * table gets too large.
 */
export async function readNdjson(path: string, target: RowTarget): Promise<void> {
  let line = 0;
  const add = (bytes: Buffer) => {
    line += 1;
    addRow(bytes, line, target);
  };
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of chunksOf(path, target.signal)) {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      const part = chunk.subarray(from, end);
      add(heldBytes > 0 ? Buffer.concat([...held, part]) : part);
      [held, heldBytes] = [[], 0];
      from = end + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > mostLineBytes) throw broken(line + 1);
    refuseOverfull(target);
  }
  if (heldBytes > 0) add(Buffer.concat(held));
  refuseOverfull(target);
}

const broken = (line: number) =>
  new ContentError(l10n.t("Line {0} isn't a valid row for this dataset.", line));

function addRow(bytes: Buffer, line: number, target: RowTarget): void {
  const { table, sentNames } = target;
  const row = parsedBytes(bytes);
  if (!isObject(row)) throw broken(line);
  const keys = Object.keys(row);
  // Other files may have lines of JSON, too.
  if (!keys.some((key) => table.fixed.some((column) => column.key === key))) throw broken(line);
  try {
    for (const key of keys) {
      columnFor(target, key, sentNames.get(key) ?? key, row[key]).set(table.rows, row[key]);
    }
  } catch {
    throw broken(line); // nested more deeply than the text of a value can be
  }
  table.rows += 1;
}
