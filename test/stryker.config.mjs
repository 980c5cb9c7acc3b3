// For test/harness/mutation.mjs, which names the folder.

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [`${process.env.MUTATED_FOLDER}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation.config.ts' },
  coverageAnalysis: 'perTest',
  // They would need all tests for each, and are constants: sentences, tables, patterns.
  ignoreStatic: true,
  concurrency: 2,
  // Mutants are compiled by no one: one that the compiler would refuse counts as noticed or not.
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false, logTests: false },
  thresholds: { high: 90, low: 80, break: null },
  tempDirName: '.vscode-test/mutation',
  ignorePatterns: ['.vscode-test', 'dist', 'test-results', '*.vsix'],
};
