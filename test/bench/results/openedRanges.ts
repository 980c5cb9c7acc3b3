import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';
import { orderRecords, priceRecords } from './bodies';
import { rangeFolder, type RangeOfFiles } from './rangeFolder';

const areas = 15;

/** The goals of a range: in milliseconds, or as ratios to what DuckDB needs to read everything, or to sort. */
interface Goals {
  readonly chart: number;
  readonly chartRatio: number;
}

/** Opening folders of Parquet files, compared with reading the same files with DuckDB. */
export async function openedRanges({ size }: Bench): Promise<Report> {
  const days = { all: 730, quick: 730, brief: 100, smoke: 3 }[size];
  const [parts, orders] = size === 'smoke' ? [2, 1000] : [100, 100_000];
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
      ...(await linesOf(prices, 'value', { chart: 1000, chartRatio: 1.5 }, repeats)),
      ...(size === 'brief' ? [] : await linesOf(events, 'price', { chart: 3000, chartRatio: 1.5 }, repeats)),
    ],
    notes: [
      "Ours: from listing the folder to the chart's points on the host. DuckDB: all values of the same files, decoded but not converted.",
      'Complete: until a page of all columns. Left: memory of the process two seconds after the range is closed.',
      'By DuckDB: the same files, written again by DuckDB; the reference is ours with our own files.',
    ],
  };
}

async function linesOf(range: RangeOfFiles, sort: string, goals: Goals, repeats: number): Promise<Line[]> {
  const folder = await rangeFolder(range);
  const task = { kind: 'range', dataset: range.dataset, folder, sort };
  const rewritten = { ...task, folder: await byDuckdb(folder) };
  const { ours, duckdb, others } = await samplesOf(
    {
      ours: { program: 'ours', task },
      duckdb: { program: 'duckdb', task },
      others: { program: 'ours', task: rewritten },
    },
    repeats,
  );
  const what = (of: string) => `${range.name}: ${of}`;
  const [full, sorted] = [duckdb.complete!, duckdb.sort!];
  return [
    { what: what('chart'), unit: 'ms', ours: ours.chart!, goal: goals.chart },
    { what: what('chart'), unit: 'ms', ours: ours.chart!, reference: full, goal: goals.chartRatio },
    { what: what('complete'), unit: 'ms', ours: ours.complete!, reference: full, goal: 2 },
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
    {
      what: what('complete, by DuckDB'),
      unit: 'ms',
      ours: others.complete!,
      reference: ours.complete!,
      goal: 3,
    },
  ];
}

/** The same files as DuckDB writes them. */
async function byDuckdb(folder: string): Promise<string> {
  const made = `${folder}-duckdb`;
  if (existsSync(made)) return made;
  const partial = `${made}.${process.pid}`;
  cpSync(folder, partial, { recursive: true });
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const day of readdirSync(folder)) {
    for (const file of readdirSync(join(folder, day))) {
      const [from, to] = [join(folder, day, file), join(partial, day, file)];
      await connection.run(
        `COPY (FROM read_parquet('${from}', hive_partitioning = false)) TO '${to}' (FORMAT parquet)`,
      );
    }
  }
  connection.closeSync();
  renameSync(partial, made);
  return made;
}
