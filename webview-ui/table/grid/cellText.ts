import * as l10n from '@vscode/l10n';
import { epochInstant, isEpochTime } from '#src/market/records/epochs';
import { formatInZone, formatUtc } from '#src/market/time/zones';
import type { Cell, Column, ShownColumn } from '#src/protocol/tableTypes';

/** `Value (EUR/MWh)` */
export function columnTitle({ title, unit }: Column): string {
  return unit === undefined || unit === '' ? title : `${title} (${unit})`;
}

/**
 * A cell as it's displayed: numbers as the service sent them, times as the time zone's clock shows them. An
 * epoch field next to a column with the same time keeps its digits.
 */
export function cellText(cell: Cell, column: Column, zone: string): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (column.type === 'time' && typeof cell === 'number') return formatInZone(cell, zone);
  const instant = isEpochTime(column) ? epochInstant(cell, column) : null;
  return instant === null ? String(cell) : formatInZone(instant, zone);
}

/** The same with a mark for a missing value, which is empty in copied text. */
export const markedText = (cell: Cell, column: Column, zone: string): string =>
  cell === null ? '–' : cellText(cell, column, zone);

/** The value that a column has in all rows, as it's displayed. */
export const constantText = (column: ShownColumn, zone: string): string =>
  markedText(column.constant ?? null, column, zone);

/** The exact instant of a time, or the whole text of a cell that may be cut off; otherwise `null`. */
export function cellDetail(cell: Cell, column: Column): string | null {
  if (column.type === 'time' && typeof cell === 'number') return `${formatUtc(cell)} (UTC)`;
  const instant = epochInstant(cell, column);
  if (instant !== null) {
    const utc = `${formatUtc(instant)} (UTC)`;
    return isEpochTime(column) ? l10n.t('{0}, received as {1}', utc, String(cell)) : utc;
  }
  return typeof cell === 'string' && cell.length > 40 ? cell : null;
}

/** Whether the column is right-aligned. Columns displayed as times aren't. */
export function isNumeric(column: Column): boolean {
  return column.type === 'number' || (column.type === 'integer' && !isEpochTime(column));
}
