import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programTargets, type ProgramTarget } from '../../src/protocol/codeTargets';
import type { FormatOptions } from '../../src/protocol/exportOrder';
import { programText } from '../../src/exports/programs/program';
import type { ProgramFormat, ProgramSource } from '../../src/exports/programs/programParts';
import { writeTable } from '../../src/exports/writers';
import type { RecordKind } from '../../src/market/records/recordKinds';
import { csvField } from '../../src/text/csvField';
import { datasets } from '../../src/market/datasets/datasets';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { everythingOf } from '../unit/exports/sampleSource';
import { readBody } from '../unit/table/readBody';
import { answerOf, rowsOf } from './answers';
import { sampleRange, writeEditorRange } from './editorRange';
import { hasSpark, leastVersions, python, type PythonPlace } from './pythonRuns';

/** A folder whose name contains every character that some program treats as part of a pattern. */
const folder = join(mkdtempSync(join(tmpdir(), 'programs-')), 'år [1] {a,b}');
let service: Sandbox;
/** What the programs should print about each dataset, computed from the NDJSON files. */
const expected = new Map<string, string>();

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
      const root = await writeEditorRange(
        join(folder, format),
        { ...sampleRange(id), format },
        service,
        change,
      );
      if (format === 'ndjson') expected.set(id, answerOf(id, rowsOf(root)));
    }
  }
});
afterAll(() => service.close());

/** Texts that CSV quotes, or that spreadsheets would run or split. */
const areas = ['NO1, "north"', 'two\nlines', '=1+1', "'=1+1", 'a;=b', 'a,-b', '\t@x', '1,5', "it's"];

const datasetOf = (id: string) => datasets.find((dataset) => dataset.id === id)!;

/** Exports a response to a file, and returns its path. */
async function exported(
  id: string,
  kind: RecordKind,
  body: string,
  format: ProgramFormat,
  options: FormatOptions = {},
): Promise<string> {
  const bytes: Uint8Array[] = [];
  const write = (part: Uint8Array) => Promise.resolve(void bytes.push(Buffer.from(part)));
  const given = { ...options, onProgress: () => undefined, signal: new AbortController().signal };
  await writeTable(format, everythingOf(readBody(body, kind).table), { write }, given);
  const path = `exports/${id}-${options.dialect ?? 'usual'}.${format}`;
  mkdirSync(join(folder, 'exports'), { recursive: true });
  writeFileSync(join(folder, path), Buffer.concat(bytes));
  return path;
}

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
/** With the newest versions, and with the least ones that programs name. */
const engines = targets.flatMap((target) => [
  {
    target,
    versions: 'the newest versions',
    variables: {},
    ids: datasets.map(({ id }) => id),
    ofLines: ['dayahead-prices', 'dayahead-turnover'],
  },
  {
    target,
    versions: 'the least versions',
    variables: leastVersions,
    ids: ['dayahead-prices', 'dayahead-turnover', 'intraday-orders'],
    ofLines: ['dayahead-prices'],
  },
]);
const source = (dataset: string, format: 'parquet' | 'ndjson'): ProgramSource => ({
  dataset: datasets.find(({ id }) => id === dataset)!,
  format,
  isRange: true,
  path: `${format}/${dataset}`,
});

describe.each(engines)('a program copied for $target, run with $versions', (each) => {
  const { target, variables, ids, ofLines } = each;

  it.each(ids)('gives the same counts and sums as the rows of %s, to the last digit', async (id) => {
    const { code, out, err } = await run(target, source(id, 'parquet'), { variables });
    expect(code, err).toBe(0);
    expect(out).toBe(expected.get(id));
    expect(out.split('\n').length).toBeGreaterThan(3);
    const left = /^Left out (\d+) of (\d+) rows without startTime or value\.$/m.exec(err);
    // One value isn't a number.
    expect(left?.[1]).toBe(id === 'dayahead-prices' ? '1' : undefined);
  });

  it('reads only the days from one to another', async () => {
    const days = ['--from', '2026-03-29', '--to', '2026-03-30'];
    const { code, out, err } = await run(target, source('dayahead-turnover', 'parquet'), {
      variables,
      args: days,
    });
    expect(code, err).toBe(0);
    const rows = rowsOf(join(folder, 'ndjson', 'dayahead-turnover'), (day) =>
      ['2026-03-29', '2026-03-30'].includes(day),
    );
    expect(out).toBe(answerOf('dayahead-turnover', rows));
  });

  it.each(['parquet', 'ndjson', 'csv'] as const)('sums integers as integers, from %s', async (format) => {
    const order = (quantity: string) =>
      `{"updatedTime":"2026-03-29T10:00:00Z","side":"BUY","quantity":${quantity},"quantityUnit":"kW"}`;
    const body = `[${['9007199254740993', '2', 'null', '1.5'].map(order).join()}]`;
    const path = await exported('intraday-orders', 'publicOrder', body, format);
    const dataset = datasetOf('intraday-orders');
    const { code, out, err } = await run(target, { dataset, format, isRange: false, path }, { variables });
    expect(code, err).toBe(0);
    expect(out).toBe('day,side,unit,events,quantity\n2026-03-29,BUY,kW,2,9007199254740995\n');
    expect(err).toMatch(/^Left out 2 of 4 rows without updatedTime or quantity\.$/m);
  });

  it('reads days saved as NDJSON, even if the oldest one lacks a column', async () => {
    for (const id of ofLines) {
      const { code, out, err } = await run(target, source(id, 'ndjson'), { variables });
      expect(code, err).toBe(0);
      expect(out).toBe(expected.get(id));
    }
  });

  it.each([undefined, 'excel'] as const)(
    'reads CSV whose texts have all that is special, dialect %s',
    async (dialect) => {
      const value = (at: number) =>
        `{"startTime":"2026-03-28T2${at}:00:00Z","endTime":"2026-03-28T2${at}:15:00Z","value":-${at}.25}`;
      const series = areas.map(
        (area) =>
          `{"attributes":[{"name":"deliveryArea","value":${JSON.stringify(area)}}],"unit":"EUR/MWh","values":[${value(2)},${value(3)}]}`,
      );
      const body = `[${series.join()}]`;
      const path = await exported('dayahead-prices', 'timeSeries', body, 'csv', { dialect });
      const dataset = datasetOf('dayahead-prices');
      const { code, out, err } = await run(
        target,
        { dataset, format: 'csv', isRange: false, path },
        { variables },
      );
      expect(code, err).toBe(0);
      const lines = areas.map((area) => `${csvField(area)},EUR/MWh,2026-03,2,-2.75`);
      const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
      const [, ...told] = out.split(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(0, -1);
      expect(told.sort(byBytes)).toEqual(lines.sort(byBytes));
      expect(err).not.toContain('Left out');
    },
  );
});

describe.each(targets)('a program copied for %s', (target) => {
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

  it('says which of its arguments is no day', async () => {
    const args = ['--from', 'soon'];
    const { code, err } = await run(target, source('dayahead-turnover', 'ndjson'), { args });
    expect(code).not.toBe(0);
    expect(err).toContain("invalid fromisoformat value: 'soon'");
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
