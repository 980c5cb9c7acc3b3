import * as l10n from '@vscode/l10n';
import { epochInstant, isEpochTime } from '../../../src/market/records/epochs';
import { formatInZone, formatUtc } from '../../../src/market/time/zones';
import type { Cell, Column, ShownColumn } from '../../../src/table/tableTypes';

/** A missing value as it is drawn; in copied text it is empty. */
export const missingMark = '–';

/** `Value (EUR/MWh)` */
export function columnTitle({ title, unit }: Column): string {
  return unit === undefined || unit === '' ? title : `${title} (${unit})`;
}

/**
 * The cell for the eye: numbers as the service wrote them, times as the zone's clock shows them. An
 * epoch field beside a column with the same time keeps its digits.
 */
export function cellText(cell: Cell, column: Column, zone: string): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (column.type === 'time' && typeof cell === 'number') return formatInZone(cell, zone);
  const instant = isEpochTime(column) ? epochInstant(cell, column) : null;
  return instant === null ? String(cell) : formatInZone(instant, zone);
}

/** The exact instant behind a time, the whole text behind one that may be cut; else `null`. */
export function cellDetail(cell: Cell, column: Column): string | null {
  if (column.type === 'time' && typeof cell === 'number') return `${formatUtc(cell)} (UTC)`;
  const instant = epochInstant(cell, column);
  if (instant !== null) {
    const utc = `${formatUtc(instant)} (UTC)`;
    return isEpochTime(column) ? l10n.t('{0}, sent as {1}', utc, String(cell)) : utc;
  }
  return typeof cell === 'string' && cell.length > 40 ? cell : null;
}

/** Whether the column is set flush right; what reads as a time is not. */
export function isNumeric(column: Column): boolean {
  return column.type === 'number' || (column.type === 'integer' && !isEpochTime(column));
}

/**
 * Main columns first, in their order, the attributes that tell one series from another right behind
 * the value; then the others in table order, and last those that say the same in every row.
 */
export function displayOrder(columns: readonly ShownColumn[], main: readonly string[]): ShownColumn[] {
  const value = main.indexOf('value');
  const behindValue = value < 0 ? main.length : value + 0.5;
  const rankOf = ({ key, isConstant }: ShownColumn): number => {
    const place = main.indexOf(key);
    if (place >= 0) return place;
    if (isConstant === true) return main.length + 1;
    return key.startsWith('attribute.') ? behindValue : main.length;
  };
  return [...columns].sort((one, other) => rankOf(one) - rankOf(other));
}
