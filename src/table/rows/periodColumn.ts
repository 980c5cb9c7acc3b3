import * as l10n from '@vscode/l10n';
import { periodNumber } from '../../market/time/periodNumbers';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { periodKey, type RowsQuestion } from '../tableTypes';

/** Rows per batch; each requires a time zone lookup. */
const periodRows = sliceRows / 16;

/** Whether the question needs the column that `fillPeriods` fills. */
export function asksForPeriods({ columns = [], sort = [], filter = [] }: RowsQuestion): boolean {
  return columns.includes(periodKey) || [...sort, ...filter].some(({ column }) => column === periodKey);
}

/**
 * Works out the period number of each row from its own start and end, for the rows that came since it
 * was last called. The column is none of `table.columns`: the answer does not hold it, nor do exports
 * that do not name it.
 * Nothing is done for a table without periods, or with a column of that name.
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
