import type { DayFingerprintQuestion } from '#src/protocol/workerMessages';
import { TextColumn, type TableColumn } from '#src/table/columns/columns';
import { slices, paced, type Sliced } from '#src/table/columns/slices';
import type { Table } from '#src/table/columns/table';
import { releaseMemory } from '../releaseMemory';
import { fingerprintOf } from '../rowsFingerprint';
import { withRows } from './readRowFile';

/**
 * The fingerprint of the rows in a file of a range. Two files with the same rows have the same one, whichever of
 * their fields have a column: lines have the columns that aren't null throughout, by name. Rejects with an error
 * ready to display, or with the signal's reason.
 */
export const dayFingerprint = (question: DayFingerprintQuestion, signal: AbortSignal): Promise<string> =>
  withRows(
    question,
    signal,
    ({ message }) => message,
    async (table) => {
      const columns = await paced(comparable(table, question.format), signal);
      const fingerprint = await fingerprintOf(table, signal, columns);
      releaseMemory([...table.arrays(), ...columns.flatMap((column) => column.arrays())]);
      return fingerprint;
    },
  );

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
