import * as l10n from '@vscode/l10n';
import { recordShapes } from '#src/market/records/recordKinds';
import { columnNames } from '#src/range/columnNames';
import { TextColumn } from '#src/table/columns/columns';
import { paced } from '#src/table/columns/slices';
import { Table } from '#src/table/columns/table';
import { QuestionError } from '#src/table/questionError';
import { noteRecords } from '#src/table/rows/recordBounds';
import { errorKind } from '#src/text/errorText';
import type { RangeQuestion } from '#src/protocol/workerMessages';
import { ContentError, TooLargeError, type RowTarget } from './rowTarget';
import type { LaterColumns } from './laterColumns';
import { releaseMemory } from '../releaseMemory';
import { RowFiles } from './rowFiles';

/** The rows of a range, the delivery day of each, and what will read the columns that the table doesn't have yet. */
export interface ReadRange {
  readonly table: Table;
  readonly days: TextColumn;
  readonly later: LaterColumns;
}

/**
 * Reads the files of delivery days into one table, in the order given. Resolves with the table or, if that would
 * exceed `maxTableBytes`, with the first day that doesn't fit. Rejects with an error ready to display that names
 * the day whose file can't be read, or with the signal's reason.
 */
export async function readRange(
  { record, format, days, columns, maxTableBytes }: RangeQuestion,
  {
    signal,
    onProgress,
    isWhole = false,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (days: number) => void;
    /** Whether all columns are read at once. */
    readonly isWhole?: boolean;
  },
): Promise<ReadRange | { readonly tooLarge: string }> {
  const table = new Table(recordShapes[record]);
  const deliveryDays = new TextColumn('range.deliveryDay', 'deliveryDay');
  const sentNames = new Map([...columnNames(columns)].map(([sent, name]) => [name, sent]));
  const target: RowTarget = { table, record, maxTableBytes, signal, sentNames };
  const files = new RowFiles(target, isWhole);
  let isRead = false;
  try {
    for (const [done, { day, paths }] of days.entries()) {
      for (const path of paths) {
        try {
          const first = table.rows;
          await files.add(path, format);
          deliveryDays.fill(first, table.rows, day);
          if (format !== 'json') await paced(noteRecords(table, record, first), signal);
        } catch (error) {
          if (error instanceof TooLargeError) return { tooLarge: day };
          signal.throwIfAborted();
          throw new QuestionError(unreadableDay(day, error), { cause: error });
        }
      }
      onProgress(done + 1);
    }
    isRead = true;
  } finally {
    // A thread without work collects no garbage.
    if (!isRead) releaseMemory(table.arrays());
  }
  return { table, days: deliveryDays, later: files.later };
}

function unreadableDay(day: string, error: unknown): string {
  const why = error instanceof ContentError ? error.message : '';
  return why === ''
    ? l10n.t("Couldn't read the file for {0} ({1}).", day, errorKind(error))
    : l10n.t(
        "Couldn't read the file for {0}. {1} Move the file out of the folder to open the other days, then fetch the day again.",
        day,
        why,
      );
}
