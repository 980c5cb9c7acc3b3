import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCsv } from '../../src/exports/csv';
import { programTargets, type ProgramTarget } from '../../src/protocol/codeTargets';
import { programText } from '../../src/exports/programs/program';
import type { ProgramSource } from '../../src/exports/programs/programParts';
import { datasets } from '../../src/market/datasets/datasets';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { everythingOf } from '../unit/exports/sampleSource';
import { readBody } from '../unit/table/readBody';
import { answerOf, rowsOf } from './answers';
import { writeEditorRange, type Asked } from './editorRange';
import { hasSpark, python, type PythonPlace } from './pythonRuns';

/** A folder whose name contains every character that some program treats as part of a pattern. */
const folder = join(mkdtempSync(join(tmpdir(), 'programs-')), 'år [1] {a,b}');
let service: Sandbox;
/** What the programs should print about each dataset, computed from the NDJSON files. */
const expected = new Map<string, string>();

const parametersOf: Readonly<Record<string, Record<string, string>>> = {
  'dayahead-prices': { deliveryarea: 'NO1,SE3,DK1' },
  'dayahead-prices-alternate': { deliveryarea: 'NO1' },
  'uk-auction-prices': { deliveryarea: 'UK' },
  'uk-flows': { deliveryarea: 'UK' },
  'intraday-scheduled-flow': { deliveryarea: 'NO1,SE3' },
  'regulation-down-volumes': { deliveryarea: 'NO1,SE3' },
  'intraday-orders': { deliveryarea: 'NO1' },
  'hub-to-hub-capacities': { daFrom: 'NO1' },
};

const askedOf = (dataset: string): Asked => ({
  dataset,
  parameters: parametersOf[dataset] ?? {},
  // Clocks go forward on the second of these days.
  from: '2026-03-28',
  to: dataset === 'intraday-orders' ? '2026-03-29' : '2026-04-01',
  ...(dataset === 'intraday-orders' ? { windowMinutes: 360 } : {}),
});

/** The first day is older than some columns, and the second one has a value that isn't a number. */
function olderAndOdd(body: Buffer, day: string): Buffer {
  const text = body.toString('utf8');
  if (day === '2026-03-28') {
    return Buffer.from(
      text.replaceAll(/\{[^{}]*"(confirmationStatus|status)"[^{}]*\},?/g, '').replaceAll(',]', ']'),
    );
  }
  return day === '2026-03-29' ? Buffer.from(text.replace(/"value":-?[\d.]+/, '"value":"n/a"')) : body;
}

beforeAll(async () => {
  service = await startSandbox();
  for (const { id } of datasets) {
    const change = id === 'dayahead-prices' ? olderAndOdd : undefined;
    for (const format of ['parquet', 'ndjson'] as const) {
      const root = await writeEditorRange(join(folder, format), { ...askedOf(id), format }, service, change);
      if (format === 'ndjson') expected.set(id, answerOf(id, rowsOf(root)));
    }
  }
});
afterAll(() => service.close());

let made = 0;

/** Runs the program as it was copied, in the folder that its path is relative to. */
async function run(
  target: ProgramTarget,
  source: ProgramSource,
  { args = [], ...place }: { args?: readonly string[] } & Partial<PythonPlace> = {},
) {
  made += 1;
  const file = join(dirname(folder), `program${made}.py`);
  writeFileSync(file, programText(target, source));
  const spark = target === 'pyspark' ? { PYSPARK_SUBMIT_ARGS: '--master local[2] pyspark-shell' } : {};
  return python([file, ...args], { cwd: folder, ...place, variables: { ...spark, ...place.variables } });
}

const targets = programTargets.filter((target) => target !== 'pyspark' || hasSpark);
const source = (dataset: string, format: 'parquet' | 'ndjson'): ProgramSource => ({
  dataset: datasets.find(({ id }) => id === dataset)!,
  format,
  isRange: true,
  path: `${format}/${dataset}`,
});

describe.each(targets)('a program copied for %s', (target) => {
  it.each(datasets.map(({ id }) => id))(
    'gives the same counts and sums as the rows of %s, to the last digit',
    async (id) => {
      const { code, out, err } = await run(target, source(id, 'parquet'));
      expect(code, err).toBe(0);
      expect(out).toBe(expected.get(id));
      expect(out.split('\n').length).toBeGreaterThan(3);
    },
  );

  it('reads days saved as NDJSON, even if the oldest one lacks a column', async () => {
    for (const id of ['dayahead-prices', 'dayahead-turnover']) {
      const { code, out, err } = await run(target, source(id, 'ndjson'));
      expect(code, err).toBe(0);
      expect(out).toBe(expected.get(id));
    }
  });

  it('reads an exported CSV file whose texts contain commas and quotation marks', async () => {
    const value = (at: number) =>
      `{"startTime":"2026-03-28T2${at}:00:00Z","endTime":"2026-03-28T2${at}:15:00Z","value":${at}.25}`;
    const area = JSON.stringify('NO1, "north"');
    const body = `[{"attributes":[{"name":"deliveryArea","value":${area}}],"unit":"EUR/MWh","values":[${value(2)},${value(3)}]}]`;
    const bytes: Uint8Array[] = [];
    const sink = {
      write: (part: Uint8Array) => {
        bytes.push(Buffer.from(part));
        return Promise.resolve();
      },
    };
    const never = { onProgress: () => undefined, signal: new AbortController().signal };
    await writeCsv(everythingOf(readBody(body).table), sink, never);
    mkdirSync(join(folder, 'exports'), { recursive: true });
    writeFileSync(join(folder, 'exports', 'dayahead-prices.csv'), Buffer.concat(bytes));
    const { dataset } = source('dayahead-prices', 'parquet');
    const path = 'exports/dayahead-prices.csv';
    const { code, out, err } = await run(target, { dataset, format: 'csv', isRange: false, path });
    expect(code, err).toBe(0);
    expect(out).toBe('area,unit,month,prices,mean\n"NO1, ""north""",EUR/MWh,2026-03,2,2.75\n');
  });

  it('reads another path that is passed to it, and says so if nothing is there', async () => {
    const elsewhere = join(folder, 'parquet', 'uk-auction-prices');
    const given = await run(target, source('uk-flows', 'parquet'), {
      args: [elsewhere],
      cwd: dirname(folder),
    });
    expect(given.code, given.err).toBe(0);
    const missing = await run(target, source('uk-flows', 'parquet'), { args: ['nowhere'] });
    expect(missing.code).not.toBe(0);
    expect(missing.err).toContain('nowhere');
  });
});

it.each(targets.filter((target) => target !== 'pyspark'))(
  '%s reads an address that is not a path on this machine, through fsspec',
  async (target) => {
    // Python runs this first. It fills a file system that exists only in the memory of the process.
    const start = join(dirname(folder), 'start');
    mkdirSync(start, { recursive: true });
    const fill = 'import fsspec\nfsspec.filesystem("memory").put(FROM, "/market", recursive=True)\n';
    const from = JSON.stringify(join(folder, 'parquet', 'dayahead-prices', '/').replaceAll('[', '[[]'));
    writeFileSync(join(start, 'sitecustomize.py'), fill.replace('FROM', from));
    const address = 'memory://market';
    const variables = { PYTHONPATH: start, MARKET_DATA_PATH: address };
    const { code, out, err } = await run(target, source('dayahead-prices', 'parquet'), { variables });
    expect(code, err).toBe(0);
    expect(out).toBe(expected.get('dayahead-prices'));
  },
);
