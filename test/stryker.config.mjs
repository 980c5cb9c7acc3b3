// For test/harness/mutation.mjs, which sets the folder.

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [`${process.env.MUTATED_FOLDER}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation.config.ts' },
  coverageAnalysis: 'perTest',
  // Changes to constants (sentences, tables, patterns) would need all tests for each.
  ignoreStatic: true,
  concurrency: 2,
  // Mutants aren't type-checked, so one that wouldn't compile counts like any other.
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false, logTests: false },
  thresholds: { high: 90, low: 80, break: null },
  tempDirName: '.vscode-test/mutation',
  ignorePatterns: ['.vscode-test', 'dist', 'test-results', '*.vsix'],
};
