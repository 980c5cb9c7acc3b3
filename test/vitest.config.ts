import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testFiles, runsIn } from './harness/testFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Outside the editor, its module is this double. */
const resolve = { alias: { vscode: `${root}test/unit/editor/fakeVscode/vscode.ts` } };

const unit = {
  globalSetup: 'test/unit/temporaryFolder.ts',
  setupFiles: 'test/unit/editor/fakeVscode/renewed.ts',
  environment: 'node',
  // Property tests, and hooks that write large files, must also pass on a machine that is busy with other work.
  testTimeout: process.env['PROPERTY_RUNS'] === 'large' ? 1_800_000 : 120_000,
  hookTimeout: 120_000,
};

/** Tests of the project itself: its documents, its scripts, and the harness of the other tests. */
const ofProject = ['test/unit/{documents,harness,scripts}/**/*.test.ts', 'test/unit/sentences.test.ts'];

/** Tests that replace modules or sentences, or measure memory: they share nothing with others. */
const alone = readdirSync(`${root}test/unit`, { recursive: true, encoding: 'utf8' })
  .map((name) => `test/unit/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) =>
    /vi\.mock\(|vi\.resetModules\(|l10n\.config\(|heapAfterGc|memoryUsage/.test(
      readFileSync(root + path, 'utf8'),
    ),
  );

/** Files of test/ui that needn't run in the version of VS Code that `MDE_VSCODE` names. */
const version = process.env['MDE_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
const notHere = Object.keys(testFiles).filter((file) => !runsIn(version, file));

/** What a window with millions of rows needs of the code is tested with fewer rows, too: it's for `.ci/run`. */
if (process.env['MDE_WITHOUT_MILLIONS'] === 'true') notHere.push('ui/results/millions.test.ts');

/**
 * `unit`, `unit-alone`, `unit-project`: plain Node, fast. `bench`: whether the benchmark still runs, on tiny
 * sizes. `python`: what only Python can verify. `engines`: what only DuckDB, Spark, and other engines can. `page`:
 * the built view in a browser, without VS Code. `ui`: the real window, driven by a browser.
 */
export default defineConfig({
  root,
  test: {
    // By default, vitest leaves one core idle. Some tests only wait, so an additional worker keeps the cores
    // busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        root,
        resolve,
        test: {
          ...unit,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: [...alone, ...ofProject],
          // Modules are read once per worker instead of once per file, which takes half the time.
          isolate: false,
        },
      },
      {
        root,
        resolve,
        test: { ...unit, name: 'unit-alone', include: alone },
      },
      {
        root,
        resolve,
        // Run by .ci/run only.
        test: { ...unit, name: 'unit-project', include: ofProject },
      },
      {
        root,
        test: {
          // Run by test/harness/python.mjs, which puts its Python first on the path.
          name: 'python',
          include: ['test/python/**/*.test.ts'],
          globalSetup: 'test/unit/temporaryFolder.ts',
          environment: 'node',
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          // Run by test/harness/engines.mjs, which puts its Python first on the path.
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          globalSetup: 'test/unit/temporaryFolder.ts',
          environment: 'node',
          // Each test starts an engine, or even a cluster.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          // The sizes are too small to measure anything.
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        root,
        resolve,
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          environment: 'node',
          // A second, the default, is too short on a machine that is busy with other work.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          // Not tests: draw the pictures of the documents, and those that people look at.
          name: 'pictures',
          include: ['test/ui/pictures.ts', 'test/ui/gallery.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          name: 'ui',
          include: ['test/ui/**/*.test.ts'],
          exclude: notHere.map((file) => `test/${file}`),
          setupFiles: 'test/ui/reportFailedTests.ts',
          environment: 'node',
          // A window waits as much as it works: two keep two cores busy, and more would slow each other down. The
          // oldest version runs beside the newest.
          maxWorkers: version === 'oldest' ? 1 : 2,
          // The files of a worker share a window; see test/ui/sharedWindow.ts.
          isolate: false,
          // This project has another number of workers than the others, so vitest requires an order.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A wait may take long, because the machine may be busy with other work.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
