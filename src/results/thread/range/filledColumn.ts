import type { NumericColumn, TableColumn, TextColumn } from '../../../table/columns/columns';
import { NumberText } from '../../../table/columns/numberText';
import type { DecodedColumn, DecodedTexts, ExactValues } from './decodedColumn';
import { otherRows } from './exportedColumns';

/** Writes values into the rows of a column from `first` on. */
export function fill(column: TableColumn, first: number, decoded: DecodedColumn): void {
  switch (decoded.kind) {
    case 'times':
      if (column.kind !== 'numeric') throw otherRows();
      column.setValues(first, decoded.values);
      setExact(column, first, decoded.exact, (text) => text);
      return;
    case 'numbers':
      if (column.kind !== 'numeric') throw otherRows();
      column.setValues(first, decoded.values);
      setExact(column, first, decoded.exact, (text) => new NumberText(text));
      return;
    case 'booleans':
      decoded.codes.forEach((code, at) => code > 0 && column.set(first + at, code === 2));
      return;
    case 'texts':
      if (column.kind === 'text') setTexts(column, first, decoded);
      else setOther(column, first, decoded);
  }
}

function setExact(
  column: NumericColumn,
  first: number,
  exact: ExactValues,
  valueOf: (text: string) => unknown,
): void {
  for (const [row, text] of exact) column.set(first + row, valueOf(text));
}

function setTexts(column: TextColumn, first: number, { texts, codes }: DecodedTexts): void {
  /** The column's codes by the file's codes; 0 for a text that hasn't been needed yet. */
  const known = new Uint32Array(texts.length + 1);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) continue;
    const own = known[code] ?? 0;
    if (own !== 0 && column.distinct) {
      column.setCode(first + at, own);
      continue;
    }
    column.set(first + at, texts[code - 1]);
    known[code] = column.code(first + at);
  }
}

/** Texts for a column that got its type from numbers in the first file. */
function setOther(column: TableColumn, first: number, { texts, codes }: DecodedTexts): void {
  codes.forEach((code, at) => code > 0 && column.set(first + at, texts[code - 1]));
}
