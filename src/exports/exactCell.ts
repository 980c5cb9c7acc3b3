import { formatUtcMs } from '../market/time/zones';
import type { NumericColumn, TableColumn } from '../table/columns/columns';
import { unquotedText } from '../table/columns/numberText';

/**
 * JSON text of a cell that the column's typed values can't fully express: a number with its own
 * spelling, a time finer than a millisecond (in UTC, like all times), or a value of another type.
 * Otherwise `undefined`.
 */
export function exactJson(column: NumericColumn, row: number): string | undefined {
  const json = column.exact.get(row);
  if (json === undefined || column.type !== 'time') return json;
  const ms = column.value(row);
  return Number.isNaN(ms) ? json : `"${fineTimeText(ms, json)}"`;
}

/** RFC 3339 in UTC with every fractional digit that the service wrote. */
function fineTimeText(epochMs: number, json: string): string {
  const fraction = /[.,](\d+)/.exec(json)?.[1] ?? '000';
  return formatUtcMs(epochMs).replace(/\d{3}Z$/, `${fraction}Z`);
}

/** The cell as text without quotes: `unquotedText` of `exactJson`. */
export function exactText(column: NumericColumn, row: number): string | undefined {
  const json = exactJson(column, row);
  return json === undefined ? undefined : unquotedText(json);
}

/**
 * The row's values, as sent, as the text of a JSON object by the columns' keys; `null` if it has none. Times are only
 * those with a text of their own.
 */
export function moreText(columns: readonly TableColumn[], row: number): string | null {
  const members = columns.flatMap((column) => {
    const json = sentJson(column, row);
    return json === null ? [] : [`${JSON.stringify(column.key)}:${json}`];
  });
  return members.length === 0 ? null : `{${members.join(',')}}`;
}

function sentJson(column: TableColumn, row: number): string | null {
  const text = column.text(row);
  if (text === null) return null;
  if (column.kind === 'text') return column.jsonText(row);
  return column.exact.get(row) ?? text;
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
