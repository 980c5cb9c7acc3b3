import * as l10n from '@vscode/l10n';
import { recordShapes } from '#src/market/records/recordKinds';
import type { DayFingerprintQuestion } from '#src/protocol/workerMessages';
import { TextColumn, type TableColumn } from '#src/table/columns/columns';
import { slices, paced, type Sliced } from '#src/table/columns/slices';
import { Table } from '#src/table/columns/table';
import { QuestionError } from '#src/table/questionError';
import { memoryLimit } from '#src/table/tableLimits';
import { errorKind } from '#src/text/errorText';
import { releaseMemory } from '../releaseMemory';
import { fingerprintOf } from '../rowsFingerprint';
import { RowFiles } from './rowFiles';
import { ContentError, TooLargeError } from './rowTarget';

/**
 * The fingerprint of the rows in a file of a range. Two files with the same rows have the same one, whichever of
 * their fields have a column: lines have the columns that aren't null throughout, by name. Rejects with an error
 * ready to display, or with the signal's reason.
 */
export async function dayFingerprint(
  { record, format, path, maxTableBytes }: DayFingerprintQuestion,
  signal: AbortSignal,
): Promise<string> {
  const table = new Table(recordShapes[record]);
  const target = { table, record, maxTableBytes, signal, sentNames: new Map<string, string>() };
  // The file may change, or be a copy, so nothing can be read later.
  try {
    await new RowFiles(target, true).add(path, format);
    const columns = await paced(comparable(table, format), signal);
    const fingerprint = await fingerprintOf(table, signal, columns);
    releaseMemory([...table.arrays(), ...columns.flatMap((column) => column.arrays())]);
    return fingerprint;
  } catch (error) {
    // A thread without work collects no garbage.
    releaseMemory(table.arrays());
    signal.throwIfAborted();
    throw new QuestionError(unreadableFile(error), { cause: error });
  }
}

function unreadableFile(error: unknown): string {
  if (error instanceof TooLargeError) {
    return l10n.t('The file needs more memory than "{0}" allows.', memoryLimit.name);
  }
  return error instanceof ContentError
    ? error.message
    : l10n.t("Couldn't read the file ({0}).", errorKind(error));
}

function* comparable(table: Table, format: DayFingerprintQuestion['format']): Sliced<TableColumn[]> {
  const columns: TableColumn[] = [];
  for (const column of table.columns) {
    if (column.isNull(0) && column.isConstant(table.rows)) continue;
    // A Parquet column of an undocumented field is text, whatever was sent, and `moreColumn` has it as sent.
    const isAsText = format === 'parquet' && !table.isFixed(column);
    columns.push(isAsText ? yield* asText(column, table.rows) : column);
  }
  return columns.sort((one, other) => (one.key < other.key ? -1 : 1));
}

function* asText(column: TableColumn, rows: number): Sliced<TextColumn> {
  const texts = new TextColumn(column.key, column.title);
  yield* slices(rows, (from, to) => {
    for (let row = from; row < to; row += 1) texts.set(row, column.text(row));
  });
  return texts;
}
