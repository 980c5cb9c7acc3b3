import type { NumericColumn, TableColumn, TextColumn } from './columns';
import type { Filter, FilterOperator } from './tableTypes';
import { parseTime } from './timeText';

/** A question about columns that the table cannot answer; its message is fit to be shown. */
export class QuestionError extends Error {}

type Test = (row: number) => boolean;

const ordered: { [Op in Exclude<FilterOperator, 'contains'>]: (order: number) => boolean } = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The test of one filter. A missing value equals `null` only, and so differs from every value.
 * `contains` ignores case. Throws `QuestionError` where the value cannot be one of the column.
 */
export function testOf(column: TableColumn, { op, value }: Filter): Test {
  if (value === null) {
    if (op !== '=' && op !== '!=') {
      throw new QuestionError(`"${op}" needs a value to compare ${column.key} with.`);
    }
    return (row) => (column.text(row) === null) === (op === '=');
  }
  if (op === 'contains') return containsTest(column, String(value));
  const holds = ordered[op];
  if (column.kind === 'text') return textTest(column, (text) => holds(compareText(text, String(value))), op === '!='); // prettier-ignore
  if (column.kind === 'numeric') return numericTest(column, op, value);
  const wanted = { true: 2, yes: 2, false: 1, no: 1 }[String(value).toLowerCase()];
  if (wanted === undefined) {
    throw new QuestionError(`${column.key} is compared with true or false, not "${value}".`);
  }
  return (row) => {
    const code = column.code(row);
    return code === 0 ? op === '!=' : holds(code - wanted);
  };
}

/** Every distinct text is judged once, every row then by its code. */
function textTest(column: TextColumn, holds: (text: string) => boolean, missing: boolean): Test {
  const verdicts = Uint8Array.from({ length: column.entryCount }, (_, code) =>
    Number(code === 0 ? missing : holds(column.entryText(code))),
  );
  return (row) => verdicts[column.code(row)] === 1;
}

function containsTest(column: TableColumn, part: string): Test {
  const wanted = part.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  if (column.kind === 'text') return textTest(column, holds, false);
  return (row) => {
    const text = column.text(row);
    return text !== null && holds(text);
  };
}

function numericTest(
  column: NumericColumn,
  op: Exclude<FilterOperator, 'contains'>,
  value: string | number | boolean,
): Test {
  const holds = ordered[op];
  const wanted = column.type === 'time' ? timeOf(value) : numberOf(value);
  if (Number.isNaN(wanted)) {
    const promised = column.type === 'time' ? 'a time such as 2026-03-29T00:00:00Z' : 'a number';
    throw new QuestionError(`${column.key} is compared with ${promised}, not "${value}".`);
  }
  // Beyond 2^53 neighbours share a double: equality is then a matter of digits.
  const digits = typeof value === 'string' && !Number.isSafeInteger(wanted) ? value.trim() : null;
  const byDigits = digits !== null && /^-?\d+$/.test(digits) && (op === '=' || op === '!=');
  if (byDigits) return (row) => (column.text(row) === digits) === (op === '=');
  return (row) => {
    const cell = column.value(row);
    return Number.isNaN(cell) ? op === '!=' : holds(cell - wanted);
  };
}

function numberOf(value: string | number | boolean): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function timeOf(value: string | number | boolean): number {
  if (typeof value === 'number') return value;
  const text = String(value).trim();
  return parseTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}
