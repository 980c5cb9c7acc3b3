import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programTargets } from '#src/protocol/codeTargets';
import type { Manifest } from '#src/range/manifest';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { builtCli } from '../unit/cli/builtCli';
import { hasSpark, python } from './pythonRuns';
import { fetchSampleRange } from './sampleRanges';

let service: Sandbox;
let range: { readonly folder: string; readonly manifest: Manifest };

/** Fields that no program can tell from a documented one, from the days' folders, or from our own column. */
const odd = '"Value":1,"Day":"Saturday","day":6,"_more":{},';

/** The last day lacks the odd fields, has another one, and a value that isn't a number. */
const changed = (text: string, day: string): string =>
  day === '2026-03-30'
    ? text.replace(/"value":-?[\d.]+/, '"later":true,"value":"n/a"')
    : text.replaceAll(/(?<=[[,]\s*)\{(?=\s*"type")/g, `{${odd}`);

beforeAll(async () => {
  service = await startSandbox();
  const parameters = { deliveryarea: 'NO1' };
  const asked = { dataset: 'dayahead-prices', parameters, from: '2026-03-28', to: '2026-03-30' };
  const target = mkdtempSync(join(tmpdir(), 'plain-'));
  range = await fetchSampleRange(await builtCli(), target, asked, service, changed);
});
afterAll(() => service.close());

const engines = programTargets.filter((target) => target !== 'pyspark' || hasSpark);

it.each(engines)(
  '%s reads a folder by its plain path as one table, whatever fields the service has added',
  async (engine) => {
    const { columns = [], days } = range.manifest;
    const renamed = ['Value', 'Day', 'day', '_more'];
    expect(columns).toEqual(expect.arrayContaining(renamed));
    const script = join(import.meta.dirname, 'plain_paths.py');
    const { code, out, err } = await python([script, engine, range.folder], { cwd: range.folder });
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toEqual({
      rows: Object.values(days).reduce((sum, day) => sum + day.rows, 0),
      days: 3,
      columns: [
        ...columns.filter((name) => !renamed.includes(name)),
        ...['Value_2', 'Day_2', 'day_3', '_more_2', '_more', 'day'],
      ].sort(),
    });
  },
);
