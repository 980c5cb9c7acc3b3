import { isUtf8 } from 'node:buffer';
import type { CsvNotation } from '#src/text/csvDialects';
import { csvFields, csvHead, endsInQuotes } from '#src/text/csvFields';
import { unguardedText } from '#src/text/formulaGuard';
import type { TableColumn } from '#src/table/columns/columns';
import { exactNumber } from '#src/table/columns/numberText';
import { mostColumns } from '../parquet/parquetLimits';
import { columnFor, refuseOverfull, type RowTarget } from './rowTarget';
import { brokenLine, linesOf, mostLineBytes } from './lines';

const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Adds the rows of a file as written by `writeCsv`, in any dialect. Rejects with a `ContentError` at the first
 * line that isn't one, and with a `TooLargeError` if the table gets too large. CSV doesn't say which fields are
 * numbers, so those that aren't documented are text.
 */
export async function readCsv(path: string, target: RowTarget): Promise<void> {
  const { table } = target;
  let line = 0;
  /** The lines of a row whose quotes haven't ended yet, and the number of the first. */
  let begun = '';
  let first = 1;
  let head: Head | undefined;
  for await (const lines of linesOf(path, target.signal)) {
    for (const bytes of lines) {
      line += 1;
      if (begun === '') first = line;
      if (!isUtf8(bytes) || begun.length > mostLineBytes) throw brokenLine(first);
      const text = bytes.toString();
      const row = begun + text;
      if (endsInQuotes(text, begun !== '')) {
        begun = `${row}\n`;
        continue;
      }
      begun = '';
      const whole = row.endsWith('\r') ? row.slice(0, -1) : row;
      if (!head) head = headOf(whole, target);
      else if (!addRow(whole, head, table.rows)) throw brokenLine(first);
      else table.rows += 1;
    }
    refuseOverfull(target);
  }
  if (begun !== '') throw brokenLine(first);
}

interface Head {
  readonly notation: CsvNotation;
  readonly isGuarded: boolean;
  readonly columns: readonly TableColumn[];
}

function headOf(text: string, target: RowTarget): Head {
  const { notation, keys, isGuarded } = csvHead(text, mostColumns);
  const columns = keys.map((key) => columnFor(target.table, target.sentNames.get(key) ?? key, ''));
  refuseOverfull(target);
  const isDouble = new Set(columns).size < columns.length;
  if (isDouble || !columns.some((column) => target.table.isFixed(column))) throw brokenLine(1);
  return { notation, isGuarded, columns };
}

function addRow(text: string, head: Head, row: number): boolean {
  const { notation, columns } = head;
  const fields = csvFields(text, notation.separator, columns.length);
  if (fields?.length !== columns.length) return false;
  for (const [at, field] of fields.entries()) {
    const column = columns[at];
    if (field !== null && column) column.set(row, valueOf(field, column, head));
  }
  return true;
}

function valueOf(field: string, { kind }: TableColumn, { notation, isGuarded }: Head): unknown {
  const { separator, decimalSign } = notation;
  if (kind === 'boolean' && (field === 'true' || field === 'false')) return field === 'true';
  if (kind === 'numeric') {
    const text = field.includes('.') ? field : field.replace(decimalSign, '.');
    if (number.test(text)) return exactNumber(text);
  }
  return isGuarded ? unguardedText(field, separator) : field;
}
