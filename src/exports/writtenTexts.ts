import type { TextColumn } from '../table/columns/columns';
import { stamps, type Stamps } from './block';
import type { RowForm } from './rowText';

/** Above them a column's texts are written anew for each row. */
const mostTexts = 1 << 16;
const mostCharacters = 1 << 21;

/** Cells of a column by code as they are written, with what stands before them; none if too many. */
export function writtenTexts(column: TextColumn, form: RowForm, before: string): Stamps | undefined {
  // Codes that are not distinct may be numbered anew by a chart while the export waits for its file.
  if (!column.distinct || column.entryCount > mostTexts) return undefined;
  const texts = column.texts();
  const characters = texts.reduce((sum, text) => sum + before.length + text.length, 0);
  if (characters > mostCharacters) return undefined;
  return stamps(texts.map((text, code) => before + (code === 0 ? form.nullText : form.text(text))));
}
