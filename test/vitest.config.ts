import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `unit`: plain Node, fast. `ui`: the real window, driven by a browser; one file at a time. */
export default defineConfig({
  root,
  test: {
    // One core is left idle otherwise, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          globalSetup: 'test/unit/temporaryFolder.ts',
          environment: 'node',
          // Property tests on a machine that has other work, too.
          testTimeout: 30_000,
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
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // What is awaited comes when it comes: this machine may have other work, too.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
