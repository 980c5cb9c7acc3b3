import { statusWord } from '../../market/records/statusWords';
import type { TextColumn } from '../columns/columns';
import type { Table } from '../columns/table';
import { distinguishingColumns, hasSeries, type SeriesGroup } from './seriesGroups';
import { areaNames, attributeName, fromNames, isAttribute, toNames } from './seriesNames';

/** One part of a series label. */
type LabelPart = (row: number) => string | null;

const plain =
  (column: TextColumn): LabelPart =>
  (row) =>
    column.text(row);

/**
 * The possible parts of a label, location first: area, from → to, endpoint, then the rest in table
 * order.
 */
function partsOf(columns: readonly TextColumn[]): LabelPart[] {
  const named = (names: readonly string[]) =>
    columns.find((column) => names.includes(attributeName(column) ?? ''));
  const [area, from, to] = [named(areaNames), named(fromNames), named(toNames)];
  const endpoint = named(['endpoint']);
  const first = [area, from, to, endpoint];
  const parts: LabelPart[] = [];
  if (area) parts.push(plain(area));
  if (from || to) {
    parts.push((row) => {
      const ends = [from?.text(row) ?? null, to?.text(row) ?? null];
      return ends.every((end) => end === null) ? null : ends.map((end) => end ?? '?').join(' → ');
    });
  }
  if (endpoint) parts.push(plain(endpoint));
  for (const column of columns) {
    if (first.includes(column)) continue;
    parts.push(
      attributeName(column) === 'status'
        ? (row) => {
            const status = column.text(row);
            return status === null ? null : statusWord(status);
          }
        : plain(column),
    );
  }
  return parts;
}

/** An attribute identifies a series better than its currency, type, and unit, which an axis shows. */
const isNamed = (column: TextColumn) => isAttribute(column) && attributeName(column) !== 'currency';

const places: readonly string[] = [...areaNames, ...fromNames, ...toNames];

/**
 * The label of the series in one row: its location, and whatever else varies between rows; `''` if the table
 * has neither. `except` is the key of a column that is shown elsewhere.
 */
export function seriesOfRow(table: Table, row: number, except?: string): string {
  const shown = distinguishingColumns(table).filter(
    (column) =>
      column.key !== except &&
      isNamed(column) &&
      (places.includes(attributeName(column) ?? '') || !column.isConstant(table.rows)),
  );
  return partsOf(shown)
    .flatMap((part) => part(row) ?? [])
    .join(' · ');
}

/**
 * What the record of one row is about: its series, for time series; otherwise its area, or the areas at both
 * of its ends; `''` if the table contains none. `except` as in `seriesOfRow`.
 */
export function placeOfRow(table: Table, row: number, except?: string): string {
  if (hasSeries(table)) return seriesOfRow(table, row, except);
  const text = (key: string) => (key === except ? null : (table.column(key)?.text(row) ?? null));
  const ends = [text('areaFrom'), text('areaTo')].filter((end) => end !== null);
  return [text('deliveryArea'), ends.join(' → ')].filter(Boolean).join(' · ');
}

/**
 * Labels that distinguish the series: "NO1 · preliminary". Currency, type, and unit are left to the
 * axis unless nothing else differs. A series that doesn't differ is labeled by its area or type.
 * `columns` are the columns to use.
 */
export function seriesLabels(
  table: Table,
  groups: readonly Pick<SeriesGroup, 'row'>[],
  columns: readonly TextColumn[] = distinguishingColumns(table),
): string[] {
  const parts = partsOf(columns.filter(isNamed));
  const rest = columns.filter((column) => !isNamed(column)).map(plain);
  const join = (row: number, some: readonly LabelPart[]) =>
    some.flatMap((part) => part(row) ?? []).join(' · ');
  const distinct = (some: readonly LabelPart[]) => new Set(groups.map(({ row }) => join(row, some))).size;
  const chosen = parts.filter((part) => new Set(groups.map(({ row }) => part(row))).size > 1);
  for (const part of rest) if (distinct([...chosen, part]) > distinct(chosen)) chosen.push(part);
  return groups.map(
    ({ row }) => join(row, chosen) || [...parts, ...rest].map((part) => part(row)).find(Boolean) || 'series',
  );
}
