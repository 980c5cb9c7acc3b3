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
import {
  hasSpark,
  leastVersions,
  programsInOne,
  python,
  type PythonPlace,
  type PythonRun,
} from './pythonRuns';

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

/** A program that reads an exported file. */
const ofFile = (id: string, format: ProgramFormat, name: string): ProgramSource => ({
  dataset: datasetOf(id),
  format,
  isRange: false,
  path: `exports/${name}.${format}`,
});

const order = (quantity: string) =>
  `{"updatedTime":"2026-03-29T10:00:00Z","side":"BUY","quantity":${quantity},"quantityUnit":"kW"}`;
const integerBody = `[${['9007199254740993', '2', 'null', '1.5'].map(order).join()}]`;
const integers = (['parquet', 'ndjson', 'csv'] as const).map((format) =>
  ofFile('intraday-orders', format, 'integers'),
);

const value = (at: number) =>
  `{"startTime":"2026-03-28T2${at}:00:00Z","endTime":"2026-03-28T2${at}:15:00Z","value":-${at}.25}`;
const seriesOf = (area: string) =>
  `{"attributes":[{"name":"deliveryArea","value":${JSON.stringify(area)}}],"unit":"EUR/MWh","values":[${value(2)},${value(3)}]}`;
const textBody = `[${areas.map(seriesOf).join()}]`;
const texts = ([undefined, 'excel'] as const).map((dialect) => ({
  dialect,
  source: ofFile('dayahead-prices', 'csv', `texts-${dialect ?? 'usual'}`),
}));

beforeAll(async () => {
  mkdirSync(join(folder, 'exports'), { recursive: true });
  for (const { path, format } of integers) await exportTo(path, 'publicOrder', integerBody, format);
  for (const { dialect, source } of texts)
    await exportTo(source.path, 'timeSeries', textBody, 'csv', { dialect });
});

/** Exports a response to a file. */
async function exportTo(
  path: string,
  kind: RecordKind,
  body: string,
  format: ProgramFormat,
  options: FormatOptions = {},
): Promise<void> {
  const bytes: Uint8Array[] = [];
  const write = (part: Uint8Array) => Promise.resolve(void bytes.push(Buffer.from(part)));
  const given = { ...options, onProgress: () => undefined, signal: new AbortController().signal };
  await writeTable(format, everythingOf(readBody(body, kind).table), { write }, given);
  writeFileSync(join(folder, path), Buffer.concat(bytes));
}

let made = 0;

/** Writes the program as it was copied, and returns its path. */
function copied(target: ProgramTarget, source: ProgramSource): string {
  made += 1;
  const file = join(dirname(folder), `program${made}.py`);
  writeFileSync(file, programText(target, source));
  return file;
}

const variablesOf = (target: ProgramTarget): Readonly<Record<string, string>> =>
  target === 'pyspark' ? { PYSPARK_SUBMIT_ARGS: '--master local[2] pyspark-shell' } : {};

/** Runs the program as it was copied, in the folder that its path is relative to. */
const run = (
  target: ProgramTarget,
  source: ProgramSource,
  { args = [], ...place }: { args?: readonly string[] } & Partial<PythonPlace> = {},
) =>
  python([copied(target, source), ...args], {
    cwd: folder,
    ...place,
    variables: { ...variablesOf(target), ...place.variables },
  });

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
  dataset: datasetOf(dataset),
  format,
  isRange: true,
  path: `${format}/${dataset}`,
});

describe.each(engines)('a program copied for $target, run with $versions', (each) => {
  const { target, variables, ids, ofLines } = each;
  const lines: string[][] = [];
  let runs: readonly PythonRun[];
  /** Notes a program to be run with the others of this engine, and returns what gives its end. */
  const noted = (source: ProgramSource, args: readonly string[] = []) => {
    const at = lines.push([copied(target, source), ...args]) - 1;
    return (): PythonRun => {
      const ended = runs[at];
      if (!ended) throw new Error(`Program ${at} did not run.`);
      return ended;
    };
  };
  beforeAll(async () => {
    runs = await programsInOne(lines, { cwd: folder, variables: { ...variablesOf(target), ...variables } });
  }, 300_000);

  const wholes = ids.map((id) => ({ id, end: noted(source(id, 'parquet')) }));
  it.each(wholes)('gives the same counts and sums as the rows of $id, to the last digit', ({ id, end }) => {
    const { code, out, err } = end();
    expect(code, err).toBe(0);
    expect(out).toBe(expected.get(id));
    expect(out.split('\n').length).toBeGreaterThan(3);
    const left = /^Left out (\d+) of (\d+) rows without startTime or value\.$/m.exec(err);
    // One value isn't a number.
    expect(left?.[1]).toBe(id === 'dayahead-prices' ? '1' : undefined);
  });

  const days = noted(source('dayahead-turnover', 'parquet'), ['--from', '2026-03-29', '--to', '2026-03-30']);
  it('reads only the days from one to another', () => {
    const { code, out, err } = days();
    expect(code, err).toBe(0);
    const rows = rowsOf(join(folder, 'ndjson', 'dayahead-turnover'), (day) =>
      ['2026-03-29', '2026-03-30'].includes(day),
    );
    expect(out).toBe(answerOf('dayahead-turnover', rows));
  });

  const ofIntegers = integers.map((source) => ({ format: source.format, end: noted(source) }));
  it.each(ofIntegers)('sums integers as integers, from $format', ({ end }) => {
    const { code, out, err } = end();
    expect(code, err).toBe(0);
    expect(out).toBe('day,side,unit,events,quantity\n2026-03-29,BUY,kW,2,9007199254740995\n');
    expect(err).toMatch(/^Left out 2 of 4 rows without updatedTime or quantity\.$/m);
  });

  const saved = ofLines.map((id) => ({ id, end: noted(source(id, 'ndjson')) }));
  it.each(saved)(
    'reads days of $id saved as NDJSON, even if the oldest one lacks a column',
    ({ id, end }) => {
      const { code, out, err } = end();
      expect(code, err).toBe(0);
      expect(out).toBe(expected.get(id));
    },
  );

  const ofTexts = texts.map(({ dialect, source }) => ({ dialect, end: noted(source) }));
  it.each(ofTexts)('reads CSV whose texts have all that is special, dialect $dialect', ({ end }) => {
    const { code, out, err } = end();
    expect(code, err).toBe(0);
    const expectedLines = areas.map((area) => `${csvField(area)},EUR/MWh,2026-03,2,-2.75`);
    const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
    const [, ...told] = out.split(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(0, -1);
    expect(told.sort(byBytes)).toEqual(expectedLines.sort(byBytes));
    expect(err).not.toContain('Left out');
  });
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
