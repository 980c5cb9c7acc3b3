import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBundle } from '../../scripts/bundles.mjs';
import { localPlace } from '#src/disk/place';
import { manifestIn } from '#src/engine/range/rangeNotes';
import { addDays } from '#src/market/time/deliveryDay';
import { dayFolderName, partName } from '#src/range/folderFiles';
import { startSandbox } from '#src/sandbox/startSandbox';
import { hasSpark, localSpark, python, type PythonRun } from './pythonRuns';
import { rangeReaders } from './rangeReaders';
import { changedService, variablesOf, type Service } from './sampleRanges';

const page = readFileSync('docs/command-line.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const [query = ''] = blocks('json');
const program = (engine: string) => blocks('python').find((text) => text.includes(engine)) ?? '';

/** The days of the examples. Clocks go forward on one of them. */
const days = Array.from({ length: 90 }, (_, at) => addDays('2026-01-01', at));
const dataset = 'dayahead-prices';

/**
 * Node, as the tasks find it. The first one is killed once a day is there, long before it has all of its own, as by a
 * machine that goes away. Each leaves its process ID in `started`, because it may survive the program that started it.
 */
const nodeScript = `#!/bin/sh
touch "started/$$"
if ! mkdir killed 2>/dev/null; then exec "$REAL_NODE" "$@"; fi
"$REAL_NODE" "$@" &
until ls data/*/day=*/part-0.parquet >/dev/null 2>&1; do sleep 0.05; done
kill -KILL $!
wait $!
`;

let service: Service;
/** The same, but a value of a day is missing. */
let lacking: Service;
const lackingDay = '2026-02-10';
const root = mkdtempSync(join(tmpdir(), 'cluster-'));

beforeAll(async () => {
  service = await startSandbox({ latencyMs: 100 });
  lacking = await changedService(service, (text, day) =>
    day === lackingDay ? text.replace(/("values":\[)\{[^{}]*\},/, '$1') : text,
  );
  await build({ ...cliBundle(true), outdir: root, sourcemap: false });
});
afterAll(async () => {
  await lacking.close();
  await service.close();
});

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

const run = (folder: string, args: readonly string[], connected = service): Promise<PythonRun> =>
  python(args, {
    cwd: folder,
    variables: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      REAL_NODE: process.execPath,
      ...localSpark,
      ...variablesOf(connected),
    },
  });

/** The bytes of the days' files. */
const filesOf = (folder: string) =>
  days.map((day) => readFileSync(join(folder, 'data', dataset, dayFolderName(day), partName('parquet'))));

/** What is noted about the days in a folder. */
async function notedIn(folder: string) {
  const manifest = await manifestIn(localPlace(join(folder, 'data', dataset)));
  return Object.entries(manifest?.days ?? {}).filter(([, { bytes }]) => bytes > 0);
}

const engines = [
  ['Dask', program('dask.distributed'), [join(import.meta.dirname, 'dask_cluster.py')]],
  ['Spark', program('pyspark'), []],
] as const;

describe.each(engines.filter(([engine]) => engine === 'Dask' || hasSpark))(
  'the documented program for %s',
  (engine, text, cluster) => {
    /** Makes the folder in which the program runs. */
    const folderFor = (what: string): string => {
      const folder = commonFolder(`${engine} ${what}`);
      writeFileSync(join(folder, 'fetch.py'), text);
      return folder;
    };

    it('runs all tasks to their end, and says what is wrong with which day, if one is incomplete', async () => {
      const folder = folderFor('lacking');
      mkdirSync(join(folder, 'killed'));
      const { code, out, err } = await run(folder, [...cluster, 'fetch.py', folder], lacking);
      expect(code, out + err).toBe(1);
      expect(out).toMatch(/^2026-02-10: Incomplete: 1 missing\.$/m);
      expect(out).toMatch(/\nThe files of all 90 delivery days are unchanged\.\n$/);
      const noted = await notedIn(folder);
      expect(noted.map(([day]) => day)).toEqual(days);
      expect(noted.filter(([, { state }]) => state !== 'fetched').map(([day]) => day)).toEqual([lackingDay]);
    });

    it('sends a password that is refused at most once for each task that runs at the same time', async () => {
      const folder = folderFor('refused');
      mkdirSync(join(folder, 'killed'));
      const refused = { ...service, signIn: { ...service.signIn, password: 'of last year' } };
      const { code, out, err } = await run(folder, [...cluster, 'fetch.py', folder], refused);
      expect(code, out + err).toBe(2);
      expect(out).toMatch(/sign-in/i);
      expect(readdirSync(join(folder, 'started')).length).toBeLessThanOrEqual(2);
    });

    it('fills one folder with all days, even if one of its tasks was killed and it had to run again', async () => {
      const folder = folderFor('disturbed');
      const fetch = () => run(folder, [...cluster, 'fetch.py', folder]);
      const disturbed = await fetch();
      expect(disturbed.code, disturbed.out + disturbed.err).toBe(1);
      while (readdirSync(join(folder, 'started')).some(isRunning)) await wait(50);
      expect((await notedIn(folder)).length).toBeLessThan(days.length);

      // The run that was killed holds none of its days any more.
      const { code, out, err } = await fetch();
      expect(code, out + err).toBe(0);
      expect(out).toMatch(/already saved/);
      expect(out).toMatch(/\nThe files of all 90 delivery days are unchanged\.\n$/);
      const noted = await notedIn(folder);
      expect(noted.map(([day]) => day)).toEqual(days);
      const rows = noted.reduce((sum, [, entry]) => sum + entry.rows, 0);

      const undisturbed = commonFolder(`${engine} undisturbed`);
      mkdirSync(join(undisturbed, 'killed'));
      const range = ['range', 'prices.market.json', 'north', '--target', 'data', '--quiet'];
      const command = ['node', 'cli.js', ...range, '--from', days[0], '--to', days.at(-1)];
      const whole = `import subprocess\nsubprocess.run(${JSON.stringify(command)}, check=True)`;
      expect((await run(undisturbed, ['-c', whole])).code).toBe(0);
      expect(filesOf(folder)).toEqual(filesOf(undisturbed));

      const script = join(import.meta.dirname, 'read_range.py');
      for (const { engine: reader, text: reading } of rangeReaders) {
        if (!['pandas', 'DuckDB'].includes(reader)) continue;
        writeFileSync(join(folder, 'read.py'), reading);
        const read = await python([script, join(folder, 'read.py')], { cwd: join(folder, 'data') });
        expect(read.code, read.err).toBe(0);
        expect(JSON.parse(read.out)).toMatchObject({ days: 90, rows });
      }
    });
  },
);
