import { epochInstant, isEpoch } from '../../market/records/epochs';
import { dayMs, formatUtcMs } from '../../market/time/zones';
import { decimalsOf } from '../../text/numbers';
import type { NumericColumn, TableColumn, TextColumn } from '../../table/columns/columns';
import type { EntryReader } from '../../table/columns/text/textMatch';
import { stamps, type Block, type Stamps } from '../block';
import { exactText, hasSameDigits } from '../exactCell';
import { longestCell, writeFixed, writeNumber } from '../numberBytes';
import { charactersBut, encodedTexts, plainCopy, type PlainCharacters } from '../textBytes';
import { longestStyledText, numberStyles, textStyle, textStyleOf } from './styles';
import { textXml } from './textXml';

/** The number of the sheet row that is being written, as digits. */
export interface RowNumber {
  /** Digits are read four bytes at a time, so this has three bytes more than they need. */
  readonly digits: DataView;
  length: number;
}

/** Writes the cell of a table row, if it has a value; returns the end. */
type CellWriter = (at: number, row: number) => number;

/** What the writers of a column's cells share. */
interface Cells {
  readonly block: Block;
  /** Writes the start of a cell, up to its row number. */
  readonly start: (at: number) => number;
}

/** `A`, `B`, and so on: the letters of the column with the index. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** The rest of a text cell, after its row number. */
const textCell = (text: string) => `" s="${textStyleOf(text.length)}" t="inlineStr">${textXml(text)}</c>`;

/**
 * Characters that need no escaping. A text may not begin with a space, and an underscore may begin an escape.
 */
const plainXml: PlainCharacters = {
  plain: charactersBut(/[&<>"_\p{Cc}]/u),
  plainFirst: charactersBut(/ /),
};
const space = 0x20;

const valueClose = stamps(['</v></c>']);

/** The writer of a column's cells. Times have the style `times`. */
export function cellWriter(
  column: TableColumn,
  index: number,
  times: number,
  block: Block,
  rowNumber: RowNumber,
): CellWriter {
  const open = stamps([`<c r="${columnLetters(index)}`]);
  const start = (at: number) => {
    const from = block.stamp(at, open);
    const { digits, length } = rowNumber;
    block.reserve(from, length + 3);
    for (let i = 0; i < length; i += 4) block.view.setInt32(from + i, digits.getInt32(i));
    return from + length;
  };
  const cells = { block, start };
  if (column.kind === 'text') return (column.type === 'text' ? textWriter : booleanWriter)(column, cells);
  if (column.type === 'time') return timeWriter(column, times, cells);
  return isEpoch(column) ? epochWriter(column, times, cells) : numberWriter(column, cells);
}

function textWriter(column: TextColumn, { block, start }: Cells): CellWriter {
  const written = encodedTexts(column, textCell);
  if (written) {
    return (at, row) => {
      const code = column.code(row);
      return code === 0 ? at : block.stamp(start(at), written, code);
    };
  }
  const open = stamps([`" s="${textStyle}" t="inlineStr"><is><t>`]);
  const close = stamps(['</t></is></c>']);
  const copy = plainCopy(plainXml, block);
  const plainText: EntryReader<number> = (source, from, to) =>
    to - from > longestStyledText || source[to - 1] === space ? -1 : copy.read(source, from, to);
  return (at, row) => {
    const code = column.code(row);
    if (code === 0) return at;
    const from = start(at);
    copy.at = block.stamp(from, open);
    const end = column.entries.read(code, plainText);
    return end >= 0 ? block.stamp(end, close) : block.text(from, textCell(column.entries.text(code)));
  };
}

/** Writes a cell whose value isn't of its column's type, or that Excel's numbers can't represent. */
function otherWriter(column: NumericColumn, { block, start }: Cells): CellWriter {
  return (at, row) => {
    const text = exactText(column, row);
    return text === undefined ? at : block.text(start(at), textCell(text));
  };
}

function booleanWriter(column: TextColumn, { block, start }: Cells): CellWriter {
  const written = stamps(['" t="b"><v>0</v></c>', '" t="b"><v>1</v></c>']);
  return (at, row) => {
    const cell = column.cell(row);
    if (cell === null) return at;
    if (typeof cell === 'boolean') return block.stamp(start(at), written, Number(cell));
    return block.text(start(at), textCell(String(cell)));
  };
}

/** Excel's number of the day 1970-01-01. */
const firstDay = 25_569;
/** 1900-03-01: Excel treats 1900 as a leap year, so its earlier days are off by one. */
const firstTime = Date.UTC(1900, 2, 1);
const afterLastTime = Date.UTC(10_000, 0, 1);

/** Adds the day and its fraction as Excel's `DATE` and `TIME` do, so that equal times are equal numbers. */
const serialOf = (epochMs: number) => {
  const day = Math.floor(epochMs / dayMs);
  return day + firstDay + (epochMs - day * dayMs) / dayMs;
};

/** Writes times in UTC, cut to the milliseconds that Excel shows. Times that Excel doesn't know are texts. */
function timeWriter(column: NumericColumn, style: number, cells: Cells): CellWriter {
  const { block, start } = cells;
  const open = stamps([`" s="${style}"><v>`]);
  const putOther = otherWriter(column, cells);
  return (at, row) => {
    const value = column.value(row);
    if (Number.isNaN(value)) return putOther(at, row);
    if (value < firstTime || value >= afterLastTime) {
      return block.text(start(at), textCell(exactText(column, row) ?? formatUtcMs(value)));
    }
    const from = block.stamp(start(at), open);
    return block.stamp(block.text(from, String(serialOf(value))), valueClose);
  };
}

/** Writes epochs as dates, and numbers that are no plausible time as sent. */
function epochWriter(column: NumericColumn, style: number, cells: Cells): CellWriter {
  const putTime = timeWriter(column, style, cells);
  const putNumber = numberWriter(column, cells);
  return (at, row) => {
    const isTime = epochInstant(column.value(row), column) !== null;
    return isTime ? putTime(at, row) : putNumber(at, row);
  };
}

/** Excel shows 15 digits and replaces others with zeros, which would change only whole numbers. */
const mostWhole = 1e15;

/**
 * Whether Excel shows the number as the service wrote it; it has no negative zero. `json` is the number's text
 * if the double doesn't recreate that.
 */
const isNumber = (value: number, json: string | undefined) =>
  !Object.is(value, -0) &&
  (Math.abs(value) < mostWhole || !Number.isInteger(value)) &&
  (json === undefined || hasSameDigits(json, value));

const decimalsIn = (text: string) => /\.(\d+)$/.exec(text)?.[1]?.length;

/** Writes numbers with a style for the decimals that the service sent. */
function numberWriter(column: NumericColumn, cells: Cells): CellWriter {
  const { block, start } = cells;
  const { exact } = column;
  const putOther = otherWriter(column, cells);
  const opens: Stamps = stamps(numberStyles.map((style) => `" s="${style}"><v>`));
  const beyond = numberStyles.length - 1;
  return (at, row) => {
    const value = column.value(row);
    const json = exact.size > 0 ? exact.get(row) : undefined;
    if (Number.isNaN(value)) return putOther(at, row);
    if (!isNumber(value, json)) {
      return block.text(start(at), textCell(column.text(row) ?? ''));
    }
    const sent = json === undefined ? column.writtenDecimals(row) : decimalsIn(json);
    const decimals = sent ?? decimalsOf(value);
    const isShown = decimals < beyond;
    const from = block.stamp(start(at), opens, isShown ? decimals : beyond);
    block.reserve(from, longestCell);
    const end = isShown
      ? writeFixed(block.view, from, value, decimals)
      : writeNumber(block.view, from, value);
    return block.stamp(end, valueClose);
  };
}
