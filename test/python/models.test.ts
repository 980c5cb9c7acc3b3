import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { typeLabels } from '#src/protocol/codeTargets';
import { typesOf } from '#src/exports/types/types';
import type { Dataset } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { run } from '../unit/exports/runCopies';
import { answersOf, damagedAnswers, seededAnswersOf } from '../unit/exports/types/answers';

const folder = mkdtempSync(join(tmpdir(), 'models-'));
/** A module name that mypy accepts, without a dot or a hyphen. */
const modules = datasets.map(({ id }) => join(folder, `${id.replaceAll('-', '_')}.py`));

const wholeAnswersOf = (dataset: Dataset) => [...answersOf(dataset), ...seededAnswersOf(dataset)];

/** What the models report about each dataset's responses, the damaged ones last. */
let said: Record<string, (string | null)[]>;

beforeAll(async () => {
  datasets.forEach((dataset, at) => {
    const { id } = dataset;
    const models = typesOf('pydantic', dataset);
    const answers = [...wholeAnswersOf(dataset), ...damagedAnswers(dataset)].map(({ text }) => text);
    writeFileSync(join(folder, `${id}${typeLabels.pydantic.suffix}`), models);
    writeFileSync(modules[at]!, models);
    writeFileSync(join(folder, `${id}.answers.json`), JSON.stringify(answers));
  });
  const { code, out, err } = await run('python', [join(import.meta.dirname, 'read_answers.py'), folder]);
  expect(code, err).toBe(0);
  said = JSON.parse(out) as typeof said;
});

describe.each(datasets)('the pydantic models of $id', (dataset) => {
  const whole = wholeAnswersOf(dataset);

  it('accept every response and fixture, and keep each field and each digit', () => {
    const problems = said[dataset.id]?.slice(0, whole.length);
    expect(problems).toEqual(whole.map(() => null));
  });

  it('reject a field of another type', () => {
    const accepted = damagedAnswers(dataset).filter(
      (_, at) => said[dataset.id]?.[whole.length + at] === null,
    );
    expect(accepted).toEqual([]);
  });
});

describe('the pydantic models', () => {
  const check = async (program: string, ...args: string[]) => {
    const { code, out, err } = await run(program, args);
    expect(code, out + err).toBe(0);
  };

  it('have the types they promise according to mypy --strict', async () => {
    await check('mypy', '--strict', '--cache-dir', join(folder, 'mypy'), ...modules);
  }, 600_000);

  it('give ruff nothing to report and nothing to format', async () => {
    await check('ruff', 'check', '--isolated', folder, import.meta.dirname);
    await check('ruff', 'format', '--isolated', '--check', folder, import.meta.dirname);
  });
});
