import { minuteMs } from '../../market/time/zones';
import type { CapacityKey, Series, SeriesChart } from '../../protocol/chartTypes';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { numbersOf, textsOf } from '../columns/perTable';
import { digestOf } from '../series/seriesDigest';
import { SeriesIntervals } from '../series/seriesIntervals';
import { visibleNulls } from './spans';

/** Rows of one pair and hour by publication time; of rows with the same time, the last one. */
function* publicationsOf(table: Table, { areaFrom, areaTo, deliveryStart }: CapacityKey) {
  const [from, to] = [textsOf(table, 'areaFrom'), textsOf(table, 'areaTo')];
  const [start, published] = [numbersOf(table, 'deliveryStart'), numbersOf(table, 'publicationTime')];
  const [fromCode, toCode] = [from.codeOf(areaFrom), to.codeOf(areaTo)];
  const rows = new Map<number, number>();
  yield* slices(table.rows, (first, end) => {
    for (let row = first; row < end; row += 1) {
      if (from.code(row) !== fromCode || to.code(row) !== toCode) continue;
      if (start.value(row) !== deliveryStart || Number.isNaN(published.value(row))) continue;
      rows.set(published.value(row), row);
    }
  });
  return [...rows].sort(([a], [b]) => a - b);
}

/**
 * Both capacities of one pair and hour over time. Each publication is valid until the next one, the
 * last one until delivery starts. A last publication after the start of delivery is drawn one minute wide.
 */
export function* capacityHistory(table: Table, pair: CapacityKey): Sliced<SeriesChart> {
  const publications = yield* publicationsOf(table, pair);
  const start = Float64Array.from(publications, ([time]) => time);
  const last = Math.max(pair.deliveryStart, (start.at(-1) ?? NaN) + minuteMs);
  const end = Float64Array.from(start, (_, index) => start[index + 1] ?? last);
  function* way(key: string, label: string): Sliced<Series> {
    const column = numbersOf(table, key);
    const value = Float64Array.from(publications, ([, row]) => column.value(row));
    const rows = Uint32Array.from(publications, ([, row]) => row);
    const intervals = new SeriesIntervals(rows, start.slice(), end.slice(), value, last, 0);
    const digest = yield* digestOf(intervals);
    return {
      label,
      unit: 'MW',
      start: intervals.starts,
      end: intervals.ends,
      value,
      reduced: false,
      nulls: visibleNulls(digest, -Infinity, Infinity, Infinity),
      summary: digest.summary,
    };
  }
  const series = [
    yield* way('outCapacity', `${pair.areaFrom} → ${pair.areaTo}`),
    yield* way('inCapacity', `${pair.areaTo} → ${pair.areaFrom}`),
  ];
  return { kind: 'series', from: start[0] ?? NaN, to: last, series, omitted: 0 };
}
