import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../../market/records/recordKinds';
import type { RowFileQuestion } from '../../../protocol/workerMessages';
import { paced } from '../../../table/columns/slices';
import { Table } from '../../../table/columns/table';
import { QuestionError } from '../../../table/questionError';
import { noteRecords } from '../../../table/rows/recordBounds';
import { addedColumns } from '../../../table/rows/deliveryColumns';
import { errorKind } from '../../../text/errorText';
import { releaseMemory } from '../releaseMemory';
import { ContentError, TooLargeError } from './rowTarget';
import { RowFiles } from './rowFiles';

/**
 * Reads a file that this extension exported into a table. Columns that the export added are left out. Rejects with
 * an error ready to display, or with the signal's reason.
 */
export async function readRowFile(
  { record, format, path, maxTableBytes }: RowFileQuestion,
  signal: AbortSignal,
): Promise<Table> {
  const table = new Table(recordShapes[record]);
  const target = { table, record, maxTableBytes, signal, sentNames: new Map<string, string>() };
  // The file may change, or be a copy, so nothing can be read later.
  try {
    await new RowFiles(target, true, undefined).add(path, format);
    table.removeFurther(addedColumns(table.columns.map(({ key }) => key)));
    await paced(noteRecords(table, record, 0), signal);
    return table;
  } catch (error) {
    // A thread without work collects no garbage.
    releaseMemory(table.arrays());
    signal.throwIfAborted();
    throw new QuestionError(unreadableFile(error), { cause: error });
  }
}

function unreadableFile(error: unknown): string {
  if (error instanceof TooLargeError) {
    return l10n.t(
      'The file needs more memory than the "{0}" setting allows.',
      'marketData.maxResultMegabytes',
    );
  }
  return error instanceof ContentError
    ? l10n.t('{0} Export the result again, and open that file.', error.message)
    : l10n.t("Couldn't read the file ({0}).", errorKind(error));
}
