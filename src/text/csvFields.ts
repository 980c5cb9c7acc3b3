import type { quotedCharacters } from './csvField';
import { unguardedText } from './formulaGuard';

/** What separates the fields of a line. */
export type CsvSeparator = keyof typeof quotedCharacters;

/** The columns that the first line of a file names. Only files for Excel begin with a byte order mark. */
export function csvHead(line: string): {
  readonly separator: CsvSeparator;
  readonly keys: readonly string[];
} {
  const isForExcel = line.startsWith('\ufeff');
  const separator = isForExcel ? ';' : ',';
  const fields = csvFields(isForExcel ? line.slice(1) : line, separator) ?? [];
  return { separator, keys: fields.map((field) => unguardedText(field ?? '', isForExcel)) };
}

/** Whether a line ends within quotes, so that the next one belongs to the same row, as it may begin. */
export function endsInQuotes(line: string, beginsInQuotes = false): boolean {
  let isInside = beginsInQuotes;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isInside = !isInside;
  return isInside;
}

/**
 * The fields of a row as written by `csvField`: `null` for an empty one, which differs from empty text. `null`
 * if quotes are where none can be.
 */
export function csvFields(row: string, separator: CsvSeparator): readonly (string | null)[] | null {
  if (!row.includes('"')) return row.split(separator).map((field) => (field === '' ? null : field));
  const fields: (string | null)[] = [];
  for (let at = 0; at <= row.length;) {
    if (row[at] === '"') {
      const end = closingQuote(row, at + 1);
      const next = row[end + 1];
      if (end < 0 || (next !== undefined && next !== separator)) return null;
      fields.push(row.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      const found = row.indexOf(separator, at);
      const end = found < 0 ? row.length : found;
      fields.push(end === at ? null : row.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

/** The next quote that isn't doubled; -1 if there is none. */
function closingQuote(row: string, from: number): number {
  let at = row.indexOf('"', from);
  while (at >= 0 && row[at + 1] === '"') at = row.indexOf('"', at + 2);
  return at;
}
