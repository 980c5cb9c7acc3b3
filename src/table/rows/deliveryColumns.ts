import * as l10n from '@vscode/l10n';
import { dayOf, marketClock, marketZone } from '../../market/time/deliveryDay';
import { periodNumber } from '../../market/time/periodNumbers';
import { formatOffset, formatUtc } from '../../market/time/zones';
import { TextColumn, type NumericColumn } from '../columns/columns';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { periodKey } from '../../protocol/tableTypes';

/** Rows per batch; most of them require a time zone lookup. */
const batchRows = sliceRows / 16;

/** The start and end of what a row is about: its interval or, of an order or capacity, its delivery. */
function boundsOf(table: Table): [start: NumericColumn, end: NumericColumn] | null {
  for (const [from, to] of [
    ['startTime', 'endTime'],
    ['deliveryStart', 'deliveryEnd'],
  ] as const) {
    const [start, end] = [table.column(from), table.column(to)];
    if (start?.kind === 'numeric' && end?.kind === 'numeric') return [start, end];
  }
  return null;
}

/** `2026-03-29T03:00:00+02:00`: RFC 3339 as the market's clock shows it. */
const localTime = (instant: number): string =>
  formatUtc(marketClock(instant)).replace('Z', formatOffset(instant, marketZone));

const dayKey = 'deliveryDay';
const localKey = 'localTime';

/**
 * The delivery day, the number of the period within it, and the local time of each of the rows, all in the
 * market's time zone. They are made for one export, and aren't columns of the table. A column whose name the
 * response itself uses is left out.
 */
export function* deliveryColumns(table: Table, rows: Uint32Array | undefined): Sliced<TextColumn[]> {
  const bounds = boundsOf(table);
  if (!bounds) return [];
  const [start, end] = bounds;
  const day = new TextColumn(dayKey, l10n.t('Delivery day'));
  const period = new TextColumn(periodKey, l10n.t('Period'));
  const local = new TextColumn(localKey, l10n.t('Local time'));
  const count = rows?.length ?? table.rows;
  for (let index = 0; index < count; index += 1) {
    const row = rows === undefined ? index : (rows[index] as number);
    const instant = start.value(row);
    if (!Number.isNaN(instant)) {
      day.set(row, dayOf(instant, marketZone));
      period.set(row, periodNumber(instant, end.value(row)));
      local.set(row, localTime(instant));
    }
    if (index % batchRows === batchRows - 1) yield;
  }
  const sent = new Set(table.columns.map(({ key }) => key));
  return [day, period, local].filter(({ key }) => !sent.has(key));
}
