import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The unit tests of one folder, for test/stryker.config.mjs. */
export default defineConfig({
  root,
  // As in vitest.config.ts.
  resolve: { alias: { vscode: `${root}test/unit/editor/fakeVscode/vscode.ts` } },
  test: {
    setupFiles: 'test/unit/editor/fakeVscode/renewed.ts',
    include: [`${process.env['MUTATION_TESTS']}/**/*.test.ts`],
    globalSetup: 'test/unit/temporaryFolder.ts',
    testTimeout: 30_000,
  },
});
