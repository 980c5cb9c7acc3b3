import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testFiles, runsIn } from './harness/testFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of test/ui that say nothing more on the VS Code that `MDE_VSCODE` names. */
const version = process.env['MDE_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
const notHere = Object.keys(testFiles).filter((file) => !runsIn(version, file));

/**
 * `unit`: plain Node, fast. `python`: what only Python can say. `engines`: what only DuckDB, Spark, and others can. `page`: the built view in a browser, without VS Code. `ui`: the real window,
 * driven by a browser.
 */
export default defineConfig({
  root,
  test: {
    // By default, one core is left idle, which of two is half. Some tests wait, so one more has work for each.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          globalSetup: 'test/unit/temporaryFolder.ts',
          environment: 'node',
          // Property tests on a machine that has other work, too.
          testTimeout: process.env['PROPERTY_RUNS'] === 'large' ? 1_800_000 : 30_000,
        },
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
          // Each starts an engine, or a cluster.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          // Not a test: draws what the README and the marketplace page show.
          name: 'pictures',
          include: ['test/ui/pictures.ts'],
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
          environment: 'node',
          // A window waits as much as it works: two keep two cores busy, and more get in each other's way.
          maxWorkers: 2,
          // The files of a worker share a window, see test/ui/sharedWindow.ts.
          isolate: false,
          // Another number of workers than at the other levels: vitest wants an order of them.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // What is awaited comes when it comes: this machine may have other work, too.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
