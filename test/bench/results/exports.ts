import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

/** Goals: in times of the reference, and megabytes on top of the result. */
const cases = [
  { format: 'csv', rows: 1_000_000, time: 1.6, memory: 60 },
  { format: 'ndjson', rows: 1_000_000, time: 1.3, memory: 60 },
  { format: 'parquet', rows: 1_000_000, time: 2, memory: 64 },
  // DuckDB writes workbooks only with an extension.
  { format: 'xlsx', rows: 100_000, memory: 64 },
] as const;

/** How long an export takes, and how much memory it needs in addition to the result. */
export async function exports({ size, source }: Bench): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'market-data-bench-exports-'));
  const lines: Line[] = [];
  for (const { format, memory, ...given } of cases) {
    const rows = size === 'smoke' ? 1_000 : given.rows;
    const task = {
      kind: 'export',
      format,
      path: join(folder, format),
      ...(await source(orders(rows), 'plain')),
    };
    const ours = { program: 'ours', task } as const;
    const what = `${format} of ${rows.toLocaleString('en-US')} orders`;
    const memoryOn = { what: `${what}: additional memory`, unit: 'MB', goal: memory } as const;
    if ('time' in given) {
      const sides = {
        ours,
        duckdb: { program: 'duckdb', task: { ...task, path: `${task.path}.peer` } },
      } as const;
      const taken = await samplesOf(sides, usualRepeats[size]);
      lines.push(
        { what, unit: 'ms', ours: taken.ours.spent!, reference: taken.duckdb.spent!, goal: given.time },
        { ...memoryOn, ours: taken.ours.memory! },
      );
    } else {
      const taken = await samplesOf({ ours }, usualRepeats[size]);
      lines.push({ ...memoryOn, ours: taken.ours.memory! });
    }
  }
  rmSync(folder, { recursive: true });
  return {
    title: 'Exports',
    reference: 'DuckDB COPY',
    lines,
    notes: ['The first export of a session; DuckDB writes with all its threads.'],
  };
}
