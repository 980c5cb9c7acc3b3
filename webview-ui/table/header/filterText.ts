import * as l10n from '@vscode/l10n';
import { isEpochTime } from '#src/market/records/epochs';
import { readTime } from '#src/market/daysInWords/readTime';
import { formatInZone } from '#src/market/time/zones';
import type { Cell, Column } from '#src/protocol/tableTypes';
import type { Filter } from '#src/protocol/rowsQuestion';
import { operatorNames, type FilterOperator } from '#src/protocol/filterOperators';

/**
 * What a filter field says: conditions that must all be met, with a note if there is one, or why the text
 * isn't valid.
 */
export type FilterReading = { filters: Filter[]; note?: string } | { problem: string };

/** The operators that are typed before the value, the longest first: `>=` begins with `>`. */
const symbols = operatorNames
  .filter((op) => op !== 'contains')
  .sort((one, other) => other.length - one.length);

/** What could be typed into the filter field of a column. */
export function filterExample(column: Column): string {
  if (column.type === 'time' || isEpochTime(column)) return l10n.t('e.g. {0}', 'today');
  if (column.type === 'boolean') return l10n.t('e.g. {0}', 'yes');
  return column.type === 'text' ? l10n.t('contains…') : l10n.t('e.g. {0}', '> 50');
}

/**
 * Reads `>=10`, `<5`, `=x`, `!=x`. Without an operator, `contains` applies to text, and `=` to everything
 * else. `=` alone finds missing values, `!=` alone finds all others. Times are read in the time zone, in the
 * words that the prompts take: `today`, a date, a date with a time. `now`, in epoch milliseconds, determines
 * what "today" is.
 */
export function readFilter(text: string, column: Column, zone: string, now: number): FilterReading {
  const trimmed = text.trim();
  if (trimmed === '') return { filters: [] };
  const symbol = symbols.find((each) => trimmed.startsWith(each));
  const operand = trimmed.slice(symbol?.length ?? 0).trim();
  const one = (op: FilterOperator, value: Filter['value']): FilterReading => ({
    filters: [{ column: column.key, op, value }],
  });
  if (operand === '') {
    return symbol === '=' || symbol === '!='
      ? one(symbol, null)
      : { problem: l10n.t('Enter a value after the operator.') };
  }
  switch (column.type) {
    case 'text':
      return one(symbol ?? 'contains', operand);
    case 'number':
    case 'integer': {
      const value = readNumber(operand);
      if (value === null && isEpochTime(column)) {
        return timeFilter(operand, symbol ?? '=', column.key, zone, now);
      }
      return value === null
        ? { problem: l10n.t('"{0}" isn\'t a number.', operand) }
        : one(symbol ?? '=', value);
    }
    case 'boolean': {
      const value = readBoolean(operand);
      if (value === null) return { problem: l10n.t('Enter yes or no.') };
      return symbol === undefined || symbol === '=' || symbol === '!='
        ? one(symbol ?? '=', value)
        : { problem: l10n.t('For yes or no values, use = or !=.') };
    }
    case 'time':
      return timeFilter(operand, symbol ?? '=', column.key, zone, now);
  }
}

/**
 * The beginning of a value as typed, and how a value that is then chosen is compared; `null` if no value can
 * be chosen.
 */
export function typedValue(text: string): { op: '=' | '!='; text: string } | null {
  const match = /^(!=|=|)([^<>].*)?$/s.exec(text.trim());
  return match && { op: match[1] === '!=' ? '!=' : '=', text: (match[2] ?? '').trim() };
}

/** A number, or its text if a double would lose digits. */
function readNumber(text: string): number | string | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

function readBoolean(text: string): boolean | null {
  const word = text.toLowerCase();
  if (word === 'yes' || word === 'true') return true;
  return word === 'no' || word === 'false' ? false : null;
}

/** A day means the whole day in the time zone, so `today` finds 23, 24, or 25 hours. */
function timeFilter(
  text: string,
  op: FilterOperator,
  column: string,
  zone: string,
  now: number,
): FilterReading {
  const time = readTime(text, now, zone);
  const one = (to: FilterOperator, value: number) => ({ filters: [{ column, op: to, value }] });
  if (time.kind === 'problem') return { problem: time.message };
  if (time.kind === 'instant') {
    return { ...one(op, time.instant), ...(time.note !== undefined && { note: time.note }) };
  }
  const { start, end } = time.period;
  switch (op) {
    case '>=':
    case '<':
      return one(op, start);
    case '>':
      return one('>=', end);
    case '<=':
      return one('<', end);
    case '!=':
      return { problem: l10n.t('Add a time of day, or use < or >.') };
    case '=':
    case 'contains':
      return {
        filters: [
          { column, op: '>=', value: start },
          { column, op: '<', value: end },
        ],
      };
  }
}

/**
 * What to type to find the rows with this cell or, with `!=`, all others; `null` if no text selects exactly
 * these.
 */
export function filterForCell(
  op: '=' | '!=',
  cell: Cell,
  column: Column,
  zone: string,
  now: number,
): string | null {
  if (cell === null) return op;
  const isTime = column.type === 'time' && typeof cell === 'number';
  const words = typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell);
  const text = `${op}${isTime ? formatInZone(cell, zone) : words}`;
  const reading = readFilter(text, column, zone, now);
  const [filter] = 'filters' in reading ? reading.filters : [];
  if (filter?.op !== op || filter.value === null) return null;
  const isSame = filter.value === cell || (column.type !== 'text' && Number(filter.value) === Number(cell));
  return isSame ? text : null;
}
