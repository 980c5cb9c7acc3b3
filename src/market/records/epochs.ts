import type { ColumnType } from './recordKinds';

/**
 * The years 2000 and 2100. The unit of epoch fields is not documented, and seconds must not be read
 * as 1970.
 */
const plausible = [Date.UTC(2000, 0), Date.UTC(2100, 0)] as const;

/** The key and type of a column, which show whether it contains instants. */
interface TypedColumn {
  readonly key: string;
  readonly type: ColumnType;
}

/**
 * Whether an integer column is an instant for which the record has no other time, such as
 * `createdTime`.
 */
export function isEpochTime({ key, type }: TypedColumn): boolean {
  return type === 'integer' && key.endsWith('Time');
}

/** Whether an integer column contains instants, with or without another column for the same time. */
export const isEpoch = (column: TypedColumn): boolean =>
  isEpochTime(column) || (column.type === 'integer' && column.key.endsWith('TimeEpoch'));

/**
 * The instant of an integer epoch field, in epoch milliseconds; `null` if no unit gives a plausible
 * time.
 */
export function epochInstant(cell: string | number | boolean | null, column: TypedColumn): number | null {
  if (!isEpoch(column)) return null;
  const instant = Number(cell);
  return instant >= plausible[0] && instant < plausible[1] ? instant : null;
}
