import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { notebookText } from '#src/exports/programs/notebook';
import { writeTable } from '#src/exports/writers';
import { datasets } from '#src/market/datasets/datasets';
import { notebookEngines } from '#src/protocol/codeTargets';
import type { Table } from '#src/table/columns/table';
import { everythingOf, sampleOrigin } from '../unit/exports/sampleSource';
import { run } from '../unit/exports/runCopies';
import { readBody } from '../unit/table/readBody';

interface Described {
  readonly last: string;
  readonly isShown: boolean;
  readonly columns: Record<string, string>;
  readonly rows: (string | null)[][];
}

const tables = new Map(
  datasets.map(({ id, record }) => [id, readBody(readFileSync(`test/fixtures/${id}.json`), record).table]),
);
let told: Record<string, Described>;

async function parquet(table: Table): Promise<Buffer> {
  const parts: Buffer[] = [];
  const out = { write: (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes))) };
  const { signal } = new AbortController();
  await writeTable('parquet', everythingOf(table), out, { signal, onProgress: () => undefined });
  return Buffer.concat(parts);
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notebooks-'));
  for (const { id: dataset } of datasets) {
    const table = tables.get(dataset)!;
    for (const engine of notebookEngines) {
      // Neither the quotes nor the pattern may mean anything.
      const file = `${engine}.${dataset} 'a'[1-9]*.parquet`;
      writeFileSync(join(folder, file), await parquet(table));
      const source = { file, rows: table.rows, origin: { ...sampleOrigin, dataset } };
      writeFileSync(join(folder, `${engine}.${dataset}.ipynb`), notebookText(engine, source));
    }
  }
  const script = join(import.meta.dirname, 'run_notebooks.py');
  const { code, out, err } = await run('python', [script, folder]);
  expect(code, err).toBe(0);
  told = JSON.parse(out) as typeof told;
}, 600_000);

/** A time as Python writes it: of the market\'s clock, with its offset. */
function marketTime(epochMs: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Oslo',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(epochMs);
  const offset = Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(epochMs / 1000) * 1000;
  const fraction = ((epochMs % 1000) + 1000) % 1000;
  return `${parts}${fraction === 0 ? '' : `.${String(fraction * 1000).padStart(6, '0')}`}+0${offset / 3_600_000}:00`;
}

it.each(datasets.flatMap(({ id }) => notebookEngines.map((engine) => [id, engine] as const)))(
  'the notebook of %s ends with its frame in %s, whose times are those of the market',
  (dataset, engine) => {
    const { last, isShown, columns, rows } = told[`${engine}.${dataset}`]!;
    const table = tables.get(dataset)!;
    expect([last, isShown, rows.length]).toEqual(['df', true, table.rows]);
    const keys = Object.keys(columns);
    const fixed = table.fixed;
    expect(keys.slice(0, fixed.length)).toEqual(fixed.map(({ key }) => key));
    for (const [at, column] of fixed.entries()) {
      if (column.kind !== 'numeric') continue;
      const type = columns[column.key];
      if (column.type === 'time') expect(type).toMatch(/Europe\/Oslo/);
      if (column.type === 'integer') expect(type).toBe('Int64');
      for (let row = 0; row < table.rows; row += 1) {
        const value = column.value(row);
        const text = rows[row]?.[at] ?? null;
        // Finer than a millisecond, or of another type.
        if (column.exact.has(row)) continue;
        if (Number.isNaN(value)) expect(text).toBeNull();
        else if (column.type === 'time') expect(text).toBe(marketTime(value));
        else expect(Number(text)).toBe(value);
      }
    }
  },
);
