import type {
  Absence,
  JudgedChartQuestion,
  Series,
  SeriesChart,
  SeriesFacts,
  SeriesHead,
  SpreadFacts,
} from '../../protocol/chartTypes';
import type { Sliced } from '../columns/slices';
import type { FamilyAbsence } from './absences';
import type { IncompleteBucket } from '../series/resampling';
import { visibleIncomplete } from './incompleteBuckets';
import { drawnPart } from './reduction';
import { nullSpans, visibleSpans, type IntervalSpan } from './spans';
import { digestOf, type SeriesDigest } from '../series/seriesDigest';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** At most this many lines are drawn; the others are only counted. */
export const maxLines = 50;
/**
 * The most pixel columns of all lines in one chart together; with missing intervals, less than a megabyte.
 */
const maxColumns = 16_000;

/** One line of a chart. */
export interface Line extends Readonly<SeriesHead> {
  readonly intervals: SeriesIntervals;
  /**
   * The intervals as they are in the response, before they were moved to other days. Left out if they come
   * from two responses: an interval without a value may then be one that didn't arrive.
   */
  readonly origin?: SeriesIntervals;
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
export function* digestedLines(lines: readonly Line[], all: readonly SeriesIntervals[]): Sliced<Lines> {
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
  const { axis, from, to } = shownRange(extent, question);
  const { facts, spread } = some.length === 1 ? (some[0] ?? {}) : {};
  const most = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(most, Math.floor(maxColumns / Math.max(1, lines.length)));
  const series: Series[] = [];
  for (const line of lines) {
    const { origin, digest, incomplete, asSent = digest } = line;
    series.push({
      ...headOf(line),
      ...drawnPart(digest, from, to, columns),
      ...(origin && { nulls: visibleSpans(nullSpans(asSent), from, to, columns) }),
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
      const visible = (spans: readonly IntervalSpan[]) => visibleSpans(spans, from, to, columns);
      return [{ label, series, missing: visible(missing), toCome: visible(toCome), missingCount }];
    });
  });
}

/** What every chart of a line tells about it. */
export const headOf = ({ label, unit, ...line }: SeriesHead): SeriesHead => ({
  label,
  unit,
  ...(line.preliminary && { preliminary: true }),
  ...(line.endpoint !== undefined && { endpoint: line.endpoint }),
  ...(line.isDifference && { isDifference: true }),
  ...(line.about && { about: line.about }),
  ...(line.resampled && { resampled: line.resampled }),
});

/**
 * The visible range, and the time axis if it includes the requested period as well. A period that doesn't
 * overlap the lines is left out: a response for another day should not be drawn next to an empty area.
 */
export function shownRange(
  extent: { from: number; to: number },
  { asked, from, to }: Pick<JudgedChartQuestion, 'asked' | 'from' | 'to'>,
) {
  const [first, last] = [asked?.start ?? extent.from, asked?.end ?? extent.to];
  const meet = asked !== undefined && extent.from < last && extent.to > first;
  const axis = meet ? { from: Math.min(extent.from, first), to: Math.max(extent.to, last) } : undefined;
  const whole = axis ?? extent;
  return { axis, from: from ?? whole.from, to: to ?? whole.to };
}
