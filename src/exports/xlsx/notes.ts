import * as l10n from '@vscode/l10n';
import { epochInstant, isEpoch } from '../../market/records/epochs';
import { rowAt, rowCount, type ExportSource } from '../exportSource';
import { columnLetters } from './cells';
import { xmlText } from '../../text/xmlText';

/** A note on a column's header. */
export interface HeaderNote {
  /** The column's index in the sheet. */
  readonly column: number;
  readonly text: string;
}

/** The first number of the column that is shown as a date; `undefined` if there is none. */
function firstEpoch({ rows, ...source }: ExportSource, column: ExportSource['columns'][number]) {
  if (column.kind !== 'numeric' || !isEpoch(column)) return undefined;
  const count = rowCount({ ...source, rows });
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(rows, index);
    if (epochInstant(column.value(row), column) !== null) return column.text(row) ?? undefined;
  }
  return undefined;
}

/** For each column whose dates were sent as numbers: what these are, and how a formula gets them back. */
export function headerNotes(source: ExportSource): HeaderNote[] {
  return source.columns.flatMap((each, column) => {
    const number = firstEpoch(source, each);
    if (number === undefined) return [];
    const formula = `=ROUND((${columnLetters(column)}2-DATE(1970,1,1))*86400000,0)`;
    const text = l10n.t(
      'The service sent a number of milliseconds since 1970, such as {0}. To get the number of a date, use a formula: {1}',
      number,
      formula,
    );
    return [{ column, text }];
  });
}

const commentXml = ({ column, text }: HeaderNote) =>
  `<comment ref="${columnLetters(column)}1" authorId="0"><text><t>${xmlText(text)}</t></text></comment>`;

/** The part with the notes' texts. */
export const commentsXml = (notes: readonly HeaderNote[]): string =>
  [
    '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<authors><author/></authors>',
    `<commentList>${notes.map(commentXml).join('')}</commentList></comments>`,
  ].join('');

/** CompanionFiles the header, three columns wide and six rows high. */
const shapeXml = ({ column }: HeaderNote, at: number) =>
  [
    `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;visibility:hidden"`,
    ' fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>',
    '<v:textbox><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note">',
    `<x:Anchor>${column + 1}, 15, 0, 2, ${column + 4}, 15, 6, 4</x:Anchor><x:AutoFill>False</x:AutoFill>`,
    `<x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  ].join('');

/** The part with the notes' boxes. Excel shows no note without one. */
export const drawingXml = (notes: readonly HeaderNote[]): string =>
  [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
    ' xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">',
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    ...notes.map(shapeXml),
    '</xml>',
  ].join('');
