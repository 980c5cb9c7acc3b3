import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';
import type { Source } from '../tasks';

const cases = [
  { format: 'csv', time: 1.6, memory: 60 },
  { format: 'ndjson', time: 1.3, memory: 60 },
  { format: 'parquet', time: 2, memory: 64, size: 1 },
] as const;

/** How long an export takes, and how much memory it needs in addition to the result. */
export async function exports({ size, source }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 1_000 : 1_000_000;
  const given = await source(orders(count), 'plain');
  const folder = join(tmpdir(), `market-data-bench-exports-${process.pid}`);
  mkdirSync(folder);
  const lines: Line[] = [];
  for (const { format, ...goals } of size === 'brief' ? cases.slice(0, 1) : cases) {
    const task = (name: string) => ({
      kind: 'export',
      format,
      path: join(folder, `${name}.${format}`),
      ...given,
    });
    const { ours, duckdb } = await samplesOf(
      {
        ours: { program: 'ours', task: task('ours') },
        duckdb: { program: 'duckdb', task: task('duckdb') },
      },
      usualRepeats[size],
    );
    lines.push(
      { what: format, unit: 'ms', ours: ours.spent!, reference: duckdb.spent!, goal: goals.time },
      { what: `${format}: memory on top`, unit: 'MB', ours: ours.memory!, goal: goals.memory },
      {
        what: `${format}: file`,
        unit: 'MB',
        ours: ours.size!,
        reference: duckdb.size!,
        ...('size' in goals ? { goal: goals.size } : {}),
      },
    );
  }
  if (size !== 'brief')
    lines.push(...(await workbook(folder, { size, source })), ...(await partOf(folder, given, size)));
  rmSync(folder, { recursive: true });
  return {
    title: `Export ${count.toLocaleString('en-US')} orders`,
    reference: 'DuckDB COPY',
    lines,
    notes: ['The first export of a session; DuckDB writes with all its threads.'],
  };
}

/** The JSON of a few orders out of many. */
async function partOf(folder: string, given: Source, size: Bench['size']): Promise<Line[]> {
  const chosen = 50;
  const ranges = Array.from({ length: chosen }, (_, place) => {
    const from = Math.floor((place * given.rows) / chosen);
    return [from, from + 1];
  });
  const task = { kind: 'part', ranges, path: join(folder, 'part.json'), ...given };
  const { part } = await samplesOf({ part: { program: 'ours', task } }, usualRepeats[size]);
  return [
    { what: `json of ${chosen} orders`, unit: 'ms', ours: part.spent!, goal: 1000 },
    { what: `json of ${chosen} orders: memory on top`, unit: 'MB', ours: part.memory!, goal: 64 },
  ];
}

/**
 * An Excel workbook, compared with CSV of the same rows because DuckDB can't write workbooks without an
 * extension.
 */
async function workbook(folder: string, { size, source }: Bench): Promise<Line[]> {
  const count = size === 'smoke' ? 1_000 : 100_000;
  const given = await source(orders(count), 'plain');
  const path = (format: string) => join(folder, `workbook.${format}`);
  const { xlsx, csv } = await samplesOf(
    {
      xlsx: { program: 'ours', task: { kind: 'workbook', path: path('xlsx'), ...given } },
      csv: { program: 'ours', task: { kind: 'export', format: 'csv', path: path('csv'), ...given } },
    },
    usualRepeats[size],
  );
  const what = `xlsx of ${count.toLocaleString('en-US')} orders`;
  return [
    { what: `${what}; reference: our csv`, unit: 'ms', ours: xlsx.spent!, reference: csv.spent!, goal: 7 },
    { what: `${what}: memory on top`, unit: 'MB', ours: xlsx.memory!, goal: 64 },
    { what: `${what}: file`, unit: 'MB', ours: xlsx.size!, reference: csv.size! },
  ];
}
