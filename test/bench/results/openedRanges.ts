import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf, spreadOf } from '../sampling';
import { orderRecords, priceRecords } from './bodies';
import { rangeFolder, sizesOf, type RangeOfFiles } from './rangeFolder';

const areas = 15;

/** Opening ranges, compared with reading the Parquet files of the same days with DuckDB. */
export async function openedRanges({ size }: Bench): Promise<Report> {
  const days = { all: 730, quick: 730, brief: 100, smoke: 3 }[size];
  const [parts, orders] = size === 'smoke' ? [2, 1000] : [10, 100_000];
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
      ...(await linesOf(prices, 'value', { chart: 3.2 }, repeats)),
      ...(size === 'brief' ? [] : await linesOf(events, 'price', {}, repeats)),
    ],
    notes: [
      "Ours: from reading the manifest to the first rows, all rows, and the chart's points on the host. DuckDB: all values of the Parquet files of the same days, decoded but not converted.",
      'Response of a day: on disk; the reference is its Parquet file.',
      'Left: memory of the process two seconds after the range is closed.',
    ],
  };
}

async function linesOf(
  range: RangeOfFiles,
  sort: string,
  goals: { readonly chart?: number },
  repeats: number,
): Promise<Line[]> {
  const folder = await rangeFolder(range);
  const task = { kind: 'range', dataset: range.dataset, folder, sort };
  const { ours, duckdb } = await samplesOf(
    { ours: { program: 'ours', task }, duckdb: { program: 'duckdb', task } },
    repeats,
  );
  const what = (of: string) => `${range.name}: ${of}`;
  const [full, sorted] = [duckdb.complete!, duckdb.sort!];
  const { rows, responses } = sizesOf(folder);
  const perDay = (bytes: number) => spreadOf([bytes / range.days / 1000]);
  return [
    { what: what('first rows'), unit: 'ms', ours: ours.firstRows!, goal: 300 },
    { what: what('all rows'), unit: 'ms', ours: ours.complete!, reference: full },
    {
      what: what('chart'),
      unit: 'ms',
      ours: ours.chart!,
      reference: full,
      ...(goals.chart === undefined ? {} : { goal: goals.chart }),
    },
    {
      what: what('response of a day'),
      unit: 'kB',
      ours: perDay(responses),
      reference: perDay(rows),
    },
    { what: what(`sorted by ${sort}`), unit: 'ms', ours: ours.sort!, reference: sorted, goal: 1 },
    ...(ours.wide && ours.wideSort
      ? [
          { what: what('one column per series, first rows'), unit: 'ms' as const, ours: ours.wide },
          {
            what: what('one column per series, sorted (all rows by value)'),
            unit: 'ms' as const,
            ours: ours.wideSort,
            reference: ours.sort!,
            goal: 1,
          },
        ]
      : []),
    { what: what('block of the host'), unit: 'ms', ours: ours.block!, goal: 50 },
    { what: what('left'), unit: 'MB', ours: ours.left!, goal: 300 },
  ];
}
