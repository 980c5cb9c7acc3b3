import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests of one folder, for test/stryker.config.mjs. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: [`${process.env['MUTATION_TESTS']}/**/*.test.ts`],
    globalSetup: 'test/unit/temporaryFolder.ts',
    testTimeout: 30_000,
  },
});
