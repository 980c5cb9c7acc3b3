import * as l10n from '@vscode/l10n';
import { periodNumber } from '../../market/time/periodNumbers';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { periodKey } from '../../protocol/tableTypes';
import type { RowsQuestion } from '../../protocol/rowsQuestion';

/** Rows per batch; each requires a time zone lookup. */
const periodRows = sliceRows / 16;

/** Whether the question needs the column that `fillPeriods` fills. */
export function needsPeriods({ columns = [], sort = [], filter = [] }: RowsQuestion): boolean {
  return columns.includes(periodKey) || [...sort, ...filter].some(({ column }) => column === periodKey);
}

/**
 * Calculates the period number of each row from its own start and end, for the rows added since the last
 * call. The column isn't one of `table.columns`: the response doesn't contain it, nor do exports that don't
 * name it. Does nothing for a table without periods, or with a column of that name.
 */
export function* fillPeriods(table: Table): Sliced<void> {
  const [start, end] = [table.column('startTime'), table.column('endTime')];
  if (start?.kind !== 'numeric' || end?.kind !== 'numeric') return;
  const derived = table.derived(periodKey, l10n.t('Period'));
  if (!derived) return;
  const { rows } = table;
  while (derived.filled < rows) {
    const to = Math.min(rows, derived.filled + periodRows);
    for (let row = derived.filled; row < to; row += 1) {
      derived.column.set(row, periodNumber(start.value(row), end.value(row)));
    }
    derived.filled = to;
    yield;
  }
}
