import type { ParameterKind } from '../datasets/dataset';
import type { Period } from '../time/deliveryDay';
import { unitAt, unitPeriods } from '../time/marketTimeUnit';
import { hourMs } from '../time/zones';

/**
 * The intervals of one series by ascending start, in epoch milliseconds. A value that is null or a text is NaN.
 */
export interface Intervals {
  readonly length: number;
  /** The latest end of all intervals. */
  readonly reach: number;
  start(index: number): number;
  end(index: number): number;
  value(index: number): number;
  isNull(index: number): boolean;
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
  /** When the market time unit changes from an hour to a quarter hour. Omitted if unknown. */
  readonly unitChange?: number;
  /** Only some of the response's rows are there, so intervals may seem to be missing. */
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

/** Records that the service has and a response lacks, by its own account. */
export interface FurtherPages {
  /** How many records were received. */
  readonly records: number;
  /** How many more there are; `undefined` if only that is known that there are some. */
  readonly more: number | undefined;
}

/** The requested period and values. */
export interface Asked extends AskedPeriod {
  readonly values: readonly AskedValues[];
  /** What the service told about pages beyond the response. */
  readonly furtherPages?: FurtherPages;
  /** As `Dataset.mayRest`. */
  readonly mayRest?: boolean;
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
  /** Intervals of up to an hour that don't start at a multiple of their length, such as hours from 00:30. */
  offGrid: number;
  /** Intervals entirely outside the period. They aren't included in any other count. */
  outside: number;
  /** How many intervals within the period have each length, in milliseconds, without duplicates. */
  lengths: Map<number, number>;
  /** The lengths of missing intervals, in milliseconds. */
  missingLengths: Set<number>;
}

/** An interval of one of the series. */
export interface Spot<Series extends Intervals> {
  readonly series: Series;
  readonly index: number;
}

/**
 * A time within the period that no interval covers, and whose missing intervals have one length. Epoch
 * milliseconds, `end` exclusive.
 */
export interface Gap<Series extends Intervals> {
  readonly start: number;
  readonly end: number;
  /** How many intervals would fill it. */
  readonly missing: number;
  /** The intervals next to the gap; none at an edge of the period. */
  readonly neighbors: readonly Spot<Series>[];
}

/** Receives how each interval is counted, with the earlier interval that it repeats or overlaps. */
export interface CoverageListener<Series extends Intervals> {
  readonly onInterval?: (
    kind: 'within' | 'nulls' | 'duplicates' | 'overlaps' | 'offGrid' | 'outside',
    spot: Spot<Series>,
    earlier?: Spot<Series>,
  ) => void;
  readonly onGap?: (gap: Gap<Series>) => void;
  /**
   * The time after the last interval for which no values can be expected yet, once for each length that its
   * intervals have.
   */
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
  /**
   * `start`, `end`, and `last`: the last interval that was counted. The others: the one with the latest end.
   */
  start: number;
  end: number;
  last: number;
  reached: number;
  reachedBy: number;
}

/**
 * How much of the period the intervals cover. Series that alternate count as one, as preliminary and official
 * prices do. A gap is measured in the length of the interval next to it, never in the resolution that the
 * series states. Where the market time unit changes, a gap has two parts; if no interval next to it is on the
 * same side as a part, that part is measured in the unit of its side. Among intervals longer than an hour,
 * nothing is missing, because blocks have gaps by nature; but where there are shorter ones, too, a gap next to a
 * longer one is measured in the length of a shorter one. At the edges of the period, nothing is missing if no
 * whole interval fits. After the last interval, only values that are already due count as missing; a
 * gap before a later interval always counts, since later values arrived. If only some rows of a response are
 * there, nothing counts as missing.
 */
export function coverageOf<Series extends Intervals>(
  turns: readonly Series[],
  period: AskedPeriod,
  { onInterval, onGap, onToCome }: CoverageListener<Series> = {},
): Coverage {
  const lengths = new Map<number, number>();
  const missingLengths = new Set<number>();
  const coverage = { ...nothing };
  const cursors = turns.map((series): SeriesCursor<Series> => {
    return { series, next: 0, start: NaN, end: NaN, last: 0, reached: -Infinity, reachedBy: 0 };
  });
  const short = shortLength(turns);
  const measureOf = (length: number) => (length <= hourMs ? length : (short ?? length));
  // The latest interval, and the length in which a gap next to it is measured.
  let [at, length] = [NaN, NaN];
  let reached = period.start ?? NaN;
  let reachedBy: Spot<Series> | undefined;
  const addGap = ({ start, end, length, count }: GapPart, next?: Spot<Series>) => {
    if (count === 0 || period.isPart) return;
    coverage.missing += count;
    missingLengths.add(length);
    const neighbors = [reachedBy, next].filter((spot) => spot !== undefined);
    onGap?.({ start, end, missing: count, neighbors });
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
    const isShared = cursors.length > 1 && cursors.some((each) => each.start === start && each.end === end);
    if (!isShared) coverage.received += 1;
    if (series.isNull(index)) {
      coverage.nulls += 1;
      onInterval?.('nulls', { series, index });
    }
    // The remainder of numbers beyond 32 bits takes much longer.
    if (end - start <= hourMs && !Number.isInteger(start / (end - start))) {
      coverage.offGrid += 1;
      onInterval?.('offGrid', { series, index });
    }
    if (start < cursor.reached) {
      coverage.overlaps += 1;
      onInterval?.('overlaps', { series, index }, { series, index: cursor.reachedBy });
    }
    if (start > reached) {
      const next = { start, length: measureOf(end - start) };
      const gap = { start: reached, end: start };
      const parts = reachedBy
        ? gapParts(gap, [{ start: at, length }, next], between, period.unitChange)
        : gapParts(gap, [next], fitting, period.unitChange);
      for (const part of parts) addGap(part, { series, index });
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
    at = start;
    length = measureOf(end - start);
    lengths.set(end - start, (lengths.get(end - start) ?? 0) + 1);
  }
  const end = period.end ?? reached;
  const rest = gapParts({ start: reached, end }, [{ start: at, length }], fitting, period.unitChange);
  for (const part of rest) {
    const count = Math.min(part.count, fitting((period.due ?? end) - part.start, part.length));
    const toCome = period.isPart ? 0 : part.count - count;
    const dueUntil = toCome > 0 ? part.start + count * part.length : part.end;
    addGap({ ...part, end: dueUntil, count });
    coverage.toCome += toCome;
    if (toCome > 0) onToCome?.({ start: dueUntil, end: part.end, count: toCome });
  }
  return { ...coverage, lengths, missingLengths };
}

/** The length of the first interval of up to an hour; `undefined` if there is none. */
function shortLength(turns: readonly Intervals[]): number | undefined {
  for (const series of turns) {
    for (let index = 0; index < series.length; index += 1) {
      const length = series.end(index) - series.start(index);
      if (length <= hourMs) return length;
    }
  }
  return undefined;
}

/** An interval next to a gap, in milliseconds, and the length of the intervals that would fill it. */
interface AdjacentInterval {
  readonly start: number;
  readonly length: number;
}

/** A part of a gap, with how many intervals of one length would fill it. */
interface GapPart extends Period {
  readonly length: number;
  readonly count: number;
}

/**
 * The gap, in two parts if the market time unit changes within it. Of the intervals `beside` it, the first
 * one on the same side of the change says how long those of a part are.
 */
function gapParts(
  gap: Period,
  beside: readonly [AdjacentInterval, ...AdjacentInterval[]],
  countIn: (gap: number, length: number) => number,
  change = Infinity,
): GapPart[] {
  return unitPeriods(gap, change).map(({ start, end, unit }) => {
    const nearest = beside.find((each) => unitAt(each.start, change) === unit) ?? beside[0];
    const itsUnit = unitAt(nearest.start, change);
    // Values that aren't per market time unit don't change with it.
    const length = nearest.length === itsUnit ? unit : nearest.length;
    return { start, end, length, count: countIn(end - start, length) };
  });
}

const nothing = {
  received: 0,
  missing: 0,
  toCome: 0,
  nulls: 0,
  duplicates: 0,
  overlaps: 0,
  offGrid: 0,
  outside: 0,
};
const countedKinds = Object.keys(nothing) as (keyof typeof nothing)[];

/** The coverage of several series, each counted separately. */
export function totalOf(coverages: readonly Coverage[]): Coverage {
  const total: Coverage = { ...nothing, lengths: new Map(), missingLengths: new Set() };
  for (const coverage of coverages) {
    for (const length of coverage.missingLengths) total.missingLengths.add(length);
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
