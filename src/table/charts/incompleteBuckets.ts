import type { IncompleteBuckets } from '../../protocol/charts/seriesChart';
import type { IncompleteBucket } from '../series/resampling';
import { visibleSpans } from './spans';

/**
 * The incomplete buckets between `from` and `to`. If there are many, those close to each other become one
 * span.
 */
export function visibleIncomplete(
  buckets: readonly IncompleteBucket[],
  from: number,
  to: number,
  columns: number,
): IncompleteBuckets {
  const seen = buckets.filter(({ start, end }) => end > from && start < to);
  const spans = visibleSpans(
    seen.map(({ start, end }) => ({ start, end, count: 1 })),
    from,
    to,
    columns,
  );
  const nothing = new Float64Array(spans.start.length).fill(NaN);
  if (spans.merged) return { ...spans, value: nothing, covered: nothing };
  return {
    start: Float64Array.from(seen, ({ start }) => start),
    end: Float64Array.from(seen, ({ end }) => end),
    count: new Uint32Array(seen.length).fill(1),
    merged: false,
    value: Float64Array.from(seen, ({ value }) => value),
    covered: Float64Array.from(seen, ({ covered }) => covered),
  };
}
