import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localPlace } from '../../src/disk/place';
import { onlyRangeIn } from '../../src/engine/range/foundRange';
import { programText } from '../../src/exports/programs/program';
import { requireDataset } from '../../src/market/datasets/datasets';
import { programTargets } from '../../src/protocol/codeTargets';
import { readManifest, manifestName } from '../../src/range/manifest';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { compactEditorRange, writeEditorRange } from './editorRange';
import { hasSpark, python } from './pythonRuns';

const folder = mkdtempSync(join(tmpdir(), 'plain-'));
let service: Sandbox;
let rows = 0;
let columns: string[] = [];
const compactFolder = mkdtempSync(join(tmpdir(), 'compact-'));
let compactColumns: string[] = [];

/** Fields that no program can tell from a documented one, or from the days' folders. */
const odd = '"Value":1,"Day":"Saturday","day":6,"Month":"March",';

/** The last day lacks the odd fields, and has a value that isn't a number. */
const changed = (body: Buffer, day: string): Buffer =>
  Buffer.from(
    day === '2026-03-30'
      ? body.toString('utf8').replace(/"value":-?[\d.]+/, '"value":"n/a"')
      : body.toString('utf8').replaceAll(/(?<=[[,]\s*)\{(?=\s*"type")/g, `{${odd}`),
  );

beforeAll(async () => {
  service = await startSandbox();
  const asked = {
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1' },
    from: '2026-03-28',
    to: '2026-03-30',
  };
  await writeEditorRange(folder, asked, service, changed);
  const text = readFileSync(join(folder, manifestName(asked.dataset)), 'utf8');
  const manifest = readManifest(text, '');
  rows = Object.values(manifest.days).reduce((sum, day) => sum + day.rows, 0);
  const own = ['Value_2', 'Day_2', 'day_3', 'Month_2', '_unfit', 'day'];
  columns = [...manifest.columns.filter((name) => !/^(Value|Day|day|Month)$/.test(name)), ...own].sort();
  cpSync(folder, compactFolder, { recursive: true });
  compactColumns = [...columns.filter((name) => name !== 'day'), 'deliveryDay', 'month'].sort();
  const found = await onlyRangeIn(localPlace(join(compactFolder, asked.dataset)), compactFolder);
  expect(await compactEditorRange(found)).toMatchObject({ days: 3, good: 3 });
  expect(readdirSync(join(compactFolder, asked.dataset))).toEqual(['month=2026-03']);
  expect(manifest.columns).toEqual(expect.arrayContaining(['Value', 'Day', 'day', 'Month']));
});
afterAll(() => service.close());

const engines = programTargets.filter((target) => target !== 'pyspark' || hasSpark);

it.each(engines)(
  '%s reads a folder by its plain path as one table, whatever fields the service has added',
  async (engine) => {
    const script = join(import.meta.dirname, 'plain_paths.py');
    const { code, out, err } = await python([script, engine, join(folder, 'dayahead-prices'), 'day'], {
      cwd: folder,
    });
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toEqual({ rows, days: 3, columns });
  },
);

it.each(engines)('%s reads a compact folder in the same way, with the day as a column', async (engine) => {
  const script = join(import.meta.dirname, 'plain_paths.py');
  const range = join(compactFolder, 'dayahead-prices');
  const { code, out, err } = await python([script, engine, range, 'deliveryDay'], { cwd: folder });
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual({ rows, days: 3, columns: compactColumns });
});

it.each(engines)(
  'the program for %s gives the same answer about a day for both kinds of folders',
  async (engine) => {
    const dataset = requireDataset('dayahead-prices');
    const source = { dataset, format: 'parquet', isRange: true, path: 'dayahead-prices' } as const;
    // Not the engine's own name: Python would import the script as the engine.
    const script = join(folder, `read_with_${engine}.py`);
    writeFileSync(script, programText(engine, source));
    const answers = [];
    const days = ['--from', '2026-03-29', '--to', '2026-03-29'];
    // Two engines at once would take more memory than some machines have.
    for (const cwd of [folder, compactFolder]) answers.push(await python([script, ...days], { cwd }));
    expect(
      answers.map(({ code }) => code),
      answers[1]?.err,
    ).toEqual([0, 0]);
    expect(answers[0]?.out.split('\n').length).toBeGreaterThan(2);
    expect(answers[1]?.out).toBe(answers[0]?.out);
  },
);
