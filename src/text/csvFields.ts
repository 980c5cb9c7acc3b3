import { csvNotations, plainCsv, quotedField, type CsvNotation } from './csvDialects';
import { unguardedText } from './formulaGuard';

/** `split` takes no larger limit. */
const unlimited = 2 ** 31;

/** What the first line of a file says. */
interface CsvHead {
  readonly notation: CsvNotation;
  readonly keys: readonly string[];
  /** Whether `guardedText` was applied to the texts. */
  readonly isGuarded: boolean;
}

/**
 * Reads the first line. Files of a dialect begin with its mark; other programs may have added a byte order mark. Only in
 * a file whose texts are as they were sent, all keys are in quotes. With more than `most` columns, there are no keys.
 */
export function csvHead(line: string, most = unlimited): CsvHead {
  const text = line.replace(/^\ufeff/, '');
  const isIn = ({ mark, separator }: CsvNotation) => line.startsWith(mark) && text.includes(separator);
  const notation = Object.values(csvNotations).find(isIn) ?? plainCsv;
  const { separator } = notation;
  const keys = (csvFields(text, separator, most) ?? []).map((field) => field ?? '');
  const isGuarded = text !== keys.map(quotedField).join(separator);
  return { notation, keys: isGuarded ? keys.map((key) => unguardedText(key, separator)) : keys, isGuarded };
}

/**
 * Whether a line ends within quotes, so that the next one belongs to the same row. `isInside` is whether it begins
 * so.
 */
export function endsInQuotes(line: string, isInside = false): boolean {
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isInside = !isInside;
  return isInside;
}

/**
 * The fields of a row as written by `csvField`: `null` for an empty one, which differs from empty text. `null`
 * if quotes are where none can be, or if there are more than `most`.
 */
export function csvFields(
  row: string,
  separator: string,
  most = unlimited,
): readonly (string | null)[] | null {
  if (!row.includes('"')) {
    const split = row.split(separator, most + 1);
    return split.length > most ? null : split.map((field) => (field === '' ? null : field));
  }
  const fields: (string | null)[] = [];
  for (let at = 0; at <= row.length;) {
    if (fields.length >= most) return null;
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
