// Measures the extension against named references, or against another commit:
// npm run bench -- [PART ...] [--quick | --smoke] [--against REVISION]
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cliBundle, hostBundles, viewBundles } from '../../scripts/bundles.mjs';
import {
  cache,
  installDependencies,
  node,
  PlainProblem,
  root,
  start,
  testResults,
} from '../../scripts/checkout.mjs';
import { withProgramsOf } from './otherTree.mjs';

/**
 * Keeps scripts and harness external, because they find the checkout by the location of their own files.
 *
 * @type {import('esbuild').Plugin}
 */
const scriptsInPlace = {
  name: 'scripts-in-place',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(harness|scripts)\/\w+\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    })),
};

/** What was asked for on the command line. */
function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, smoke: { type: 'boolean' }, against: { type: 'string' } },
    });
  } catch (error) {
    throw new PlainProblem(
      `${error instanceof Error ? error.message : String(error)}\nnpm run bench -- [PART ...] [--quick | --smoke] [--against REVISION]`,
    );
  }
}

// Ctrl+C ends what is running, and then everything is removed.
process.once('SIGINT', () => undefined);

await start(async () => {
  const {
    positionals: parts,
    values: { against, ...sizes },
  } = asked();
  await installDependencies();
  const { build } = await import('esbuild');
  const folder = join(cache, `bench-${process.pid}`);
  const programs = [
    'main',
    'ours/ours',
    ...['axios', 'axiosPrint', 'duckdb'].map((name) => `peers/${name}`),
    'results/bodyServer',
  ];
  await build({
    entryPoints: programs.map((name) => join(root, 'test', 'bench', `${name}.ts`)),
    outdir: folder,
    // The programs find each other in one folder.
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [scriptsInPlace],
  });
  await build({
    entryPoints: ['processorTime', 'windows/rangeProbe'].map((name) =>
      join(root, 'test', 'bench', `${name}.ts`),
    ),
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
  });
  // The extension as it is packaged, in its own folder: dist/ may be in use, and isn't minified.
  const product = join(folder, 'product');
  for (const part of ['package.json', 'package.nls.json', 'l10n', 'media']) {
    cpSync(join(root, part), join(product, part), { recursive: true });
  }
  const host = hostBundles(true);
  // The HTTP client once more, alone: the bench queries without an editor.
  const entryPoints = { ...host.entryPoints, marketClient: 'src/service/marketClient.ts' };
  await build({ ...host, entryPoints, outdir: join(product, 'dist') });
  await build({ ...cliBundle(true), outdir: join(product, 'dist') });
  await build({ ...viewBundles(true), outdir: join(product, 'dist', 'webview') });
  /** @param {NodeJS.ProcessEnv} [env] */
  const measure = (env) =>
    node([join(folder, 'main.mjs'), ...parts, ...Object.keys(sizes).map((size) => `--${size}`)], {
      env,
      log: join(testResults, 'bench.log'),
    });
  try {
    if (against === undefined) return await measure();
    return await withProgramsOf(against, (programs) =>
      measure({ BENCH_AGAINST: against, BENCH_AGAINST_PROGRAMS: programs }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
