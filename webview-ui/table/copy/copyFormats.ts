import * as l10n from '@vscode/l10n';
import type { Sentence } from '#src/text/l10n';
import { pythonConstant, pythonLiteral } from '#src/text/pythonLiteral';
import { guardedText } from '#src/text/formulaGuard';
import { formatUtcMs } from '#src/market/time/zones';
import type { Cell, Column } from '#src/protocol/tableTypes';
import { cellText, columnTitle, isNumeric } from '../grid/cellText';

/** A text format for selected cells. */
export interface CopyFormat {
  readonly label: Sentence;
  /** Text before the first row. */
  head(columns: readonly Column[]): string;
  row(cells: readonly Cell[], columns: readonly Column[], zone: string): string;
  readonly between: string;
  readonly foot: string | ((columns: readonly Column[], rows: readonly (readonly Cell[])[]) => string);
  /** The most rows that are useful in this form. */
  readonly mostRows?: number;
  /** Whether the columns that tell the series apart are added to the selected ones. */
  readonly hasSeries?: true;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number with the digits that the service sent; `null` for any other value, whatever the column's type. */
function numberText(cell: Cell, { type }: Column): string | null {
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && cell !== null && number.test(String(cell)) ? String(cell) : null;
}

/** As in exports: times in UTC, numbers as they were sent. Empty for a missing value. */
function plainCell(cell: Cell, { type }: Column): string {
  if (cell === null) return '';
  return type === 'time' && typeof cell === 'number' ? formatUtcMs(cell) : String(cell);
}

/** Line breaks and tabs would separate cells. */
const oneCell = (text: string) => text.replace(/[\t\r\n]+/g, ' ');

const isText = (cell: Cell, column: Column) => typeof cell === 'string' && numberText(cell, column) === null;

const guarded = (text: string, cell: Cell, column: Column) =>
  isText(cell, column) ? guardedText(text) : text;

function jsonCell(cell: Cell, column: Column): string {
  if (cell === null || typeof cell === 'boolean') return String(cell);
  return numberText(cell, column) ?? JSON.stringify(plainCell(cell, column));
}

/** A Python expression. Numbers have the digits that were sent. */
function pandasCell(cell: Cell, column: Column): string {
  if (cell === null || typeof cell === 'boolean') return pythonConstant(cell);
  const digits = numberText(cell, column);
  // Whole numbers have no negative zero.
  if (digits !== null) return digits === '-0' ? '-0.0' : digits;
  const text = pythonLiteral(plainCell(cell, column));
  return column.type === 'time' && typeof cell === 'number' ? `pd.Timestamp(${text})` : text;
}

/** What pandas calls the types of columns, and which cells they can have. Other columns stay as they are. */
const pandasTypes: {
  readonly [Type in Column['type']]?: readonly [name: string, fits: (cell: Cell, column: Column) => boolean];
} = {
  time: ['datetime64[us, UTC]', (cell) => typeof cell === 'number'],
  number: ['float64', (cell, column) => numberText(cell, column) !== null],
  integer: ['Int64', (cell) => /^-?\d{1,18}$/.test(String(cell))],
  boolean: ['boolean', (cell) => typeof cell === 'boolean'],
};

/** Code after the rows of a pandas frame. */
function pandasFoot(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const types = columns.flatMap((column, at) => {
    const [name = '', fits] = pandasTypes[column.type] ?? [];
    const isFit =
      fits && rows.every((cells) => (cells[at] ?? null) === null || fits(cells[at] ?? null, column));
    return isFit ? [`${pythonLiteral(column.key)}: ${pythonLiteral(name)}`] : [];
  });
  return `,
]
columns = [${columns.map(({ key }) => pythonLiteral(key)).join(', ')}]
types = {${types.join(', ')}}
df = pd.DataFrame(rows, columns=columns, dtype="object").astype(types)
`;
}

const markdownText = (text: string) => oneCell(text).replace(/[\\|<`*_[\]]/g, '\\$&');

/** All formats, in the order of the menu. */
export const copyFormats = {
  tsv: {
    label: () => l10n.t('Tab-Separated Values'),
    head: (columns) => `${columns.map((column) => oneCell(guardedText(columnTitle(column)))).join('\t')}\n`,
    row: (cells, columns, zone) =>
      columns
        .map((column, at) => {
          const cell = cells[at] ?? null;
          return oneCell(guarded(cellText(cell, column, zone), cell, column));
        })
        .join('\t'),
    between: '\n',
    foot: '',
  },
  markdown: {
    label: () => l10n.t('Markdown Table'),
    head: (columns) =>
      `| ${columns.map((column) => markdownText(columnTitle(column))).join(' | ')} |\n` +
      `| ${columns.map((column) => (isNumeric(column) ? '---:' : '---')).join(' | ')} |\n`,
    row: (cells, columns, zone) =>
      `| ${columns.map((column, at) => markdownText(cellText(cells[at] ?? null, column, zone))).join(' | ')} |`,
    between: '\n',
    foot: '\n',
  },
  json: {
    label: () => l10n.t('JSON Array'),
    head: () => '[\n',
    row: (cells, columns) =>
      `  {${columns.map((column, at) => `${JSON.stringify(column.key)}: ${jsonCell(cells[at] ?? null, column)}`).join(', ')}}`,
    between: ',\n',
    foot: '\n]\n',
  },
  pandas: {
    label: () => l10n.t('DataFrame Code'),
    head: () => 'import pandas as pd\n\nrows = [\n',
    row: (cells, columns) =>
      `    (${columns.map((column, at) => `${pandasCell(cells[at] ?? null, column)},`).join(' ')})`,
    between: ',\n',
    foot: pandasFoot,
    mostRows: 200,
    hasSeries: true,
  },
} as const satisfies Record<string, CopyFormat>;
