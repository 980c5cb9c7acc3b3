import type { Spans } from '../../protocol/chartTypes';
import type { SeriesDigest } from '../series/seriesDigest';

/** A span of `count` intervals. Epoch milliseconds, `end` exclusive. */
export interface IntervalSpan {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Spans are reduced if there is more than one for this many pixel columns. */
const columnsEach = 4;

/**
 * The spans between `from` and `to`, of spans by ascending start. If there are many, those less than a few pixels
 * apart become one.
 */
export function visibleSpans(
  spans: Iterable<IntervalSpan>,
  from: number,
  to: number,
  columns: number,
): Spans {
  const most = Math.max(1, Math.floor(columns / columnsEach));
  let joined: IntervalSpan[] = [];
  let room = 0;
  for (const span of spans) {
    if (span.start >= to) break;
    if (span.end <= from) continue;
    join(joined, span, room);
    if (joined.length <= most || room > 0) continue;
    room = (to - from) / most;
    joined = joinedSpans(joined, room);
  }
  return {
    start: Float64Array.from(joined, ({ start }) => start),
    end: Float64Array.from(joined, ({ end }) => end),
    count: Uint32Array.from(joined, ({ count }) => count),
    merged: room > 0,
  };
}

/** The intervals without a value. */
export function* nullSpans({
  intervals,
  nulls,
}: Pick<SeriesDigest, 'intervals' | 'nulls'>): Generator<IntervalSpan> {
  for (const at of nulls) yield { start: intervals.start(at), end: intervals.end(at), count: 1 };
}

/**
 * Joins spans that are at most `room` milliseconds apart. If `room` is 0, only spans with intervals of the
 * same length are joined, so that a span can be divided into its intervals again.
 */
export function joinedSpans(spans: readonly IntervalSpan[], room = 0): IntervalSpan[] {
  const joined: IntervalSpan[] = [];
  for (const span of spans) join(joined, span, room);
  return joined;
}

function join(joined: IntervalSpan[], span: IntervalSpan, room: number): void {
  const last = joined.at(-1);
  if (last && span.start - last.end <= room && (room > 0 || isNext(last, span))) {
    const end = Math.max(last.end, span.end);
    joined[joined.length - 1] = { start: last.start, end, count: last.count + span.count };
  } else joined.push(span);
}

const lengthOf = ({ start, end, count }: IntervalSpan) => (end - start) / count;
const isNext = (one: IntervalSpan, other: IntervalSpan) =>
  one.end === other.start && lengthOf(one) === lengthOf(other);
