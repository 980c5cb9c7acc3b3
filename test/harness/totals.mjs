// Counts passed and failed tests from the result files that vitest and mocha write.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number }} Totals
 */

/**
 * Adds up every `results.json` below a level's folder. A level that ran nothing, or that exited with an error
 * but no failed test, counts as one failure, so that it never passes unnoticed.
 *
 * @param {string} folder
 * @param {number} exitCode of the program that ran the level
 * @returns {Totals}
 */
export function totalsOf(folder, exitCode) {
  const total = resultsIn(folder).map(countResults).reduce(sum, { passed: 0, failed: 0 });
  const silent = total.failed === 0 && (total.passed === 0 || exitCode !== 0);
  return silent ? { ...total, failed: 1 } : total;
}

/**
 * The test files of a level of vitest in which something failed.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export const failedFilesOf = (folder) =>
  resultsIn(folder).flatMap((results) =>
    'stats' in results
      ? []
      : results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
  );

/**
 * The totals of a level some of whose files were run again: for those, the second run counts.
 *
 * @param {string} folder
 * @param {Totals} again
 * @returns {Totals}
 */
export function totalsWith(folder, again) {
  const passed = resultsIn(folder)
    .map((results) =>
      'stats' in results
        ? results
        : { testResults: results.testResults.filter(({ status }) => status !== 'failed') },
    )
    .map(countResults)
    .reduce(sum, { passed: 0, failed: 0 });
  return sum(passed, again);
}

/**
 * Every failed test below a level's folder with the beginning of its message, repeated at the end of the log,
 * where people look first.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export const failuresOf = (folder) => resultsIn(folder).flatMap(failedTests).map(inShort);

/**
 * @param {string} folder
 * @returns {(MochaResults | VitestResults)[]}
 */
function resultsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /(^|[\\/])results\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * @param {Totals} a
 * @param {Totals} b
 * @returns {Totals}
 */
export const sum = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

/** @param {Totals} totals */
export const totalsLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * @typedef {{ fullTitle: string, err: { message?: string } }} MochaFailure
 * @typedef {{ stats: { passes: number, failures: number }, failures: MochaFailure[] }} MochaResults
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ status: string, name: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestResults
 */

/**
 * A test file that vitest couldn't load contains no failed test, so it counts as one.
 *
 * @param {MochaResults | VitestResults} results
 * @returns {Totals}
 */
export function countResults(results) {
  if ('stats' in results) return { passed: results.stats.passes, failed: results.stats.failures };
  return results.testResults
    .map(({ status, assertionResults }) => {
      const having = (/** @type {string} */ wanted) =>
        assertionResults.filter((test) => test.status === wanted).length;
      const failed = having('failed');
      return {
        passed: having('passed'),
        failed: status === 'failed' ? Math.max(failed, 1) : failed,
      };
    })
    .reduce(sum, { passed: 0, failed: 0 });
}

/**
 * @param {MochaResults | VitestResults} results
 * @returns {string[]}
 */
function failedTests(results) {
  if ('stats' in results) {
    return results.failures.map(({ fullTitle, err }) => `${fullTitle}\n${err.message ?? ''}`);
  }
  return results.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`${name}\n${message}`];
      return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    });
}

/** @param {string} failure */
function inShort(failure) {
  const lines = stripVTControlCharacters(failure).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .map((line, index) => `${index === 0 ? '✗ ' : '  '}${line.slice(0, 1_000)}`)
    .join('\n');
}
