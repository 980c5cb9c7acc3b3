// Counts passed and failed tests from the result files that vitest and mocha write.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number }} Totals
 */

/**
 * Adds up every `results.json` below a level's folder. A level that ran nothing, or that ended badly
 * without a failed test to show for it, counts one failure: silence never passes.
 *
 * @param {string} folder
 * @param {number} exitCode of the program that ran the level
 * @returns {Totals}
 */
export function totalsOf(folder, exitCode) {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) =>
        /(^|[\\/])results\.json$/.test(String(name)),
      )
    : [];
  const total = files
    .map((file) => countResults(JSON.parse(readFileSync(join(folder, String(file)), 'utf8'))))
    .reduce(sum, { passed: 0, failed: 0 });
  const silent = total.failed === 0 && (total.passed === 0 || exitCode !== 0);
  return silent ? { ...total, failed: 1 } : total;
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
 * @typedef {{ stats: { passes: number, failures: number } }} MochaResults
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestResults
 */

/**
 * A test file that vitest could not even load has no failed test in it: it counts as one.
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
