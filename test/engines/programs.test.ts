import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  programFormats,
  programText,
  type ProgramFormat,
  type ProgramSource,
} from '#src/exports/programs/program';
import { writeTable } from '#src/exports/writers';
import { requireDataset } from '#src/market/datasets/datasets';
import { programTargets, type ProgramTarget } from '#src/protocol/codeTargets';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { builtCli } from '../unit/cli/builtCli';
import { everythingOf } from '../unit/exports/sampleSource';
import { readBody } from '../unit/table/readBody';
import { hasSpark, leastVersions, python } from './pythonRuns';
import { fetchSampleRange, sampleRange } from './sampleRanges';

const parent = mkdtempSync(join(tmpdir(), 'programs-'));
/** A folder whose name contains every character that some program treats as part of a pattern. */
const odd = 'år [1] {a,b}';
const oddFolder = join(parent, odd);
let service: Sandbox;

/** What a program has in its frame, or why it failed. */
interface Described {
  readonly error?: string;
  readonly rows?: number;
  readonly columns?: readonly string[];
  readonly zone?: string;
  readonly times?: readonly string[];
  readonly numbers?: readonly string[];
  readonly texts?: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** The datasets that programs are run with, and a column of each kind. */
const samples = {
  'dayahead-prices': { time: 'startTime', number: 'value', text: 'attribute.deliveryArea' },
  'dayahead-curves': { time: 'startTime', number: 'price', text: 'side' },
  'intraday-orders': { time: 'updatedTime', number: 'quantity', text: 'deliveryArea' },
  'hub-to-hub-capacities': { time: 'deliveryStart', number: 'outCapacity', text: 'areaFrom' },
} as const;
type Sample = keyof typeof samples;
const ids = ['dayahead-prices', 'dayahead-curves', 'hub-to-hub-capacities'] as const;

const order = (quantity: string, more = '') =>
  `{"updatedTime":"2026-03-29T00:30:00.12345Z","deliveryArea":"NA","side":"BUY","quantity":${quantity}${more}}`;
/** A text is null in the whole first file, and a later one has a field that has no column. */
function changed(body: string, day: string): string {
  if (day === '2026-03-28') return body.replaceAll(/"SubType":\s*"[^"]*"/g, '"SubType":null');
  return body.replaceAll(/(?<=[[,]\s*)\{(?=\s*"type")/g, '{"quality":"final",');
}

/** Integers that doubles can't have, a missing one, and a text that CSV quotes. */
const orders = `[${[order('9007199254740993'), order('2'), order('null'), order('7', ',"text":"two\\nlines, \\"x\\""')].join()}]`;

beforeAll(async () => {
  service = await startSandbox();
  const cli = await builtCli();
  for (const id of ids)
    for (const format of ['parquet', 'ndjson'] as const)
      await fetchSampleRange(cli, join(oddFolder, format), { ...sampleRange(id), format }, service);
  const asked = { ...sampleRange('dayahead-prices'), format: 'ndjson' } as const;
  await fetchSampleRange(cli, join(oddFolder, 'changing'), asked, service, changed);
  mkdirSync(join(oddFolder, 'exports'));
  for (const format of programFormats) {
    const bytes: Uint8Array[] = [];
    const write = (part: Uint8Array) => Promise.resolve(void bytes.push(Buffer.from(part)));
    const options = { onProgress: () => undefined, signal: new AbortController().signal };
    await writeTable(format, everythingOf(readBody(orders, 'publicOrder').table), { write }, options);
    writeFileSync(join(oddFolder, 'exports', `orders.${format}`), Buffer.concat(bytes));
  }
}, 300_000);
afterAll(() => service.close());

const ofRange = (id: Sample, format: ProgramFormat): ProgramSource => ({
  dataset: requireDataset(id),
  format,
  isRange: true,
  path: `${odd}/${format}/${id}`,
});
const changing: ProgramSource = {
  ...ofRange('dayahead-prices', 'ndjson'),
  path: `${odd}/changing/dayahead-prices`,
};
const ofFile = (format: ProgramFormat): ProgramSource => ({
  dataset: requireDataset('intraday-orders'),
  format,
  isRange: false,
  path: `${odd}/exports/orders.${format}`,
});

/** The columns that are compared. */
const columnsOf = ({ dataset, path }: ProgramSource) => ({
  ...samples[dataset.id as Sample],
  ...(path === changing.path ? { text: '_more' } : {}),
});

/** Runs the programs in one process, in the folder that their paths are relative to. */
async function framesOf(
  target: ProgramTarget,
  sources: readonly ProgramSource[],
  least: boolean,
): Promise<Described[]> {
  const place = mkdtempSync(join(parent, 'run-'));
  const asked = sources.map((source, at) => {
    const file = join(place, `program${at}.py`);
    writeFileSync(file, programText(target, source));
    return { file, ...columnsOf(source) };
  });
  writeFileSync(join(place, 'asked.json'), JSON.stringify(asked));
  const script = join(import.meta.dirname, 'read_programs.py');
  const variables = {
    ...(target === 'pyspark' ? { PYSPARK_SUBMIT_ARGS: '--master local[2] pyspark-shell' } : {}),
    ...(least ? leastVersions : {}),
  };
  const ended = join(place, 'ended.json');
  const { code, err } = await python([script, join(place, 'asked.json'), ended], {
    cwd: parent,
    variables,
  });
  if (code !== 0) throw new Error(err);
  return JSON.parse(readFileSync(ended, 'utf8')) as Described[];
}

/** The rows of a range, from its NDJSON files. */
function rowsOf({ dataset, path }: ProgramSource): Row[] {
  const { from, to } = sampleRange(dataset.id);
  const folder = join(parent, path.replace('/parquet/', '/ndjson/'));
  const rows: Row[] = [];
  for (let day = from; day <= to; day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)) {
    const text = readFileSync(join(folder, `day=${day}`, 'part-0.ndjson'), 'utf8');
    rows.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Row),
    );
  }
  return rows;
}

/** The same as a program tells of its frame. */
function expectedOf(source: ProgramSource): Described {
  const rows = rowsOf(source);
  const { time, number, text } = columnsOf(source);
  const texts = (name: string) =>
    rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])).sort();
  return {
    rows: rows.length,
    zone: 'Europe/Oslo',
    times: texts(time).map((each) => new Date(each).toISOString()),
    numbers: rows.flatMap((row) => (typeof row[number] === 'number' ? [String(row[number])] : [])).sort(),
    texts: texts(text),
  };
}

const targets = programTargets.filter((target) => target !== 'pyspark' || hasSpark);
const engines = targets.flatMap((target) => [
  { target, least: false, versions: 'the newest versions' },
  { target, least: true, versions: 'the least versions' },
]);

describe.each(engines)('a program copied for $target, run with $versions', ({ target, least }) => {
  const ranges = ids.flatMap((id) => [ofRange(id, 'parquet'), ofRange(id, 'ndjson')]);
  const sources = [...ranges, changing, ...programFormats.map(ofFile)];
  let frames: readonly Described[] = [];
  beforeAll(async () => {
    frames = await framesOf(target, sources, least);
  }, 300_000);
  const frameOf = (wanted: ProgramSource) => {
    const { error, columns, ...frame } = frames[sources.findIndex(({ path }) => path === wanted.path)] ?? {};
    expect(error).toBeUndefined();
    expect(columns).toBeDefined();
    return frame;
  };

  it.each(ranges)('has the rows of $path, with times by the clocks of the market', (source) => {
    expect(frameOf(source)).toEqual(expectedOf(source));
  });

  it('has the fields that came after the first day, and a text that the first day lacks', () => {
    const expected = expectedOf(changing);
    expect(expected.texts).toContain('{"quality":"final"}');
    expect(rowsOf(changing).map(({ SubType }) => SubType === null)).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(frameOf(changing)).toEqual(expected);
  });

  it.each(programFormats)('keeps integers, missing values, and texts of an export as %s', (format) => {
    const { rows, zone, times, numbers, texts } = frameOf(ofFile(format));
    expect([rows, zone]).toEqual([4, 'Europe/Oslo']);
    expect(times).toEqual(Array(4).fill('2026-03-29T00:30:00.123Z'));
    expect(numbers).toEqual(['2', '7', '9007199254740993']);
    expect(texts).toEqual(['NA', 'NA', 'NA', 'NA']);
  });
});
