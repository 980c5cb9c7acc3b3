import { NumericColumn } from '../columns/columns';
import type { Table } from '../columns/table';

const suffix = 'Epoch';

/**
 * Whether a row states a time twice with different values: `createdTime` and `createdTimeEpoch`.
 * The unit of the epoch is not documented, so both seconds and milliseconds are accepted. Fractions
 * below a millisecond and a time that is missing in one form do not count as a difference.
 */
export function differingEpochs(table: Table): (row: number) => boolean {
  const twins = table.columns.flatMap((epoch) => {
    if (!epoch.key.endsWith(suffix) || !(epoch instanceof NumericColumn)) return [];
    const time = table.column(epoch.key.slice(0, -suffix.length));
    return time instanceof NumericColumn && time.type === 'time' ? [{ time, epoch }] : [];
  });
  return (row) => twins.some(({ time, epoch }) => differ(time.value(row), epoch.value(row)));
}

/** Compares epoch milliseconds with an epoch in either unit; NaN if one is missing. */
function differ(time: number, epoch: number): boolean {
  if (Number.isNaN(time) || Number.isNaN(epoch)) return false;
  return Math.abs(epoch - time) > 1 && Math.abs(epoch * 1000 - time) >= 1000;
}
