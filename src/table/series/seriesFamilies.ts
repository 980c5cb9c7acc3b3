import type { AskedPeriod } from '../../market/integrity/integrity';
import { curvePeriods, hasCurves } from './curvePeriods';
import { distinguishingColumns, seriesGroups, type SeriesGroup } from './seriesGroups';
import type { SeriesIntervals } from './seriesIntervals';
import { seriesLabels } from './seriesLabels';
import { attributeName } from './seriesNames';
import type { TextColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/** Series that differ only in their status. Together, they cover the period once. */
export interface SeriesFamily {
  readonly first: SeriesGroup;
  readonly turns: readonly SeriesIntervals[];
}

const isStatus = (column: TextColumn) => attributeName(column) === 'status';

/** The price status column, if the series have one. */
export const statusColumn = (table: Table): TextColumn | undefined =>
  distinguishingColumns(table).find(isStatus);

const familyColumns = (table: Table) => distinguishingColumns(table).filter((column) => !isStatus(column));

/** Labels that distinguish the families. */
export const familyLabels = (table: Table, families: readonly SeriesFamily[]): string[] =>
  seriesLabels(
    table,
    families.map(({ first }) => first),
    familyColumns(table),
  );

/** What covers the requested period: the series of the table, or the periods of its price curves. */
export function* intervalGroups(table: Table): Sliced<readonly SeriesGroup[]> {
  if (!hasCurves(table)) return yield* seriesGroups(table);
  const { intervals } = yield* curvePeriods(table);
  return [{ row: 0, intervals }];
}

/**
 * The table's families in order of appearance. Prices of one area that are preliminary for some
 * hours and official for others alternate; each series alone would appear to have gaps.
 */
export function* familiesOf(table: Table): Sliced<SeriesFamily[]> {
  const others = familyColumns(table);
  const families = new Map<string, { first: SeriesGroup; turns: SeriesIntervals[] }>();
  for (const group of yield* intervalGroups(table)) {
    const key = others.map((column) => column.code(group.row)).join(' ');
    const family = families.get(key);
    if (family) family.turns.push(group.intervals);
    else families.set(key, { first: group, turns: [group.intervals] });
  }
  return [...families.values()];
}

/**
 * The period in which a family's intervals are counted. Rows that couldn't be placed may be those that seem to be
 * missing.
 */
export const periodFor = (turns: readonly SeriesIntervals[], period: AskedPeriod): AskedPeriod =>
  turns.some(({ unplaced }) => unplaced > 0) ? { ...period, isPart: true } : period;

/** The requested period. A bound that wasn't requested is taken from the data. */
export function coveredPeriod(groups: readonly SeriesGroup[], asked: AskedPeriod): AskedPeriod {
  const filled = groups.filter(({ intervals }) => intervals.length > 0);
  if (filled.length === 0) return asked;
  return {
    ...asked,
    start:
      asked.start ?? filled.reduce((first, { intervals }) => Math.min(first, intervals.start(0)), Infinity),
    end: asked.end ?? filled.reduce((last, { intervals }) => Math.max(last, intervals.reach), -Infinity),
  };
}
