import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programTargets } from '#src/protocol/codeTargets';
import { programFormats, programText } from '#src/exports/programs/program';
import { datasets } from '#src/market/datasets/datasets';
import { odd, run } from '../unit/exports/runCopies';

it('copied programs of each dataset compile in Python, whatever their paths are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  const files: string[] = [];
  const save = (text: string) => {
    files.push(join(folder, `program${files.length}.py`));
    writeFileSync(files.at(-1)!, text);
  };
  for (const dataset of datasets) {
    for (const target of programTargets)
      for (const format of programFormats)
        for (const isRange of [true, false])
          save(programText(target, { dataset, format, isRange, path: `folder/${odd}"""` }));
  }
  const { code, err } = await run('python', ['-m', 'py_compile', ...files]);
  expect(code, err).toBe(0);
});
