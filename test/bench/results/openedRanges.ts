import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf, spreadOf } from '../sampling';
import { orderRecords, priceRecords } from './bodies';
import { rangeFolder, sizesOf, type RangeOfFiles } from './rangeFolder';

const areas = 15;

/** Opening ranges, compared with reading the Parquet files of the same days with DuckDB. */
export async function openedRanges({ size }: Bench): Promise<Report> {
  const [days, parts, orders] = size === 'smoke' ? [3, 2, 1_000] : [730, 10, 100_000];
  const prices: RangeOfFiles = {
    name: `prices-${days}`,
    dataset: 'dayahead-prices',
    days,
    recordsOf: (day) => priceRecords(areas, 1, day),
  };
  const events: RangeOfFiles = {
    name: `orders-${parts}-${orders}`,
    dataset: 'intraday-orders',
    days: parts,
    recordsOf: (day) => orderRecords(orders, day),
  };
  const repeats = usualRepeats[size];
  return {
    title: 'Opening ranges of delivery days',
    reference: 'DuckDB',
    lines: [
      ...(await linesOf(prices, `${days} days of prices of ${areas} areas`, repeats, 3.2)),
      ...(await linesOf(events, `${parts} days of ${orders.toLocaleString('en-US')} orders`, repeats)),
    ],
    notes: [
      "Ours: from reading the manifest to the first rows, all rows, and the chart's points on the host. DuckDB: all values of the Parquet files of the same days, decoded but not converted.",
      'Response of a day: on disk; the reference is its Parquet file.',
    ],
  };
}

async function linesOf(
  range: RangeOfFiles,
  of: string,
  repeats: number,
  chartGoal?: number,
): Promise<Line[]> {
  const folder = await rangeFolder(range);
  const task = { kind: 'range', dataset: range.dataset, folder };
  const { ours, duckdb } = await samplesOf(
    { ours: { program: 'ours', task }, duckdb: { program: 'duckdb', task } },
    repeats,
  );
  const reference = duckdb.complete!;
  const { rows, responses } = sizesOf(folder);
  const perDay = (bytes: number) => spreadOf([bytes / range.days / 1000]);
  const chart: Line = { what: `${of}: chart`, unit: 'ms', ours: ours.chart!, reference };
  return [
    { what: `${of}: first rows`, unit: 'ms', ours: ours.firstRows!, goal: 300 },
    { what: `${of}: all rows`, unit: 'ms', ours: ours.complete!, reference },
    chartGoal === undefined ? chart : { ...chart, goal: chartGoal },
    { what: `${of}: response of a day`, unit: 'kB', ours: perDay(responses), reference: perDay(rows) },
  ];
}
