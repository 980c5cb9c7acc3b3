import type { ColumnType } from './recordKinds';

/** 2000 and 2100. The unit of epoch fields is not documented: seconds must not be read as 1970. */
const plausible = [Date.UTC(2000, 0), Date.UTC(2100, 0)] as const;

/** What tells whether a column holds instants: its key and its type. */
interface TypedColumn {
  readonly key: string;
  readonly type: ColumnType;
}

/** An integer that stands for an instant where the record has no other time of that name: `createdTime`. */
export function isEpochTime({ key, type }: TypedColumn): boolean {
  return type === 'integer' && key.endsWith('Time');
}

/** The instant that an integer of an epoch field stands for, epoch milliseconds; `null` where it reads like none. */
export function epochInstant(cell: string | number | boolean | null, column: TypedColumn): number | null {
  const isEpoch = isEpochTime(column) || (column.type === 'integer' && column.key.endsWith('TimeEpoch'));
  if (!isEpoch || cell === null) return null;
  const instant = Number(cell);
  return instant >= plausible[0] && instant < plausible[1] ? instant : null;
}
