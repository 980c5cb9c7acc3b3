import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '#src/range/manifest';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { builtCli } from '../unit/cli/builtCli';
import { hasSpark, leastVersions, localSpark, python } from './pythonRuns';
import { rangeReaders } from './rangeReaders';
import { fetchSampleRange } from './sampleRanges';
import { sentRows, type SentRow } from './sentCells';

const target = mkdtempSync(join(tmpdir(), 'readers-'));
const programs = join(target, 'programs');
let service: Sandbox;
let manifest: Manifest;
const sent: SentRow[] = [];

/** Fields that no program can tell from a documented one, from the days' folders, or from our own column. */
const odd = '"Value":1,"Day":"Saturday","day":6,"_more":{},';

/** The last day lacks the odd fields, has another one, and a value that isn't a number. */
function changed(text: string, day: string): string {
  const body =
    day === '2026-03-30'
      ? text.replace(/"value":-?[\d.]+/, '"later":true,"value":"n/a"')
      : text.replaceAll(/(?<=[[,]\s*)\{(?=\s*"type")/g, `{${odd}`);
  sent.push(...sentRows(body, 'timeSeries'));
  return body;
}

beforeAll(async () => {
  service = await startSandbox();
  const parameters = { deliveryarea: 'NO1' };
  const asked = { dataset: 'dayahead-prices', parameters, from: '2026-03-28', to: '2026-03-30' };
  ({ manifest } = await fetchSampleRange(await builtCli(), target, asked, service, changed));
  mkdirSync(programs);
  for (const { engine, text } of rangeReaders) writeFileSync(join(programs, `${engine}.py`), text);
});
afterAll(() => service.close());

const sorted = (values: [string, number][]) =>
  values.map(([start, value]) => `${new Date(start).toISOString()} ${value}`).sort();

/** The times and numbers that were sent. */
const sentValues = () =>
  sorted(
    sent.flatMap(({ startTime, value }): [string, number][] =>
      typeof startTime === 'string' && typeof value === 'object' && value !== null
        ? [[startTime, Number(value.number)]]
        : [],
    ),
  );

const engines = rangeReaders.filter(({ engine }) => engine !== 'PySpark' || hasSpark);

describe.each(engines)('the documented program for $engine', ({ engine, text, packages }) => {
  it.each([
    ['newest', {}],
    ['least', leastVersions],
  ])(
    'reads a folder by its plain path as one table, whatever fields the service has added, with the %s versions',
    async (_, versions) => {
      const { columns = [], days } = manifest;
      const renamed = ['Value', 'Day', 'day', '_more'];
      expect(columns).toEqual(expect.arrayContaining(renamed));
      const script = join(import.meta.dirname, 'read_range.py');
      const place = { cwd: target, variables: { ...localSpark, ...versions } };
      const { code, out, err } = await python([script, join(programs, `${engine}.py`)], place);
      expect(code, err).toBe(0);
      const { values, ...told } = JSON.parse(out) as { values: [string, number][] };
      expect(told).toEqual({
        rows: Object.values(days).reduce((sum, day) => sum + day.rows, 0),
        days: 3,
        columns: [
          ...columns.filter((name) => !renamed.includes(name)),
          ...['Value_2', 'Day_2', 'day_3', '_more_2', '_more', 'day'],
        ].sort(),
        zone: 'Europe/Oslo',
      });
      expect(sorted(values)).toEqual(sentValues());
    },
  );

  it('has three to ten lines, and names the least versions that the tests install', () => {
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(10);
    const installed = readFileSync('test/engines/requirements-least.txt', 'utf8');
    expect(packages.length).toBeGreaterThan(0);
    for (const { name, version } of packages) expect(installed).toContain(`\n${name}==${version}.`);
  });
});

it('the document has a program for each engine, and ruff has nothing to report about them', async () => {
  expect(rangeReaders.map(({ engine }) => engine)).toEqual(['DuckDB', 'Polars', 'pandas', 'PySpark', 'Dask']);
  const { code, out, err } = await python(['-m', 'ruff', 'check', '--isolated', programs], { cwd: target });
  expect(code, out + err).toBe(0);
});
