import { formatUtcMs } from '../market/time/zones';
import type { BooleanColumn, NumericColumn } from '../table/columns/columns';
import { unquotedText } from '../table/columns/numberText';

/**
 * JSON text of a cell that the column's typed values can't fully express: a number with its own
 * spelling, a time finer than a millisecond (in UTC, like all times), or a value of another type.
 * Otherwise `undefined`.
 */
export function exactJson(column: NumericColumn | BooleanColumn, row: number): string | undefined {
  const json = column.exact.get(row);
  if (json === undefined || column.kind !== 'numeric' || column.type !== 'time') return json;
  const ms = column.value(row);
  return Number.isNaN(ms) ? json : `"${fineTimeText(ms, json)}"`;
}

/** RFC 3339 in UTC with every fractional digit that the service wrote. */
function fineTimeText(epochMs: number, json: string): string {
  const fraction = /\.(\d+)/.exec(json)?.[1] ?? '000';
  return formatUtcMs(epochMs).replace(/\d{3}Z$/, `${fraction}Z`);
}

/** The cell as text without quotes: `unquotedText` of `exactJson`. */
export function exactText(column: NumericColumn | BooleanColumn, row: number): string | undefined {
  const json = exactJson(column, row);
  return json === undefined ? undefined : unquotedText(json);
}

/** The digits of a number without sign, point, exponent, and the zeros around them. */
const significantDigits = (text: string) =>
  text
    .replace(/e.*/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');

/** Whether the double has every digit of the number's text, which may be written in another way. */
export const hasSameDigits = (text: string, value: number): boolean =>
  significantDigits(text) === significantDigits(String(value));
