import type { AskedPeriod } from '../../market/integrity/integrity';
import type { JudgedChartQuestion, Series, SeriesChart } from '../chartTypes';
import type { Sliced } from '../columns/slices';
import { drawnPart } from './reduction';
import { digestOf, type SeriesDigest } from '../series/seriesDigest';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** More lines than this are not drawn, but counted. */
export const maxLines = 50;
/** Pixel columns of all lines of one answer together: some megabyte, reduced or not. */
const maxColumns = 20_000;

/** What one line of a picture is made of. */
export interface Line {
  readonly label: string;
  readonly unit: string;
  /** Whether the service calls the values preliminary. */
  readonly isPreliminary: boolean;
  /** Where a flow is measured; empty where nothing says so. */
  readonly endpoint: string;
  /** Whether the values are the differences of a comparison. */
  readonly isDifference?: boolean;
  readonly intervals: SeriesIntervals;
}

/** Lines that go into one picture, read once; none is without an interval. */
export interface Lines {
  readonly drawn: readonly (Line & { readonly digest: SeriesDigest })[];
  /** How many more there are. */
  readonly omitted: number;
  /** Extent of all, in epoch milliseconds; Infinity and -Infinity where there are none. */
  readonly from: number;
  readonly to: number;
}

/** Reads the first of the lines; `all` are the intervals of every line there is. */
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

/** The visible part of at most 50 lines, never more than pixels can show. */
export function* drawLines(some: readonly Lines[], question: JudgedChartQuestion): Sliced<SeriesChart> {
  const all = some.flatMap(({ drawn }) => drawn);
  const lines = all.slice(0, maxLines);
  const omitted = some.reduce((sum, each) => sum + each.omitted, all.length - lines.length);
  const first = Math.min(...some.map(({ from }) => from));
  const last = Math.max(...some.map(({ to }) => to));
  const extent = all.length > 0 ? { from: first, to: last } : { from: NaN, to: NaN };
  const axis = question.asked && withAsked(extent, question.asked);
  const [from, to] = [question.from ?? (axis ?? extent).from, question.to ?? (axis ?? extent).to];
  const asked = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(asked, Math.floor(maxColumns / Math.max(1, lines.length)));
  const series: Series[] = [];
  for (const { label, unit, isPreliminary, endpoint, isDifference, digest } of lines) {
    series.push({
      label,
      unit,
      ...(isPreliminary && { preliminary: true }),
      ...(endpoint && { endpoint }),
      ...(isDifference && { isDifference }),
      ...drawnPart(digest, from, to, columns),
      summary: digest.summary,
    });
    yield;
  }
  return { kind: 'series', ...extent, ...(axis && { axis }), series, omitted };
}

/** Both together where they meet: an answer about another day is not drawn at the edge of a void. */
function withAsked({ from, to }: { from: number; to: number }, { start, end }: AskedPeriod) {
  const [first, last] = [start ?? from, end ?? to];
  const meet = from < last && to > first;
  return meet ? { from: Math.min(from, first), to: Math.max(to, last) } : undefined;
}
