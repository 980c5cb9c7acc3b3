import { statusWord } from '../../market/integrity';
import type { TextColumn } from '../columns';
import type { Table } from '../table';
import { attributeName, distinguishing, type SeriesGroup } from './seriesGroups';

/** One thing a label may say of a series. */
type Part = (row: number) => string | null;

const areaNames = ['deliveryarea', 'area'];
const fromNames = ['deliveryareafrom', 'areafrom', 'from'];
const toNames = ['deliveryareato', 'areato', 'to'];

/** What labels may say, the place first: area, from → to, endpoint, then the rest in table order. */
function partsOf(columns: readonly TextColumn[]): { area: Part | undefined; parts: Part[] } {
  const named = (names: readonly string[]) =>
    columns.find((column) => names.includes(attributeName(column) ?? ''));
  const [area, from, to] = [named(areaNames), named(fromNames), named(toNames)];
  const endpoint = named(['endpoint']);
  const first = [area, from, to, endpoint];
  const plain =
    (column: TextColumn): Part =>
    (row) =>
      column.text(row);
  const parts: Part[] = [];
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
  return { area: parts[0], parts };
}

/**
 * What tells each series from the others: "NO1 · preliminary". The unit is left to the axis unless
 * nothing else differs. A series that differs in nothing is called by its area or its type.
 */
export function seriesLabels(table: Table, groups: readonly SeriesGroup[]): string[] {
  const columns = distinguishing(table);
  const { parts } = partsOf(columns.filter(({ key }) => key !== 'unit'));
  const unit = columns.find(({ key }) => key === 'unit');
  const differs = (part: Part) => new Set(groups.map(({ row }) => part(row))).size > 1;
  const said = parts.filter(differs);
  const join = (row: number, some: readonly Part[]) =>
    some.flatMap((part) => part(row) ?? []).join(' · ');
  const labels = groups.map(({ row }) => join(row, said));
  if (unit && new Set(labels).size < labels.length) said.push((row) => unit.text(row));
  return groups.map(
    ({ row }) => join(row, said) || parts.map((part) => part(row)).find(Boolean) || 'series',
  );
}
