import * as l10n from '@vscode/l10n';
import type { NumericColumn, TableColumn } from '../columns/columns';
import {
  booleanSieve,
  numberSieve,
  rowSieve,
  textSieve,
  verdictOf,
  type Comparison,
  type Sieve,
} from './rowFilter';
import type { Sliced } from '../columns/slices';
import { filterOperators, type Filter } from '../tableTypes';
import { comparisonReader, containing } from '../columns/textMatch';
import { parseTime } from '../columns/timeText';

/** A question about columns that the table cannot answer; its message is fit to be shown. */
export class QuestionError extends Error {}

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/**
 * The sieve of one filter. A missing value equals `null` only, and so differs from every value.
 * `contains` ignores case. Throws `QuestionError` where the value cannot be one of the column.
 */
export function* sieveOf(column: TableColumn, { op, value }: Filter): Sliced<Sieve> {
  if (!filterOperators.includes(op)) {
    throw new QuestionError(l10n.t('"{0}" is none of {1}.', op, filterOperators.join(' ')));
  }
  if (value === null) {
    if (op !== '=' && op !== '!=') {
      throw new QuestionError(l10n.t('"{0}" needs a value to compare {1} with.', op, column.key));
    }
    return rowSieve((row) => column.isNull(row) === (op === '='));
  }
  if (op === 'contains') return yield* containsSieve(column, String(value));
  if (column.kind === 'numeric') return numericSieve(column, op, value);
  if (column.kind === 'text') {
    const reader = comparisonReader(String(value), (order) => verdictOf(op, order));
    return yield* textSieve(column, reader, op === '!=');
  }
  const wanted = truths.get(String(value).toLowerCase());
  if (wanted === undefined) {
    throw new QuestionError(
      l10n.t('{0} is compared with true or false, not "{1}".', column.key, String(value)),
    );
  }
  return booleanSieve(column, op, wanted);
}

function* containsSieve(column: TableColumn, part: string): Sliced<Sieve> {
  const reader = containing(part);
  if (column.kind === 'text') return yield* textSieve(column, reader, false);
  return rowSieve((row) => {
    const text = column.text(row);
    return text !== null && reader.text(text);
  });
}

function numericSieve(column: NumericColumn, op: Comparison, value: string | number | boolean): Sieve {
  const wanted = column.type === 'time' ? timeOf(value) : numberOf(value);
  if (Number.isNaN(wanted)) {
    throw new QuestionError(
      column.type === 'time'
        ? l10n.t(
            '{0} is compared with a time such as {1}, not "{2}".',
            column.key,
            '2026-03-29T00:00:00Z',
            String(value),
          )
        : l10n.t('{0} is compared with a number, not "{1}".', column.key, String(value)),
    );
  }
  // Beyond 2^53 neighbours share a double: equality is then a matter of digits.
  const digits = typeof value === 'string' && !Number.isSafeInteger(wanted) ? value.trim() : null;
  const byDigits = digits !== null && /^-?\d+$/.test(digits) && (op === '=' || op === '!=');
  if (byDigits) return rowSieve((row) => (column.text(row) === digits) === (op === '='));
  return numberSieve(column, op, wanted);
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
