import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programTargets } from '../../src/protocol/codeTargets';
import { readManifest, manifestName } from '../../src/range/manifest';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { writeEditorRange } from './editorRange';
import { hasSpark, python } from './pythonRuns';

const folder = mkdtempSync(join(tmpdir(), 'plain-'));
let service: Sandbox;
let rows = 0;
let columns: string[] = [];

/** Fields that no program can tell from a documented one, or from the days' folders. */
const odd = '"Value":1,"Day":"Saturday","day":6,';

/** The last day lacks the odd fields, has one that came later, and a value that isn't a number. */
const changed = (body: Buffer, day: string): Buffer =>
  Buffer.from(
    day === '2026-03-30'
      ? body
          .toString('utf8')
          .replace(/"value":-?[\d.]+/, '"value":"n/a"')
          .replace('"type"', '"later":1,"type"')
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
  const { days, columns: settled = [] } = readManifest(text, '');
  rows = Object.values(days).reduce((sum, day) => sum + day.rows, 0);
  const own = ['Value_2', 'Day_2', 'day_3', '_more', 'day'];
  columns = [...settled.filter((name) => !/^(Value|Day|day)$/.test(name)), ...own].sort();
  expect(settled).toEqual(expect.arrayContaining(['Value', 'Day', 'day']));
});
afterAll(() => service.close());

const engines = programTargets.filter((target) => target !== 'pyspark' || hasSpark);

it.each(engines)(
  '%s reads a folder by its plain path as one table, whatever fields the service has added',
  async (engine) => {
    const script = join(import.meta.dirname, 'plain_paths.py');
    const { code, out, err } = await python([script, engine, join(folder, 'dayahead-prices')], {
      cwd: folder,
    });
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toEqual({ rows, days: 3, columns });
  },
);
