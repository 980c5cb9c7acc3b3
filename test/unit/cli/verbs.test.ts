import { readFileSync } from 'node:fs';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { cliBundle } from '../../../scripts/bundles.mjs';
import { editorAnswers } from '#src/results/thread/editorAnswers';

let metafile: Metafile;

beforeAll(async () => {
  ({ metafile } = await build({ ...cliBundle(true), write: false }));
});

/**
 * What is evaluated together with these modules: all that they import, and what that imports, except on demand. They
 * are wrapped in functions, because the first module of the bundle imports all others on demand.
 */
function evaluatedWith(...modules: string[]): string[] {
  const [output] = Object.values(metafile.outputs);
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    const input = metafile.inputs[path];
    if (!input) throw new Error(`The command line has no ${path}.`);
    found.add(path);
    for (const each of input.imports) {
      if (each.external !== true && each.kind !== 'dynamic-import') follow(each.path);
    }
  };
  modules.forEach(follow);
  return [...found].filter((path) => (output?.inputs[path]?.bytesInOutput ?? 0) > 0);
}

it('no verb asks a question that only the bundle of the editor answers', () => {
  const [output] = Object.values(metafile.outputs);
  const inBundle = Object.keys(output?.inputs ?? {});
  expect(inBundle.filter((path) => /^src\/table\/(charts|compare)\//.test(path))).toEqual([]);
  const asked = inBundle
    .filter((path) => /^src\/(cli|engine|range|results\/checks)\//.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\.ask\(\s*[^,]+,\s*'(\w+)'/g)])
    .map(([, kind]) => kind);
  expect(new Set(asked)).toContain('integrity');
  expect(asked.filter((kind) => Object.keys(editorAnswers).includes(kind ?? ''))).toEqual([]);
});

/** What reads bodies and answers checks, in the thread of a small body. */
const owner = 'src/results/thread/resultOwner.ts';
const others = (own: string) => new RegExp(`^src/cli/verbs/(?!${own}\\.)|^src/(sandbox|engine/range|range)/`);

it('--help and --version evaluate nothing but the list of verbs', () => {
  const evaluated = evaluatedWith('src/cli/cli.ts', 'src/cli/main.ts');
  const known =
    /^(package\.json|src\/(cli\/\w+|text\/\w+|request\/environment|table\/tableLimits|queryFiles\/read\/nearest)\.ts)$/;
  expect(evaluated.filter((path) => !known.test(path))).toEqual([]);
  expect(evaluated).not.toContain('src/cli/session.ts');
});

it('a check evaluates neither what writes files nor the sample service nor other verbs', () => {
  const evaluated = evaluatedWith('src/cli/verbs/check.ts', owner);
  // The order of a sheet's columns, and how an export is described, are a few lines.
  const late =
    /^src\/(exports\/(?!(block|exportSource|xlsx\/sheetOrder)\.ts)|engine\/export\/)|\/(yazl|buffer-crc32)\//;
  expect(evaluated).toContain('src/engine/checks/queryChecks.ts');
  expect(evaluated.filter((path) => others('check').test(path) || late.test(path))).toEqual([]);
});

it('a run evaluates neither the sample service nor other verbs nor, unless it writes them, Parquet and Excel', () => {
  const evaluated = evaluatedWith('src/cli/verbs/run.ts', owner, 'src/exports/writers.ts');
  const late = /^src\/exports\/parquet\/|\/xlsx\/xlsx\.ts$|\/(yazl|buffer-crc32)\//;
  expect(evaluated).toContain('src/exports/csv.ts');
  expect(evaluated.filter((path) => others('run').test(path) || late.test(path))).toEqual([]);
});
