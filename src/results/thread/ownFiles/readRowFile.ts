import * as l10n from '@vscode/l10n';
import { recordShapes } from '#src/market/records/recordKinds';
import type { FileQuestion, RowFileQuestion } from '#src/protocol/workerMessages';
import { paced } from '#src/table/columns/slices';
import { Table } from '#src/table/columns/table';
import { QuestionError } from '#src/table/questionError';
import { noteRecords } from '#src/table/rows/recordBounds';
import { addedColumns } from '#src/table/rows/deliveryColumns';
import { memoryLimit } from '#src/table/tableLimits';
import { errorKind } from '#src/text/errorText';
import { releaseMemory } from '../releaseMemory';
import { ContentError, TooLargeError } from './rowTarget';
import { RowFiles } from './rowFiles';

/**
 * Reads a file that this extension exported into a table. Columns that the export added are left out. Rejects with
 * an error ready to display, or with the signal's reason.
 */
export const readRowFile = (question: RowFileQuestion, signal: AbortSignal): Promise<Table> =>
  withRows(question, signal, exportAgain, async (table) => {
    table.removeFurther(addedColumns(table.columns.map(({ key }) => key)));
    await paced(noteRecords(table, question.record, 0), signal);
    return table;
  });

const exportAgain = ({ message }: ContentError) =>
  l10n.t('{0} Export the result again, and open that file.', message);

/**
 * Resolves with what `use` makes of a table with the rows of a file. Rejects with an error ready to display, or with
 * the signal's reason. `wordsFor` says what is wrong with the file's content.
 */
export async function withRows<Made>(
  { record, format, path, maxTableBytes }: FileQuestion,
  signal: AbortSignal,
  wordsFor: (error: ContentError) => string,
  use: (table: Table) => Promise<Made>,
): Promise<Made> {
  const table = new Table(recordShapes[record]);
  const target = { table, record, maxTableBytes, signal, sentNames: new Map<string, string>() };
  // The file may change, or be a copy, so nothing can be read later.
  try {
    await new RowFiles(target, true).add(path, format);
    return await use(table);
  } catch (error) {
    // A thread without work collects no garbage.
    releaseMemory(table.arrays());
    signal.throwIfAborted();
    throw new QuestionError(unreadableFile(error, wordsFor), { cause: error });
  }
}

function unreadableFile(error: unknown, wordsFor: (error: ContentError) => string): string {
  if (error instanceof TooLargeError) {
    return l10n.t('The file needs more memory than "{0}" allows.', memoryLimit.name);
  }
  return error instanceof ContentError
    ? wordsFor(error)
    : l10n.t("Couldn't read the file ({0}).", errorKind(error));
}
