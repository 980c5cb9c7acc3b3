import type { TextColumn } from '../table/columns';
import { stamps, type Stamps } from './block';
import type { RowForm } from './rowText';

/** Above them a column's texts are written anew for each row. */
const mostTexts = 1 << 16;
const mostCharacters = 1 << 21;

/** Cells of a column by code as they are written, with what stands before them; none if too many. */
export function writtenTexts(
  column: TextColumn,
  form: RowForm,
  before: string,
): Stamps | undefined {
  const { values } = column;
  if (values.length > mostTexts) return undefined;
  let characters = values.length * before.length;
  for (const value of values) characters += value.length;
  if (characters > mostCharacters) return undefined;
  return stamps(
    values.map((value, code) => before + (code === 0 ? form.nullText : form.text(value))),
  );
}
