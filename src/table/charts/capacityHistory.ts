import { minuteMs } from '../../market/time/zones';
import type { CapacityKey, Series, SeriesChart } from '../../protocol/chartTypes';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { numbersOf, textsOf } from '../columns/perTable';
import { digestOf } from '../series/seriesDigest';
import { IntervalList } from '../series/seriesIntervals';
import { nullSpans, visibleSpans } from './spans';

/** Rows of one pair and hour by publication time; of rows with the same time, the last one. */
function* publicationsOf(table: Table, { areaFrom, areaTo, deliveryStart }: CapacityKey) {
  const [from, to] = [textsOf(table, 'areaFrom'), textsOf(table, 'areaTo')];
  const [start, published] = [numbersOf(table, 'deliveryStart'), numbersOf(table, 'publicationTime')];
  const [fromCode, toCode] = [from.codeOf(areaFrom), to.codeOf(areaTo)];
  const rows = new Map<number, number>();
  yield* eachIndex(table.rows, (row) => {
    if (from.code(row) !== fromCode || to.code(row) !== toCode) return;
    if (start.value(row) !== deliveryStart || Number.isNaN(published.value(row))) return;
    rows.set(published.value(row), row);
  });
  return [...rows].sort(([a], [b]) => a - b);
}

/**
 * Both capacities of one pair and hour over time. Each publication is valid until the next one, the
 * last one until delivery starts. A last publication after the start of delivery is drawn one minute wide.
 */
export function* capacityHistory(table: Table, pair: CapacityKey): Sliced<SeriesChart> {
  const publications = yield* publicationsOf(table, pair);
  const last = Math.max(pair.deliveryStart, (publications.at(-1)?.[0] ?? NaN) + minuteMs);
  function* way(key: string, label: string): Sliced<Series> {
    const column = numbersOf(table, key);
    const list = new IntervalList();
    publications.forEach(([time, row], index) =>
      list.add(row, time, publications[index + 1]?.[0] ?? last, column.value(row)),
    );
    const intervals = list.intervals();
    const digest = yield* digestOf(intervals);
    return {
      label,
      unit: 'MW',
      start: intervals.starts,
      end: intervals.ends,
      value: intervals.values,
      reduced: false,
      nulls: visibleSpans(nullSpans(digest), -Infinity, Infinity, Infinity),
      summary: digest.summary,
    };
  }
  const series = [
    yield* way('outCapacity', `${pair.areaFrom} → ${pair.areaTo}`),
    yield* way('inCapacity', `${pair.areaTo} → ${pair.areaFrom}`),
  ];
  return { kind: 'series', from: publications[0]?.[0] ?? NaN, to: last, series, omitted: 0 };
}
