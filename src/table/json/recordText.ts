import { openBrace } from '../body/jsonBytes';
import { jsonChildren, rootStart } from './jsonTree';
import type { RecordRun } from '../body/bodyReader';
import { SpoolWindow, type SpoolReader } from './spoolWindow';
import { recordOf } from '../columns/recordOf';
import type { Table } from '../columns/table';
import type { RecordText } from '../../protocol/tableTypes';

/** More than a person reads next to a table. The JSON view shows the rest. */
const mostBytes = 64 * 1024;

/**
 * The first 64 kB of the record from which the row was read, as written in the body. `row` is an
 * index in the table's own order. `null` if the body has no such record.
 */
export async function recordText(
  spool: SpoolReader,
  runs: readonly RecordRun[],
  table: Table,
  row: number,
): Promise<RecordText | null> {
  const record = recordOf(table, row);
  const window = new SpoolWindow(spool);
  // A body that is a single object is its only record.
  const isObject = (await window.byte(await rootStart(window))) === openBrace;
  const range = isObject
    ? { start: 0, end: spool.length }
    : (await jsonChildren(spool, runs, { from: record, to: record + 1 })).nodes[0];
  if (!range) return null;
  const bytes = await spool.read(range.start, Math.min(range.end, range.start + mostBytes));
  const cut = bytes.length < range.end - range.start;
  const text = new TextDecoder('utf-8').decode(bytes, { stream: cut });
  return { record, text: text.trim(), cut };
}
