import { NumericColumn } from '../columns/columns';
import type { Table } from '../columns/table';

const suffix = 'Epoch';

/**
 * Whether a row says one of its times twice and not alike: `createdTime` and `createdTimeEpoch`. The
 * unit of the epoch is not documented, so seconds are taken as well as milliseconds; what
 * milliseconds cannot say is no difference. A time that is missing in one form is none either.
 */
export function differingEpochs(table: Table): (row: number) => boolean {
  const twins = table.columns.flatMap((epoch) => {
    if (!epoch.key.endsWith(suffix) || !(epoch instanceof NumericColumn)) return [];
    const time = table.column(epoch.key.slice(0, -suffix.length));
    return time instanceof NumericColumn && time.type === 'time' ? [{ time, epoch }] : [];
  });
  return (row) => twins.some(({ time, epoch }) => differ(time.value(row), epoch.value(row)));
}

/** Epoch milliseconds against an epoch of either unit; NaN where one is missing. */
function differ(time: number, epoch: number): boolean {
  if (Number.isNaN(time) || Number.isNaN(epoch)) return false;
  return Math.abs(epoch - time) > 1 && Math.abs(epoch * 1000 - time) >= 1000;
}
