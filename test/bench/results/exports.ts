import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

/** Goals: in times of the reference, and megabytes in addition to the result. */
const cases = [
  { format: 'csv', time: 1.6, memory: 60 },
  { format: 'ndjson', time: 1.3, memory: 60 },
  { format: 'parquet', time: 2, memory: 64 },
] as const;

/** How long an export takes, and how much memory it needs in addition to the result. */
export async function exports({ size, source }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 1_000 : 1_000_000;
  const given = await source(orders(count), 'plain');
  const folder = mkdtempSync(join(tmpdir(), 'market-data-bench-exports-'));
  const lines: Line[] = [];
  for (const { format, time, memory } of cases) {
    const task = (name: string) => ({ kind: 'export', format, path: join(folder, name), ...given });
    const { ours, duckdb } = await samplesOf(
      {
        ours: { program: 'ours', task: task('ours') },
        duckdb: { program: 'duckdb', task: task('duckdb') },
      },
      usualRepeats[size],
    );
    lines.push(
      { what: format, unit: 'ms', ours: ours.spent!, reference: duckdb.spent!, goal: time },
      { what: `${format}: additional memory`, unit: 'MB', ours: ours.memory!, goal: memory },
    );
  }
  rmSync(folder, { recursive: true });
  return {
    title: `Export ${count.toLocaleString('en-US')} orders`,
    reference: 'DuckDB COPY',
    lines,
    notes: ['The first export of a session; DuckDB writes with all its threads.'],
  };
}
