import type { ParameterKind } from '../datasets/dataset';
import { hourMs } from '../time/zones';

/** The intervals of one series by ascending start, in epoch milliseconds. A null value is NaN. */
export interface Intervals {
  readonly length: number;
  /** The latest end of all intervals. */
  readonly reach: number;
  start(index: number): number;
  end(index: number): number;
  value(index: number): number;
}

/** A period whose bounds may be unknown. Epoch milliseconds, `end` exclusive. */
export interface AskedPeriod {
  readonly start: number | null;
  readonly end: number | null;
  /**
   * The time until which values could be expected when the query was sent. Defaults to the period's
   * end.
   */
  readonly due?: number;
  /** Only some of the response's rows are there, so that a gap between them says nothing. */
  readonly isPart?: boolean;
}

/** The requested values of one parameter, such as `deliveryarea` NO1 and NO2. */
export interface AskedValues {
  /** The API's own name. */
  readonly name: string;
  /** The name in prompts. */
  readonly label: string;
  readonly kind: ParameterKind;
  readonly values: readonly string[];
}

/** The requested period and values. */
export interface Asked extends AskedPeriod {
  readonly values: readonly AskedValues[];
}

/** Counts of intervals. */
export interface Coverage {
  /** Distinct intervals within the period. */
  received: number;
  /** How many intervals would fill the gaps. */
  missing: number;
  /** How many more would fill the time after the last interval, for which no values can be expected yet. */
  toCome: number;
  /** Received intervals without a value. */
  nulls: number;
  /** Repeated intervals of the same series with the same start and end. */
  duplicates: number;
  /** Intervals that start before an earlier one of the same series ends. */
  overlaps: number;
  /** Intervals entirely outside the period. They aren't included in any other count. */
  outside: number;
  /** How many intervals within the period have each length, in milliseconds, without duplicates. */
  lengths: Map<number, number>;
}

/** An interval of one of the series. */
export interface Spot<Series extends Intervals> {
  readonly series: Series;
  readonly index: number;
}

/** A time within the period that no interval covers. Epoch milliseconds, `end` exclusive. */
export interface Gap<Series extends Intervals> {
  readonly start: number;
  readonly end: number;
  /** How many intervals would fill it. */
  readonly missing: number;
  /** The intervals next to the gap; none at an edge of the period. */
  readonly neighbours: readonly Spot<Series>[];
}

/** Receives how each interval is counted, with the earlier interval that it repeats or overlaps. */
export interface CoverageListener<Series extends Intervals> {
  readonly onInterval?: (
    kind: 'within' | 'nulls' | 'duplicates' | 'overlaps' | 'outside',
    spot: Spot<Series>,
    earlier?: Spot<Series>,
  ) => void;
  readonly onGap?: (gap: Gap<Series>) => void;
  /** The time after the last interval for which no values can be expected yet, in intervals of one length. */
  readonly onToCome?: (rest: {
    readonly start: number;
    readonly end: number;
    readonly count: number;
  }) => void;
}

/** How far one of several series has been read. */
interface SeriesCursor<Series extends Intervals> {
  series: Series;
  next: number;
  /** The last interval that was counted, and the one with the latest end. */
  start: number;
  end: number;
  last: number;
  reached: number;
  reachedBy: number;
}

/**
 * How much of the period the intervals cover. Series that alternate count as one, as preliminary
 * and official prices do. A gap is measured in the length of the interval next to it, never in the
 * resolution that the series states. Next to an interval longer than an hour, nothing is missing,
 * because blocks have gaps by nature. The same applies at the edges of the period if no whole
 * interval fits. After the last interval, only values that are already due count as missing; a gap
 * before a later interval always counts, since later values arrived. Of part of a response, nothing is missing.
 */
export function coverageOf<Series extends Intervals>(
  turns: readonly Series[],
  period: AskedPeriod,
  { onInterval, onGap, onToCome }: CoverageListener<Series> = {},
): Coverage {
  const lengths = new Map<number, number>();
  const coverage = { ...nothing };
  const cursors = turns.map((series): SeriesCursor<Series> => {
    return { series, next: 0, start: NaN, end: NaN, last: 0, reached: -Infinity, reachedBy: 0 };
  });
  let length = NaN;
  let reached = period.start ?? NaN;
  let reachedBy: Spot<Series> | undefined;
  const addGap = (end: number, missing: number, next?: Spot<Series>) => {
    if (missing === 0 || period.isPart) return;
    coverage.missing += missing;
    const neighbours = [reachedBy, next].filter((spot) => spot !== undefined);
    onGap?.({ start: reached, end, missing, neighbours });
  };
  for (let cursor = earliest(cursors); cursor; cursor = earliest(cursors)) {
    const { series, next: index } = cursor;
    const [start, end] = [series.start(index), series.end(index)];
    cursor.next += 1;
    if (end <= (period.start ?? -Infinity) || start >= (period.end ?? Infinity)) {
      coverage.outside += 1;
      onInterval?.('outside', { series, index });
      continue;
    }
    if (start === cursor.start && end === cursor.end) {
      coverage.duplicates += 1;
      onInterval?.('duplicates', { series, index }, { series, index: cursor.last });
      continue;
    }
    onInterval?.('within', { series, index });
    // Not if another series has it as well.
    if (!cursors.some((each) => each.start === start && each.end === end)) coverage.received += 1;
    if (Number.isNaN(series.value(index))) {
      coverage.nulls += 1;
      onInterval?.('nulls', { series, index });
    }
    if (start < cursor.reached) {
      coverage.overlaps += 1;
      onInterval?.('overlaps', { series, index }, { series, index: cursor.reachedBy });
    }
    if (start > reached) {
      const missing = reachedBy ? between(start - reached, length) : fitting(start - reached, end - start);
      addGap(start, missing, { series, index });
    }
    cursor.start = start;
    cursor.end = end;
    cursor.last = index;
    if (end > cursor.reached) {
      cursor.reached = end;
      cursor.reachedBy = index;
    }
    if (!(end <= reached)) {
      reached = end;
      reachedBy = { series, index };
    }
    length = end - start;
    lengths.set(length, (lengths.get(length) ?? 0) + 1);
  }
  const end = period.end ?? reached;
  const fit = fitting(end - reached, length);
  const missing = Math.min(fit, fitting((period.due ?? end) - reached, length));
  coverage.toCome = period.isPart ? 0 : fit - missing;
  const dueUntil = coverage.toCome > 0 ? reached + missing * length : end;
  addGap(dueUntil, missing);
  if (coverage.toCome > 0) onToCome?.({ start: dueUntil, end, count: coverage.toCome });
  return { ...coverage, lengths };
}

const nothing = {
  received: 0,
  missing: 0,
  toCome: 0,
  nulls: 0,
  duplicates: 0,
  overlaps: 0,
  outside: 0,
};
const countedKinds = ['received', 'missing', 'toCome', 'nulls', 'duplicates', 'overlaps', 'outside'] as const;

/** The coverage of several series, each counted separately. */
export function totalOf(coverages: readonly Coverage[]): Coverage {
  const total: Coverage = { ...nothing, lengths: new Map() };
  for (const coverage of coverages) {
    for (const kind of countedKinds) total[kind] += coverage[kind];
    for (const [length, count] of coverage.lengths) {
      total.lengths.set(length, (total.lengths.get(length) ?? 0) + count);
    }
  }
  return total;
}

/** The cursor whose next interval starts first; `undefined` if all have been read. */
function earliest<Series extends Intervals>(
  cursors: readonly SeriesCursor<Series>[],
): SeriesCursor<Series> | undefined {
  let first: SeriesCursor<Series> | undefined;
  for (const cursor of cursors) {
    if (cursor.next >= cursor.series.length) continue;
    if (!first || cursor.series.start(cursor.next) < first.series.start(first.next)) {
      first = cursor;
    }
  }
  return first;
}

const fitting = (gap: number, length: number) =>
  length <= hourMs && gap >= length ? Math.floor(gap / length) : 0;
/** How many intervals are missing in a gap (milliseconds) that follows an interval of this length. */
const between = (gap: number, length: number) =>
  length <= hourMs ? Math.max(1, Math.round(gap / length)) : 0;
