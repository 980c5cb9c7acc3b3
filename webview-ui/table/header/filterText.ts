import { dayPeriod, parseDay } from '../../../src/market/time/deliveryDay';
import { isEpochTime } from '../../../src/market/records/epochs';
import { t } from '../../../src/text/l10n';
import { instantsOf } from '../../../src/market/time/zones';
import type { Column, Filter, FilterOperator } from '../../../src/table/tableTypes';

/** What a filter field says: conditions that must all hold, or why the text is not one. */
export type FilterReading = { filters: Filter[] } | { problem: string };

/** Whether the operator is typed before the value; those that begin with another stand before it. */
const isTyped: Readonly<Record<FilterOperator, boolean>> = {
  '>=': true,
  '<=': true,
  '!=': true,
  '=': true,
  '<': true,
  '>': true,
  contains: false,
};
const symbols = (Object.keys(isTyped) as FilterOperator[]).filter((op) => isTyped[op]);

/**
 * Reads `>=10`, `<5`, `=x`, `!=x`; without an operator text contains, everything else equals. `=`
 * alone finds missing values, `!=` alone the others. Times are read in the zone; a bare date stands
 * for its whole day there.
 */
export function readFilter(text: string, column: Column, zone: string): FilterReading {
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
      : { problem: t('A value is missing after the operator.') };
  }
  switch (column.type) {
    case 'text':
      return one(symbol ?? 'contains', operand);
    case 'number':
    case 'integer': {
      const value = readNumber(operand);
      if (value === null && isEpochTime(column)) return readTime(operand, symbol ?? '=', column.key, zone);
      return value === null ? { problem: t('"{0}" is not a number.', operand) } : one(symbol ?? '=', value);
    }
    case 'boolean': {
      const value = readBoolean(operand);
      if (value === null) return { problem: t('Only yes and no can be looked for.') };
      return symbol === undefined || symbol === '=' || symbol === '!='
        ? one(symbol ?? '=', value)
        : { problem: t('yes and no have no order.') };
    }
    case 'time':
      return readTime(operand, symbol ?? '=', column.key, zone);
  }
}

/** What of a value is typed, and how a chosen one is compared; `null` where none can be chosen. */
export function typedValue(text: string): { op: '=' | '!='; text: string } | null {
  const match = /^(!=|=|)([^<>].*)?$/s.exec(text.trim());
  return match && { op: match[1] === '!=' ? '!=' : '=', text: (match[2] ?? '').trim() };
}

/** A number, or the text itself where a double would lose its digits. */
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

function readTime(text: string, op: FilterOperator, column: string, zone: string): FilterReading {
  if (parseDay(text)) {
    const { start, end } = dayPeriod(text, zone);
    const from: Filter = { column, op: '>=', value: start };
    const before: Filter = { column, op: '<', value: end };
    switch (op) {
      case '>=':
        return { filters: [from] };
      case '<':
        return { filters: [{ ...before, value: start }] };
      case '>':
        return { filters: [{ ...from, value: end }] };
      case '<=':
        return { filters: [before] };
      case '!=':
        return { problem: t('Give a time of day too, or use < and >.') };
      case '=':
      case 'contains':
        return { filters: [from, before] };
    }
  }
  const instant = readInstant(text, zone);
  return typeof instant === 'string' ? { problem: instant } : { filters: [{ column, op, value: instant }] };
}

/** Epoch milliseconds, or a sentence that says why the text is no instant. */
function readInstant(text: string, zone: string): number | string {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?\s*(Z|[+-]\d{2}:\d{2})?$/i.exec(text);
  const day = match?.[1] === undefined ? null : parseDay(match[1]);
  if (!match || !day) return t('Times look like 2026-03-29 or 2026-03-29 13:45.');
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return t('There is no such time of day.');
  const offset = match[6];
  if (offset !== undefined) {
    const exact = `${match[1] ?? ''}T${match[2] ?? ''}:${match[3] ?? ''}:${match[4] ?? '00'}`;
    const instant = Date.parse(`${exact}${match[5] ?? ''}${offset.toUpperCase()}`);
    return Number.isNaN(instant) ? t('There is no such offset.') : instant;
  }
  const [instant] = instantsOf({ ...day, hour, minute, second }, zone);
  if (instant === undefined) return t('The clock change leaves this time out.');
  return instant + Math.round(Number(match[5] ?? 0) * 1000);
}

/** What the empty field shows: an example that fits the column. */
export function filterHint(column: Column): string {
  switch (column.type) {
    case 'text':
      return t('contains');
    case 'number':
    case 'integer':
      return isEpochTime(column) ? t('>= date') : '>= 10';
    case 'boolean':
      return 'yes';
    case 'time':
      return t('>= date');
  }
}
