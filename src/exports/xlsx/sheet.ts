import { epochInstant, isEpoch } from '../../market/records/epochs';
import { minuteMs } from '../../market/time/zones';
import type { TableColumn } from '../../table/columns/columns';
import { Turns } from '../../table/columns/turns';
import { Block, stamps } from '../block';
import { rowAt, rowCount, type ExportOptions, type ExportSource } from '../exportSource';
import { writeNumber } from '../numberBytes';
import { cellWriter, columnLetters, type RowNumber } from './cells';
import { headerStyle, timeFormats, timeStyle } from './styles';
import { textXml } from './textXml';

/** Enough for the compressor to work with, but little memory while pieces wait for it. */
const pieceBytes = 1 << 17;

/** Whether the column's cells are dates. */
const hasDates = (column: TableColumn) => column.type === 'time' || isEpoch(column);

/** The column header with the unit or, for times, the time zone. */
function headerOf(column: TableColumn, { table }: ExportSource): string {
  const { key, title } = column;
  const unit = hasDates(column) ? 'UTC' : table.unitOf(key);
  return unit === undefined || unit === '' ? title : `${title} (${unit})`;
}

/** Reference to the range of all cells, such as `A1:R101`. */
export const cellsRange = (source: ExportSource): string =>
  `A1:${columnLetters(Math.max(0, source.columns.length - 1))}${rowCount(source) + 1}`;

/** How many rows a column's width is measured by. */
const measuredRows = 500;
const narrowest = 9;
const widest = 60;
/** In characters: space for the filter's button. */
const buttonWidth = 4;

/** The column's width in characters. */
function widthOf(column: TableColumn, header: string, precision: number, source: ExportSource): number {
  const { rows } = source;
  let longest = Math.max(narrowest, header.length + buttonWidth);
  const measured = hasDates(column) ? 0 : Math.min(measuredRows, rowCount(source));
  if (hasDates(column)) longest = Math.max(longest, (timeFormats[precision]?.length ?? 0) + 2);
  for (let index = 0; index < measured; index += 1) {
    longest = Math.max(longest, (column.text(rowAt(rows, index)) ?? '').length + 2);
  }
  return Math.min(longest, widest);
}

/** Whether the rows' times are shown in minutes (0), seconds (1), or milliseconds (2). */
async function precisionOf(column: TableColumn, source: ExportSource, turns: Turns): Promise<number> {
  if (column.kind !== 'numeric' || !hasDates(column)) return 0;
  const { rows } = source;
  const count = rowCount(source);
  let precision = 0;
  for (let index = 0; index < count && precision < 2; index += 1) {
    const sent = column.value(rowAt(rows, index));
    const value = column.type === 'time' ? sent : (epochInstant(sent, column) ?? Number.NaN);
    if (value % 1000 !== 0 && !Number.isNaN(value)) precision = 2;
    else if (value % minuteMs !== 0 && !Number.isNaN(value)) precision = 1;
    if ((index & 4095) === 4095 && turns.isOver()) await turns.next();
  }
  return precision;
}

function sheetStart(headers: readonly string[], widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = headers.map(
    (header, at) => `<c r="${columnLetters(at)}1" s="${headerStyle}" t="inlineStr">${textXml(header)}</c>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '</sheetView></sheetViews>',
    `<cols>${columns.join('')}</cols>`,
    `<sheetData><row r="1">${cells.join('')}</row>`,
  ].join('');
}

/** A filter over all columns, and no warnings about ids that look like numbers. */
const sheetEnd = (range: string) =>
  [
    `</sheetData><autoFilter ref="${range}"/>`,
    `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('');

/** The part with the cells, in pieces, so that memory doesn't depend on the number of rows. */
export async function* sheetXml(source: ExportSource, options: ExportOptions): AsyncGenerator<Buffer> {
  const { columns, rows } = source;
  const count = rowCount(source);
  const turns = new Turns(options.signal);
  const block = new Block();
  const rowNumber: RowNumber = { digits: new DataView(new ArrayBuffer(12)), length: 0 };
  const headers = columns.map((column) => headerOf(column, source));
  const widths: number[] = [];
  const cells = [];
  for (const [index, column] of columns.entries()) {
    const precision = await precisionOf(column, source, turns);
    widths.push(widthOf(column, headers[index] ?? '', precision, source));
    cells.push(cellWriter(column, index, timeStyle(precision), block, rowNumber));
  }
  const rowParts = stamps(['<row r="', '">', '</row>']);

  let at = block.text(0, sheetStart(headers, widths));
  for (let index = 0; index < count; index += 1) {
    if (at >= pieceBytes) {
      yield block.copied(at);
      at = 0;
    }
    rowNumber.length = writeNumber(rowNumber.digits, 0, index + 2);
    const from = block.stamp(at, rowParts, 0);
    const end = writeNumber(block.view, from, index + 2);
    at = block.stamp(end, rowParts, 1);
    const row = rowAt(rows, index);
    for (const write of cells) at = write(at, row);
    at = block.stamp(at, rowParts, 2);
    if ((index & 63) === 63 && turns.isOver()) {
      options.onProgress(index);
      await turns.next();
    }
  }
  at = block.text(at, sheetEnd(cellsRange(source)));
  yield block.copied(at);
}
