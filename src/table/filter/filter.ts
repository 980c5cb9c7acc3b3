import * as l10n from '@vscode/l10n';
import type { NumericColumn, TableColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import { comparisonReader, containing } from '../columns/text/textMatch';
import { comparedTime } from '../columns/timeText';
import type { Filter } from '../../protocol/rowsQuestion';
import {
  filterOperators,
  isEquality,
  operatorNames,
  type OperatorRule,
} from '../../protocol/filterOperators';
import { QuestionError } from '../questionError';
import { numberFilter, rowByRowFilter, textFilter, type RowFilter } from './rowFilter';

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/**
 * The row filter for one filter of a question. Throws `QuestionError` if the operator is unknown, or if the
 * column can't contain such a value.
 */
export function* rowFilterOf(column: TableColumn, { op, value }: Filter): Sliced<RowFilter> {
  if (!operatorNames.includes(op)) {
    throw new QuestionError(
      l10n.t('"{0}" isn\'t an operator. Available operators: {1}.', op, operatorNames.join(' ')),
    );
  }
  const comparison: OperatorRule | 'text' = filterOperators[op];
  if (value === null) {
    if (comparison === 'text' || !isEquality(comparison)) {
      throw new QuestionError(l10n.t('"{0}" requires a value to compare {1} with.', op, column.key));
    }
    return rowByRowFilter((row) => column.isNull(row) === comparison.equal);
  }
  if (comparison === 'text') return yield* containsFilter(column, String(value));
  if (column.kind === 'numeric') return numericFilter(column, comparison, value);
  const { before, equal, after, missing } = comparison;
  const passes = (order: number) => (order < 0 ? before : order > 0 ? after : equal);
  if (column.type === 'text') {
    return yield* textFilter(column, comparisonReader(String(value), passes), missing);
  }
  const wanted = truths.get(String(value).toLowerCase());
  if (wanted === undefined) {
    throw new QuestionError(
      l10n.t('{0} can be compared with true or false, not with "{1}".', column.key, String(value)),
    );
  }
  return rowByRowFilter((row) => {
    const cell = column.cell(row);
    return typeof cell === 'boolean' ? passes(Number(cell) - Number(wanted)) : missing;
  });
}

function* containsFilter(column: TableColumn, part: string): Sliced<RowFilter> {
  const reader = containing(part);
  if (column.type === 'text') return yield* textFilter(column, reader, false);
  return rowByRowFilter((row) => {
    const text = column.text(row);
    return text !== null && reader.text(text);
  });
}

function numericFilter(
  column: NumericColumn,
  comparison: OperatorRule,
  value: string | number | boolean,
): RowFilter {
  const wanted = column.type === 'time' ? comparedTime(value) : numberOf(value);
  if (Number.isNaN(wanted)) {
    throw new QuestionError(
      column.type === 'time'
        ? l10n.t(
            '{0} can be compared with a time such as {1}, not with "{2}".',
            column.key,
            '2026-03-29T00:00:00Z',
            String(value),
          )
        : l10n.t('{0} can be compared with a number, not with "{1}".', column.key, String(value)),
    );
  }
  // Beyond 2^53, neighboring integers share a double, so equality is decided by the digits.
  const digits = typeof value === 'string' && !Number.isSafeInteger(wanted) ? value.trim() : null;
  const byDigits = digits !== null && /^-?\d+$/.test(digits) && isEquality(comparison);
  if (byDigits) return rowByRowFilter((row) => (column.text(row) === digits) === comparison.equal);
  return numberFilter(column, comparison, wanted);
}

function numberOf(value: string | number | boolean): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
