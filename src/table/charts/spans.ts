import type { Spans } from '../chartTypes';

/** A span of `count` intervals. Epoch milliseconds, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Spans by ascending start, for which `at` gives the span at an index. */
interface SpanList {
  readonly length: number;
  readonly at: (index: number) => Span;
}

/**
 * The spans between `from` and `to`, those that touch as one. More than two per pixel column are reduced:
 * those less than a column apart become one.
 */
export function visibleSpans(spans: SpanList, from: number, to: number, columns: number): Spans {
  const visible: Span[] = [];
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans.at(index);
    if (span.start >= to) break;
    if (span.end > from) visible.push(span);
  }
  const isMerged = visible.length > 2 * columns;
  const room = isMerged ? (to - from) / columns : 0;
  const joined = joinedSpans(visible, room);
  return {
    start: Float64Array.from(joined, ({ start }) => start),
    end: Float64Array.from(joined, ({ end }) => end),
    count: Float64Array.from(joined, ({ count }) => count),
    merged: isMerged,
  };
}

/**
 * Spans that are at most `room` apart as one. Without room, only those of intervals of the same length are
 * joined, so that a span can be divided into its intervals again.
 */
export function joinedSpans(spans: readonly Span[], room = 0): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isNext = last && span.start - last.end <= room && (room > 0 || isAlike(last, span));
    if (isNext) {
      const end = Math.max(last.end, span.end);
      joined[joined.length - 1] = { start: last.start, end, count: last.count + span.count };
    } else joined.push(span);
  }
  return joined;
}

const lengthOf = ({ start, end, count }: Span) => (end - start) / count;
const isAlike = (one: Span, other: Span) => one.end === other.start && lengthOf(one) === lengthOf(other);
