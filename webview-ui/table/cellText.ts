import { formatUtc } from '../../src/market/zones';
import type { Cell, Column } from '../../src/table/tableTypes';
import { formatInZone } from '../sentences';

/** A missing value as it is drawn; in copied text it is empty. */
export const missingMark = '–';

/** `Value (EUR/MWh)` */
export function columnTitle({ title, unit }: Column): string {
  return unit === undefined || unit === '' ? title : `${title} (${unit})`;
}

/** The cell for the eye: numbers as the service wrote them, times as the zone's clock shows them. */
export function cellText(cell: Cell, column: Column, zone: string): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (column.type === 'time' && typeof cell === 'number') return formatInZone(cell, zone);
  return String(cell);
}

/** The exact instant behind a time, the whole text behind one that may be cut; else `null`. */
export function cellDetail(cell: Cell, column: Column): string | null {
  if (column.type === 'time' && typeof cell === 'number') return `${formatUtc(cell)} (UTC)`;
  return typeof cell === 'string' && cell.length > 40 ? cell : null;
}

export function isNumeric({ type }: Column): boolean {
  return type === 'number' || type === 'integer';
}

/** Main columns first, in their order, then the others in table order. */
export function displayOrder(columns: readonly Column[], main: readonly string[]): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const first = main.flatMap((key) => byKey.get(key) ?? []);
  return [...first, ...columns.filter(({ key }) => !main.includes(key))];
}

/**
 * Rows as tab-separated text for a spreadsheet; a tab or line break inside a cell would be taken
 * for a boundary and becomes a space.
 */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}
