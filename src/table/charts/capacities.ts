import type { CapacityChart, CapacityPair } from '../../protocol/charts/capacityChart';
import type { ChartQuestion } from '../../protocol/charts/chartQuestion';
import type { SeriesChart } from '../../protocol/charts/seriesChart';
import type { NumericColumn } from '../columns/columns';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { capacityHistory } from './capacityHistory';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { unplacedTest } from '../series/rowPlacement';

const maxPairs = 200;

/** The row of the last publication for one pair of areas and hour, and the number of its publications. */
interface LastPublication {
  row: number;
  publications: number;
}

const lastPublications = perTable(function* (table): Sliced<LastPublication[]> {
  const { rows } = table;
  const [from, to] = [textsOf(table, 'areaFrom'), textsOf(table, 'areaTo')];
  const [start, published] = [numbersOf(table, 'deliveryStart'), numbersOf(table, 'publicationTime')];
  const isUnplaced = unplacedTest(table);
  const pairs = new Map<number, Map<number, LastPublication>>();
  const found: LastPublication[] = [];
  for (let row = 0; row < rows; row += 1) {
    if (row % sliceRows === 0) yield;
    // Which hour it's for, or whether it's the latest, can't be told.
    if (isUnplaced(row)) continue;
    const pair = from.code(row) * to.entries.count + to.code(row);
    const hours = pairs.get(pair) ?? new Map<number, LastPublication>();
    if (hours.size === 0) pairs.set(pair, hours);
    const last = hours.get(start.value(row));
    if (!last) {
      const first = { row, publications: 1 };
      hours.set(start.value(row), first);
      found.push(first);
      continue;
    }
    last.publications += 1;
    if (isNewer(published, row, last.row)) last.row = row;
  }
  return found;
});

/** If the times are equal, the later row counts; a row without a time never replaces one with a time. */
function isNewer(published: NumericColumn, row: number, last: number): boolean {
  const [time, lastTime] = [published.value(row), published.value(last)];
  return Number.isNaN(lastTime) || time >= lastTime;
}

/**
 * The latest published capacity for each pair of areas and delivery hour, in both directions, in MW as sent
 * (docs/api.md, "Hub-to-hub capacity"). If the question names a pair and an hour, all of its publications.
 */
export function* capacityChart(table: Table, { pair }: ChartQuestion): Sliced<CapacityChart | SeriesChart> {
  if (pair) return yield* capacityHistory(table, pair);
  const number = (key: string) => {
    const column = numbersOf(table, key);
    return (row: number) => column.value(row);
  };
  const [areaFrom, areaTo] = [textsOf(table, 'areaFrom'), textsOf(table, 'areaTo')];
  const [start, end] = [number('deliveryStart'), number('deliveryEnd')];
  const [published, out, into] = [number('publicationTime'), number('outCapacity'), number('inCapacity')];
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const pairs = (yield* lastPublications(table)).map(({ row, publications }): CapacityPair => ({
    areaFrom: areaFrom.text(row) ?? '',
    areaTo: areaTo.text(row) ?? '',
    deliveryStart: start(row),
    deliveryEnd: end(row),
    publicationTime: published(row),
    publications,
    out: orNull(out(row)),
    in: orNull(into(row)),
  }));
  pairs.sort((a, b) => largestOf(b) - largestOf(a) || byName(a, b));
  const shown = pairs.slice(0, maxPairs);
  return { kind: 'capacities', pairs: shown, omitted: pairs.length - shown.length };
}

/** The larger of both capacities; a pair without any comes last. */
const largestOf = (pair: CapacityPair) => Math.max(pair.out ?? -Infinity, pair.in ?? -Infinity);

const byName = (a: CapacityPair, b: CapacityPair) =>
  compare(a.areaFrom, b.areaFrom) || compare(a.areaTo, b.areaTo) || compare(a.deliveryStart, b.deliveryStart);

const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);
