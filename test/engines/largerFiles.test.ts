import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { builtCli } from '../unit/cli/builtCli';
import { python } from './pythonRuns';
import { fetchSampleRange } from './sampleRanges';

const page = readFileSync('docs/ranges.md', 'utf8').split('\n## Fewer, Larger Files\n')[1] ?? '';
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page.split('\n## ')[0] ?? '')?.[1] ?? '';

const dataset = 'dayahead-prices';
const folder = mkdtempSync(join(tmpdir(), 'larger-'));
let service: Sandbox;

/** Compares all cells of the range with those of its larger files. */
const compared = `import json
import duckdb
names = duckdb.sql("FROM read_parquet('${dataset}')").columns
listed = ", ".join(f'"{name}"' for name in names)
one = f"SELECT {listed} FROM read_parquet('${dataset}')"
other = f"SELECT {listed} FROM read_parquet('monthly/*/*.parquet')"
pairs = [f"({one}) EXCEPT ALL ({other})", f"({other}) EXCEPT ALL ({one})"]
print(json.dumps([len(duckdb.sql(one)), *(len(duckdb.sql(pair)) for pair in pairs)]))`;

beforeAll(async () => {
  service = await startSandbox();
  const parameters = { deliveryarea: 'NO1' };
  const asked = { dataset, parameters, from: '2026-02-27', to: '2026-03-02' };
  await fetchSampleRange(await builtCli(), folder, asked, service);
});
afterAll(() => service.close());

it.each([
  ['DuckDB', `import duckdb\nduckdb.execute(${JSON.stringify(block('sql'))})`],
  ['Polars', block('python')],
])('the lines for %s in the document make one file for each month, with every cell', async (name, code) => {
  const cwd = join(folder, name);
  cpSync(join(folder, dataset), join(cwd, dataset), { recursive: true });
  const made = await python(['-c', code], { cwd });
  expect(made.code, made.err).toBe(0);
  const files = readdirSync(join(cwd, 'monthly'), { recursive: true, encoding: 'utf8' });
  expect(
    files
      .filter((path) => path.endsWith('.parquet'))
      .map((path) => path.split(/[\\/]/)[0])
      .sort(),
  ).toEqual(['month=2026-02', 'month=2026-03']);
  const { code: ended, out, err } = await python(['-c', compared], { cwd });
  expect(ended, err).toBe(0);
  expect(JSON.parse(out)).toEqual([24 * 4 * 4, 0, 0]);
});
