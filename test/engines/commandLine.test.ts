import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBundle } from '../../scripts/bundles.mjs';
import { environment } from '../../src/request/environment';
import { addDays } from '../../src/market/time/deliveryDay';
import { dayFolderName, isManifestOf, partName, readManifest } from '../../src/range/manifest';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { hasSpark, python, type PythonRun } from './pythonRuns';

const page = readFileSync('docs/command-line.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const [query = ''] = blocks('json');
const program = (engine: string) => blocks('python').find((text) => text.includes(engine)) ?? '';

/** The days of the examples. Clocks go forward on one of them. */
const days = Array.from({ length: 90 }, (_, at) => addDays('2026-01-01', at));
const dataset = 'dayahead-prices';

/**
 * Node, as the tasks find it. The first one is killed while it fetches, as by a machine that goes away. Each
 * leaves its process ID in `started`, because it may survive the program that started it.
 */
const nodeScript = `#!/bin/sh
touch "started/$$"
if mkdir killed 2>/dev/null; then exec timeout -s KILL 1.5 "$REAL_NODE" "$@"; fi
exec "$REAL_NODE" "$@"
`;

let service: Sandbox;
const root = mkdtempSync(join(tmpdir(), 'cluster-'));

beforeAll(async () => {
  service = await startSandbox({ latencyMs: 100 });
  await build({ ...cliBundle(true), outdir: root, sourcemap: false });
});
afterAll(() => service.close());

function isRunning(id: string): boolean {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

/** A folder as the page describes it, which all machines of a cluster have. */
function commonFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'started'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'node'), nodeScript, { mode: 0o755 });
  writeFileSync(join(folder, 'cli.js'), readFileSync(join(root, 'cli.js')));
  writeFileSync(join(folder, 'prices.market.json'), query);
  return folder;
}

const run = (folder: string, args: readonly string[]): Promise<PythonRun> =>
  python(args, {
    cwd: folder,
    variables: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      REAL_NODE: process.execPath,
      PYSPARK_SUBMIT_ARGS: '--master local[2] pyspark-shell',
      [environment.baseUrl]: service.baseUrl,
      [environment.authUrl]: service.authUrl,
      [environment.username]: service.signIn.username,
      [environment.password]: service.signIn.password,
    },
  });

/** The bytes of the days' files. */
const filesOf = (folder: string) =>
  days.map((day) => readFileSync(join(folder, 'data', dataset, dayFolderName(day), partName('parquet'))));

/** The days of all files that have a part of the manifest, and the rows of these days. */
function notedIn(folder: string): { days: string[]; rows: number } {
  const data = join(folder, 'data');
  const parts = readdirSync(data).filter((name) => isManifestOf(dataset, name));
  const noted = parts.flatMap((name) =>
    Object.entries(readManifest(readFileSync(join(data, name), 'utf8'), name).days),
  );
  expect(noted.filter(([, { state }]) => state !== 'fetched')).toEqual([]);
  return { days: noted.map(([day]) => day), rows: noted.reduce((sum, [, { rows }]) => sum + rows, 0) };
}

const engines = [
  ['Dask', program('dask.distributed'), [join(import.meta.dirname, 'dask_cluster.py')]],
  ['Spark', program('pyspark'), []],
] as const;

describe.each(engines.filter(([engine]) => engine === 'Dask' || hasSpark))(
  'the documented program for %s',
  (engine, text, cluster) => {
    it('fills one folder with all days, even if one of its tasks was killed and it had to run again', async () => {
      const folder = commonFolder(engine);
      writeFileSync(join(folder, 'fetch.py'), text);
      const fetch = () => run(folder, [...cluster, 'fetch.py', folder]);
      const disturbed = await fetch();
      expect(disturbed.code).not.toBe(0);
      expect(disturbed.err).toContain('CalledProcessError');
      while (readdirSync(join(folder, 'started')).some(isRunning)) await wait(50);
      const before = notedIn(folder).days.length;
      expect(before).toBeLessThan(days.length);

      const { code, out, err } = await fetch();
      expect(code, err).toBe(0);
      expect(out).toMatch(/already saved/);
      expect(out).toMatch(/\nThe files of all 90 delivery days are unchanged\.\n$/);
      const noted = notedIn(folder);
      expect(noted.days.sort()).toEqual(days);

      const undisturbed = commonFolder(`${engine} undisturbed`);
      mkdirSync(join(undisturbed, 'killed'));
      const range = ['range', 'prices.market.json', 'north', '--target', 'data', '--quiet'];
      const command = ['node', 'cli.js', ...range, '--from', days[0], '--to', days.at(-1)];
      const whole = `import subprocess\nsubprocess.run(${JSON.stringify(command)}, check=True)`;
      expect((await run(undisturbed, ['-c', whole])).code).toBe(0);
      expect(filesOf(folder)).toEqual(filesOf(undisturbed));

      for (const reader of ['pandas', 'duckdb']) {
        const script = join(import.meta.dirname, 'plain_paths.py');
        const read = await run(folder, [script, reader, join(folder, 'data', dataset)]);
        expect(read.code, read.err).toBe(0);
        expect(JSON.parse(read.out)).toMatchObject({ days: 90, rows: noted.rows });
      }
    });
  },
);
