import * as l10n from '@vscode/l10n';
import { addDays, dayOf, dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { dayMs, hourMs } from '../../market/time/zones';
import { plainFinding, type Finding } from '../../market/integrity/findings';
import type { Asked, AskedPeriod } from '../../market/integrity/integrity';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { familiesOf, intervalGroups, coveredPeriod, type SeriesFamily } from '../series/seriesFamilies';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { isNamed } from './askedValues';

/** Nobody would read a longer list. */
const mostDays = 20;
const longestMs = 36_600 * dayMs;
/** Later dates aren't written with four digits. */
const latest = Date.UTC(9999, 0);

/** `{1}` is the number of days that are due; `{2}` names the days without intervals. */
const emptyDayWords = (): Counted => [
  l10n.t('{0} of {1} delivery days has no intervals: {2}'),
  l10n.t('{0} of {1} delivery days have no intervals: {2}'),
];

/** The findings for areas and for a currency that were requested, but that not every record of the response names. */
export function* unnamedFindings(table: Table, asked: Asked): Sliced<Finding[]> {
  const words = {
    deliveryArea: l10n.t("the response doesn't say which area its values are for"),
    currency: l10n.t("the response doesn't say which currency its values are in"),
  };
  const found: Finding[] = [];
  for (const kind of ['deliveryArea', 'currency'] as const) {
    for (const one of asked.values.filter((each) => each.kind === kind)) {
      if (yield* isNamed(table, one)) continue;
      found.push({ ...plainFinding('unnamed', 1, words[kind]), of: one.name });
      break;
    }
  }
  return found;
}

/**
 * The findings for what a response of series or curves leaves open. Intervals longer than an hour have gaps by
 * nature, because blocks are parts of a day. If whole delivery days were requested, each day that is due has to have
 * as many of them as the others; unless one block was requested, they have to cover it, too.
 */
export function* openFindings(table: Table, asked: Asked): Sliced<Finding[]> {
  const families = (yield* familiesOf(table)).filter(hasLong);
  const days = families.length > 0 ? daysOf(coveredPeriod(yield* intervalGroups(table), asked), asked) : [];
  const empty = new Set<string>();
  let longIntervals = days === null;
  const isOfBlock = asked.values.some(({ name }) => name === 'blockname');
  // A single day has no other to be compared with.
  if (families.length > 0 && !isOfBlock && haveHoles(families, days ?? [])) longIntervals = true;
  for (const family of families) {
    const counts = countsOn(days ?? [], family);
    for (const [at, { day }] of (days ?? []).entries()) if (counts[at] === 0) empty.add(day);
    if (new Set(counts.filter((count) => count > 0)).size > 1) longIntervals = true;
    // One that goes beyond the period would cover any gap at its edge.
    if (family.turns.some((intervals) => exceeds(intervals, asked))) longIntervals = true;
    yield;
  }
  const found: Finding[] = [];
  if (empty.size > 0) {
    const listed = [...empty].sort().slice(0, mostDays);
    if (empty.size > mostDays) listed.push('…');
    const due = formatCount(days?.length ?? 0);
    const text = formatCounted(empty.size, emptyDayWords(), due, listed.join(', '));
    found.push(plainFinding('emptyDays', empty.size, text));
  }
  found.push(...(yield* unnamedFindings(table, asked)));
  if (longIntervals) {
    const text = l10n.t("intervals longer than an hour can't be checked for completeness");
    found.push(plainFinding('longIntervals', 1, text));
  }
  return found;
}

const hasLong = ({ turns }: SeriesFamily): boolean => turns.some(({ longest }) => longest > hourMs);

/** Whether an interval is partly inside and partly outside of the requested period. */
const exceeds = ({ starts, ends }: SeriesIntervals, { start, end }: AskedPeriod): boolean =>
  [start, end].some(
    (bound) => bound !== null && starts.some((from, at) => from < bound && (ends[at] ?? from) > bound),
  );

interface Day {
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The delivery days of the period that are due; `null` if it doesn't consist of whole days. At a bound that
 * wasn't requested, part of a day is enough, because a block needn't end with the day.
 */
function daysOf({ start, end, due = Infinity }: AskedPeriod, asked: AskedPeriod): Day[] | null {
  // A bound that comes from the data can be anything.
  if (start === null || end === null || start < 0 || end > latest || end - start > longestMs) return null;
  const days: Day[] = [];
  let day = dayOf(start, marketZone);
  for (;;) {
    const period = dayPeriod(day, marketZone);
    if (period.start >= end) return days;
    const isWhole =
      (asked.start === null || period.start >= start) && (asked.end === null || period.end <= end);
    if (!isWhole) return null;
    if (period.end <= due) days.push({ day, ...period });
    day = addDays(day, 1);
  }
}

/** Whether the intervals of all families together leave out a part of a day. */
function haveHoles(families: readonly SeriesFamily[], days: readonly Day[]): boolean {
  const intervals = families.flatMap(({ turns }) =>
    turns.flatMap((each) => Array.from(each.starts, (start, at) => ({ start, end: each.end(at) }))),
  );
  intervals.sort((one, other) => one.start - other.start);
  let next = 0;
  return days.some((day) => {
    let reached = day.start;
    for (let one = intervals[next]; one && one.start <= reached && reached < day.end; one = intervals[next]) {
      reached = Math.max(reached, one.end);
      // One that goes beyond the day may be part of the next one as well.
      if (one.end <= day.end) next += 1;
    }
    return reached < day.end;
  });
}

/** How many intervals of the family are on each day; intervals with the same start count once. */
function countsOn(days: readonly Day[], { turns }: SeriesFamily): number[] {
  const starts = days.map(() => new Set<number>());
  for (const intervals of turns) {
    let first = 0;
    for (let at = 0; at < intervals.length; at += 1) {
      const start = intervals.start(at);
      const end = intervals.end(at);
      // Intervals are in order of their start.
      while ((days[first]?.end ?? Infinity) <= start) first += 1;
      for (let on = first; (days[on]?.start ?? Infinity) < end; on += 1) starts[on]?.add(start);
    }
  }
  return starts.map(({ size }) => size);
}
