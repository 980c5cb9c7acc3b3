import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { programTargets } from '#src/protocol/codeTargets';
import { programFormats, programText } from '#src/exports/programs/program';
import { datasets } from '#src/market/datasets/datasets';
import { python } from './pythonRuns';

const folder = mkdtempSync(join(tmpdir(), 'clean-'));
const programs = join(folder, 'programs');

beforeAll(() => {
  mkdirSync(programs);
  for (const dataset of datasets)
    for (const target of programTargets)
      for (const format of programFormats)
        for (const isRange of [true, false]) {
          const name = [dataset.id.replaceAll('-', '_'), target, format, isRange ? 'range' : 'file'].join(
            '_',
          );
          const text = programText(target, { dataset, format, isRange, path: 'market-data/x' });
          writeFileSync(join(programs, `${name}.py`), text);
        }
});

const check = async (...args: string[]) => {
  const { code, out, err } = await python(['-m', ...args], { cwd: folder });
  expect(code, out + err).toBe(0);
};

it('copied programs give ruff nothing to report', async () => {
  // The frame at the end is for notebooks and consoles, which show it.
  await check('ruff', 'check', '--isolated', '--ignore', 'B018', programs);
});
