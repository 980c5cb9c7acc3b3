import type { TableColumn } from '../../../table/columns/columns';
import { setBooleans } from './booleans';
import { Malformed } from './compactReader';
import type { FileColumn } from './footer';
import { readNumberDictionary, setNumbers } from './numbers';
import type { StoredPage } from './pages';
import { dictionaryValues, pageValues, type PageMemory } from './pageValues';
import { readTextDictionary, setTexts } from './texts';

/** Whether a column of a file can be read into a column of the table. */
export function fits({ kind }: FileColumn, { kind: table, type }: TableColumn): boolean {
  if (table === 'text') return kind === 'text';
  if (table === 'boolean') return kind === 'boolean';
  const isTime = kind === 'milliseconds' || kind === 'microseconds';
  return type === 'time' ? isTime : kind === 'integer' || kind === 'double';
}

/**
 * Reads the pages of a row group, whose decompressed values are `bodies`, into the rows of a column that `fits`,
 * from `first` on. Throws `Malformed` if the pages aren't what the format says.
 */
export function fillColumn(
  column: TableColumn,
  first: number,
  { kind, isOptional }: FileColumn,
  pages: readonly StoredPage[],
  bodies: readonly Buffer[],
  memory: PageMemory,
): void {
  const [head] = pages;
  const dictionary = head?.isDictionary ? dictionaryValues(head, bodies[0] ?? Buffer.alloc(0)) : undefined;
  const set = setterFor();
  let row = first;
  for (const [at, page] of pages.entries()) {
    if (page.isDictionary) continue;
    set(row, pageValues(page, bodies[at] ?? Buffer.alloc(0), isOptional, memory));
    row += page.values;
  }

  function setterFor(): (row: number, page: ReturnType<typeof pageValues>) => void {
    if (column.kind === 'text') {
      const texts = dictionary && readTextDictionary(dictionary);
      return (row, page) => setTexts(column, row, page, texts, memory);
    }
    if (column.kind === 'boolean') return (row, page) => setBooleans(column, row, page, memory);
    if (kind === 'text' || kind === 'boolean') throw new Malformed('type');
    const numbers = dictionary && readNumberDictionary(dictionary, kind);
    return (row, page) => setNumbers(column, row, page, { kind, dictionary: numbers, memory });
  }
}
