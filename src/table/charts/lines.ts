import type { AskedPeriod } from '../../market/integrity/integrity';
import type {
  Absence,
  JudgedChartQuestion,
  Resampled,
  Series,
  SeriesChart,
  SeriesFacts,
  SeriesOfResult,
  SpreadFacts,
} from '../../protocol/chartTypes';
import type { Sliced } from '../columns/slices';
import type { FamilyAbsence } from './absences';
import { visibleIncomplete, type IncompleteBucket } from './resampling';
import { drawnPart } from './reduction';
import { visibleNulls, visibleSpans, type Span } from './spans';
import { digestOf, type SeriesDigest } from '../series/seriesDigest';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** At most this many lines are drawn; the others are only counted. */
export const maxLines = 50;
/**
 * The most pixel columns of all lines in one chart together; with missing intervals, less than a megabyte.
 */
const maxColumns = 16_000;

/** One line of a chart. */
export interface Line {
  readonly label: string;
  readonly unit: string;
  /** Whether the service calls the values preliminary. */
  readonly isPreliminary: boolean;
  /** Where a flow is measured; empty if unknown. */
  readonly endpoint: string;
  /** Whether the values are the differences of a comparison. */
  readonly isDifference?: boolean;
  readonly about?: SeriesOfResult;
  readonly intervals: SeriesIntervals;
  /**
   * The intervals as they are in the response, before they were moved to other days. Left out if they come
   * from two responses: an interval without a value may then be one that didn't arrive.
   */
  readonly origin?: SeriesIntervals;
  /** Left out if the intervals are as sent. */
  readonly resampled?: Resampled;
  /** Buckets that are not among the intervals, by ascending start. */
  readonly incomplete?: readonly IncompleteBucket[];
  /** The digest of the intervals as sent, if they were combined since. */
  readonly asSent?: SeriesDigest;
}

/** The lines of one chart, each with at least one interval. */
export interface Lines {
  readonly drawn: readonly (Line & { readonly digest: SeriesDigest })[];
  /** How many more lines there are. */
  readonly omitted: number;
  /** Extent of all lines, in epoch milliseconds; Infinity and -Infinity if there are none. */
  readonly from: number;
  readonly to: number;
  readonly absences?: readonly FamilyAbsence[];
  readonly facts?: SeriesFacts;
  readonly spread?: SpreadFacts;
}

/** Reads the lines to be drawn; `all` are the intervals of all lines, drawn or not. */
export function* linesOf(lines: readonly Line[], all: readonly SeriesIntervals[]): Sliced<Lines> {
  const drawn: (Line & { digest: SeriesDigest })[] = [];
  for (const line of lines) drawn.push({ ...line, digest: yield* digestOf(line.intervals) });
  return {
    drawn,
    omitted: all.length - lines.length,
    from: all.reduce((first, intervals) => Math.min(first, intervals.start(0)), Infinity),
    to: all.reduce((last, { reach }) => Math.max(last, reach), -Infinity),
  };
}

/** The visible part of at most `maxLines` lines, with no more points than the pixels can show. */
export function* drawLines(some: readonly Lines[], question: JudgedChartQuestion): Sliced<SeriesChart> {
  const all = some.flatMap(({ drawn }) => drawn);
  const lines = all.slice(0, maxLines);
  const omitted = some.reduce((sum, each) => sum + each.omitted, all.length - lines.length);
  const first = Math.min(...some.map(({ from }) => from));
  const last = Math.max(...some.map(({ to }) => to));
  const extent = all.length > 0 ? { from: first, to: last } : { from: NaN, to: NaN };
  const axis = question.asked && withAsked(extent, question.asked);
  const [from, to] = [question.from ?? (axis ?? extent).from, question.to ?? (axis ?? extent).to];
  const { facts, spread } = some.length === 1 ? (some[0] ?? {}) : {};
  const most = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(most, Math.floor(maxColumns / Math.max(1, lines.length)));
  const series: Series[] = [];
  for (const line of lines) {
    const { label, unit, isPreliminary, endpoint, isDifference, about, origin, digest } = line;
    const { resampled, incomplete, asSent = digest } = line;
    series.push({
      label,
      unit,
      ...(isPreliminary && { preliminary: true }),
      ...(endpoint && { endpoint }),
      ...(isDifference && { isDifference }),
      ...(about && { about }),
      ...drawnPart(digest, from, to, columns),
      ...(origin && { nulls: visibleNulls(asSent, from, to, columns) }),
      ...(resampled && { resampled }),
      ...(incomplete && { incomplete: visibleIncomplete(incomplete, from, to, columns) }),
      summary: { ...digest.summary, nulls: asSent.summary.nulls },
    });
    yield;
  }
  const absences = some.some((each) => each.absences) ? absencesAmong(some, from, to, columns) : null;
  return {
    kind: 'series',
    ...(facts && { facts }),
    ...(spread && { spread }),
    ...extent,
    ...(axis && { axis }),
    series,
    ...(absences && { absences }),
    omitted,
  };
}

/** The absences of the series that are drawn, with the indexes of those series in the chart. */
function absencesAmong(some: readonly Lines[], from: number, to: number, columns: number): Absence[] {
  let before = 0;
  return some.flatMap(({ drawn, absences = [] }) => {
    const first = before;
    before += drawn.length;
    return absences.flatMap(({ label, turns, missing, missingCount, toCome }): Absence[] => {
      const series = drawn.flatMap(({ origin }, index) =>
        origin && turns.includes(origin) && first + index < maxLines ? [first + index] : [],
      );
      if (series.length === 0) return [];
      const visible = (spans: readonly Span[]) => visibleSpans(spans, from, to, columns);
      return [{ label, series, missing: visible(missing), toCome: visible(toCome), missingCount }];
    });
  });
}

/**
 * Both extents together if they overlap: a response for another day should not be drawn next to an empty
 * area.
 */
export function withAsked({ from, to }: { from: number; to: number }, { start, end }: AskedPeriod) {
  const [first, last] = [start ?? from, end ?? to];
  const meet = from < last && to > first;
  return meet ? { from: Math.min(from, first), to: Math.max(to, last) } : undefined;
}
