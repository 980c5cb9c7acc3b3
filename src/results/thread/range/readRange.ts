import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../../market/records/recordKinds';
import { columnNames } from '../../../range/columnNames';
import { paced } from '../../../table/columns/slices';
import { Table } from '../../../table/columns/table';
import { QuestionError } from '../../../table/questionError';
import { noteRecords } from '../../../table/rows/recordBounds';
import { errorKind } from '../../../text/errorText';
import type { RangeQuestion } from '../../../protocol/workerMessages';
import { ColumnRows } from './columnRows';
import { ContentError, TooLargeError, type RowTarget } from './dayRows';
import { readJson } from './jsonRows';
import type { LaterColumns } from './laterColumns';
import { readNdjson } from './ndjsonRows';
import { ParquetRows } from './parquetRows';

/** The table of a range, and what will read the columns that it doesn't have yet. */
interface ReadRange {
  readonly table: Table;
  readonly later: LaterColumns;
}

/**
 * Reads the files of delivery days into one table, in the order of the days. Resolves with the table or, if
 * that would exceed `maxTableBytes`, with the first day that doesn't fit. Rejects with an error ready to
 * display that names the day whose file can't be read, or with the signal's reason. `parquetScript` is the
 * bundle of `parquetThread.ts`.
 */
export async function readRange(
  { record, format, days, columns, maxTableBytes }: RangeQuestion,
  parquetScript: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (days: number) => void },
): Promise<ReadRange | { readonly tooLarge: string }> {
  const table = new Table(recordShapes[record]);
  const sentNames = new Map([...columnNames(columns)].map(([sent, name]) => [name, sent]));
  const target: RowTarget = { table, record, maxTableBytes, signal, sentNames };
  const columnRows = new ColumnRows(target);
  const parquet = new ParquetRows(parquetScript);
  try {
    for (const [index, { day, paths }] of days.entries()) {
      for (const path of paths) {
        try {
          const first = table.rows;
          if (format === 'json') await readJson(path, target);
          else {
            if (format === 'ndjson') await readNdjson(path, target);
            else if (!(await columnRows.add(path))) await parquet.read(path, target);
            await paced(noteRecords(table, record, first), signal);
          }
        } catch (error) {
          if (error instanceof TooLargeError) return { tooLarge: day };
          signal.throwIfAborted();
          throw new QuestionError(unreadableDay(day, error), { cause: error });
        }
      }
      onProgress(index + 1);
    }
  } finally {
    await parquet.dispose();
  }
  return { table, later: columnRows.later };
}

function unreadableDay(day: string, error: unknown): string {
  const why = error instanceof ContentError ? error.message : '';
  return why === ''
    ? l10n.t("Couldn't read the file for {0} ({1}).", day, errorKind(error))
    : l10n.t(
        "Couldn't read the file for {0}. {1} Move it out of the folder to open the other days, then fetch the day again.",
        day,
        why,
      );
}
