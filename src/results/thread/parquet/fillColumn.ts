import { BooleanColumn, NumericColumn, type TableColumn } from '#src/table/columns/columns';
import { setBooleans } from './booleans';
import { Malformed } from './compactReader';
import type { FileColumn } from './footer';
import { readNumberDictionary, setNumbers } from './numberValues';
import type { StoredPage } from './readPages';
import { dictionaryValues, pageValues, refuseEncoding, type PageMemory, type PageValues } from './pageValues';
import { readTextDictionary, setTexts } from './texts';
import { Unsupported } from './unsupported';
import type { ValueKind } from './valueKinds';

const times: ReadonlySet<ValueKind> = new Set(['milliseconds', 'microseconds', 'nanoseconds', 'int96']);

/** Parquet's names of the types that our files have. */
const usualTypes: Readonly<Record<TableColumn['type'], string>> = {
  time: 'TIMESTAMP',
  number: 'DOUBLE',
  integer: 'INT64',
  text: 'STRING',
  boolean: 'BOOLEAN',
};

/** Whether values of a column of a file, other than nulls, can be read into a column of the table. */
export function fits({ kind }: FileColumn, { kind: table, type }: TableColumn): boolean {
  if (kind === undefined) return false;
  // Other programs may have made anything of fields that aren't documented, which are texts in our files.
  if (table === 'text') return true;
  if (kind === 'text' || kind === 'boolean' || table === 'boolean') return kind === table;
  // Numbers don't say in which unit they would be times, and dates not in which time zone.
  return type === 'time' ? times.has(kind) : kind !== 'days' && !times.has(kind);
}

/**
 * Reads the pages of a row group, whose decompressed values are `bodies`, into the rows of a column, from `first`
 * on. Throws `Malformed` if the pages aren't what the format says, and `Unsupported` if they have an encoding that
 * isn't read, or values that don't fit the column.
 */
export function fillColumn(
  column: TableColumn,
  first: number,
  source: FileColumn,
  pages: readonly StoredPage[],
  bodies: readonly Buffer[],
  memory: PageMemory,
): void {
  const [head] = pages;
  const dictionary = head?.isDictionary ? dictionaryValues(head, bodies[0] ?? Buffer.alloc(0)) : undefined;
  let set: SetPage | undefined;
  let row = first;
  for (const [at, page] of pages.entries()) {
    if (page.isDictionary) continue;
    const values = pageValues(page, bodies[at] ?? Buffer.alloc(0), source.isOptional, memory);
    // A row that nothing is written to is null, so a column that is null throughout may have any type.
    if (values.count > 0) {
      refuseEncoding(values);
      (set ??= checkedSetter())(row, values);
    }
    row += page.values;
  }

  function checkedSetter(): SetPage {
    const { key, kind, type } = source;
    if (kind !== undefined && fits(source, column)) return setterFor(column, kind, dictionary, memory);
    throw new Unsupported({ kind: 'type', name: type, column: key, instead: usualTypes[column.type] });
  }
}

/** Sets the rows of a page, from `first` on. */
type SetPage = (first: number, page: PageValues) => void;

function setterFor(
  column: TableColumn,
  kind: ValueKind,
  dictionary: PageValues | undefined,
  memory: PageMemory,
): SetPage {
  if (column.kind === 'boolean') return (first, page) => setBooleans(column, first, page, memory);
  if (column.kind === 'text' && kind === 'text') {
    const texts = dictionary && readTextDictionary(dictionary);
    return (first, page) => setTexts(column, first, page, texts, memory);
  }
  if (column.kind === 'text') {
    const typed = typedColumn(kind);
    const set = setterFor(typed, kind, dictionary, memory);
    return (first, page) => {
      set(first, page);
      for (let row = first; row < first + page.rows; row += 1) {
        const text = typed.text(row);
        column.set(row, kind === 'days' ? text?.split('T')[0] : text);
      }
    };
  }
  if (kind === 'text' || kind === 'boolean') throw new Malformed('type');
  const numbers = dictionary && readNumberDictionary(dictionary, kind);
  return (first, page) => setNumbers(column, first, page, { kind, dictionary: numbers, memory });
}

/** A column for values that become texts as they would be shown. */
function typedColumn(kind: ValueKind): TableColumn {
  if (kind === 'boolean') return new BooleanColumn('', '');
  return new NumericColumn('', '', kind === 'days' || times.has(kind) ? 'time' : 'number');
}
