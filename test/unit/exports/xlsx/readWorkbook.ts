import { readXlsx } from 'hucre/xlsx';

/** A cell as a spreadsheet shows it, with the type that makes it so. */
export interface ShownCell {
  readonly type: string;
  readonly value: unknown;
  /** Of a number, with the decimals of its format. */
  readonly text: string;
  readonly format: string;
  readonly isBold: boolean;
}

function shown(value: unknown, format: string): string {
  if (typeof value !== 'number' || !/^0(\.0+)?$/.test(format)) return String(value);
  return value.toFixed(format.length > 1 ? format.length - 2 : 0);
}

/** Reads a workbook with one sheet: its properties, and the cells by row and column; none if it is empty. */
export async function readWorkbook(bytes: Uint8Array) {
  const { sheets, properties } = await readXlsx(bytes, { readStyles: true });
  const [sheet] = sheets;
  if (sheets.length !== 1 || !sheet) throw new Error(`${sheets.length} sheets`);
  const { name, rows, cells, freezePane, autoFilter, columns = [] } = sheet;
  const cellAt = (value: unknown, row: number, column: number): ShownCell | null => {
    if (value === null || value === undefined) return null;
    const { type = typeof value, style } = cells?.get(`${row},${column}`) ?? {};
    const format = style?.numFmt ?? 'General';
    return { type, value, format, text: shown(value, format), isBold: style?.font?.bold === true };
  };
  const [header = [], ...data] = rows.map((row, at) => row.map((value, column) => cellAt(value, at, column)));
  /** A reader can't see empty rows at the end, but the filter is over all rows. */
  const count = Number(/\d+$/.exec(autoFilter?.range ?? '')?.[0]) - 1;
  return {
    properties,
    name,
    freezePane,
    filter: autoFilter?.range,
    widths: columns.map(({ width }) => width),
    header: header.map((cell) => cell?.text ?? ''),
    headerCells: header,
    rows: Array.from({ length: count }, (_, at) => header.map((_, column) => data[at]?.[column] ?? null)),
  };
}
