import { coverageOf, type AskedPeriod } from '../../market/integrity/integrity';
import { periodLater } from '../../market/time/alignedDays';
import { sliceRows, type Sliced } from '../columns/slices';
import { perTable } from '../columns/perTable';
import { familiesOf, familyLabels, coveredPeriod } from '../series/seriesFamilies';
import { seriesGroups } from '../series/seriesGroups';
import type { SeriesIntervals } from '../series/seriesIntervals';
import type { Table } from '../columns/table';
import { joinedSpans, type IntervalSpan } from './spans';

/**
 * Periods without intervals in series that differ only in their status: missing ones, and ones still to come.
 */
export interface FamilyAbsence {
  readonly label: string;
  readonly turns: readonly SeriesIntervals[];
  readonly missing: readonly IntervalSpan[];
  readonly missingCount: number;
  readonly toCome: readonly IntervalSpan[];
}

/** Unknown bounds are infinite. */
const foundAbsences = perTable(function* (
  table,
  start: number,
  end: number,
  due: number,
  isPart: boolean,
  unitChange: number,
): Sliced<FamilyAbsence[]> {
  const known = (time: number) => (Number.isFinite(time) ? time : null);
  const period = coveredPeriod(yield* seriesGroups(table), {
    start: known(start),
    end: known(end),
    due,
    isPart,
    unitChange,
  });
  const families = yield* familiesOf(table);
  const labels = familyLabels(table, families);
  const absences: FamilyAbsence[] = [];
  for (const [index, { turns }] of families.entries()) {
    const missing: IntervalSpan[] = [];
    const toCome: IntervalSpan[] = [];
    const coverage = coverageOf(turns, period, {
      onGap: ({ missing: count, ...gap }) => missing.push({ start: gap.start, end: gap.end, count }),
      onToCome: (rest) => toCome.push(rest),
    });
    const label = labels[index] ?? '';
    absences.push({ label, turns, missing, missingCount: coverage.missing, toCome });
    yield;
  }
  return absences;
});

/**
 * The gaps of the table's series within the period, as the integrity strip counts them, and the periods still
 * to come.
 */
export const absencesOf = (
  table: Table,
  { start, end, due = Infinity, isPart = false, unitChange = Infinity }: AskedPeriod,
): Sliced<FamilyAbsence[]> =>
  foundAbsences(table, start ?? -Infinity, end ?? Infinity, due, isPart, unitChange);

/** At most this many intervals are moved; the rest are left out. */
const mostMoved = 10_000;

/**
 * The same absences, moved `days` delivery days later. Each interval is moved on its own, because days differ
 * in length.
 */
export function* movedAbsences(absences: readonly FamilyAbsence[], days: number): Sliced<FamilyAbsence[]> {
  const moved: FamilyAbsence[] = [];
  for (const absence of absences) {
    const missing = yield* movedSpans(absence.missing, days);
    const toCome = yield* movedSpans(absence.toCome, days);
    moved.push({ ...absence, missing, toCome });
  }
  return moved;
}

function* movedSpans(spans: readonly IntervalSpan[], days: number): Sliced<IntervalSpan[]> {
  const moved: IntervalSpan[] = [];
  let left = mostMoved;
  for (const { start, end, count } of spans) {
    const length = (end - start) / count;
    for (let index = 0; index < count && left > 0; index += 1, left -= 1) {
      const from = start + index * length;
      const there = periodLater({ start: from, end: from + length }, days);
      if (!Number.isNaN(there.start)) moved.push({ ...there, count: 1 });
      if (left % sliceRows === 0) yield;
    }
  }
  return joinedSpans(moved.sort((a, b) => a.start - b.start));
}
