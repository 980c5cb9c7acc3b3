import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failedFilesOf, failuresOf, totalsOf, totalsWith } from '../../harness/totals.mjs';

const mocha = (passes: number, failures: number) => ({
  stats: { passes, failures },
  failures: Array.from({ length: failures }, () => ({
    fullTitle: 'a query shows its rows',
    err: { message: 'expected 3 to be 4\n\n-3\n+4' },
  })),
});
const vitestFile = (status: string, ...tests: string[]) => ({
  status,
  name: '/checkout/query.test.ts',
  message: 'cannot find the module',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: 'a query shows its rows',
    failureMessages: test === 'failed' ? ['\u001b[31mexpected 3 to be 4\u001b[39m'] : [],
  })),
});

function folderOf(...results: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'totals-'));
  results.forEach((result, index) => {
    mkdirSync(join(folder, String(index)));
    writeFileSync(join(folder, String(index), 'results.json'), JSON.stringify(result));
  });
  return folder;
}

describe('the totals of a level', () => {
  it.each<[string, object[], number, [number, number]]>([
    ['adds up the suites of a host run', [mocha(3, 0), mocha(2, 1)], 1, [5, 1]],
    ['counts vitest tests', [{ testResults: [vitestFile('passed', 'passed', 'skipped')] }], 0, [1, 0]],
    ['counts a file that could not be loaded', [{ testResults: [vitestFile('failed')] }], 1, [0, 1]],
    ['fails a level that ran nothing', [mocha(0, 0)], 0, [0, 1]],
    ['fails a level without results', [], 0, [0, 1]],
    ['fails a level that ended badly after its tests', [mocha(3, 0)], 1, [3, 1]],
  ])('%s', (_name, results, exitCode, [passed, failed]) => {
    expect(totalsOf(folderOf(...results), exitCode)).toEqual({ passed, failed });
  });

  it('lists each failed test again, so that nobody has to search a long log', () => {
    const unloaded = { testResults: [vitestFile('failed')] };
    const failed = { testResults: [vitestFile('failed', 'passed', 'failed')] };
    expect(failuresOf(folderOf(mocha(3, 1), unloaded, failed))).toEqual([
      '✗ a query shows its rows\n  expected 3 to be 4\n  -3\n  +4',
      '✗ /checkout/query.test.ts\n  cannot find the module',
      '✗ /checkout/query.test.ts > a query shows its rows\n  expected 3 to be 4',
    ]);
  });

  it('counts the second run of files that failed, and no test twice', () => {
    const first = folderOf({
      testResults: [vitestFile('passed', 'passed', 'passed'), vitestFile('failed', 'passed', 'failed')],
    });
    expect(failedFilesOf(first)).toEqual(['/checkout/query.test.ts']);
    expect(totalsWith(first, { passed: 2, failed: 0 })).toEqual({ passed: 4, failed: 0 });
    expect(totalsWith(first, { passed: 1, failed: 1 })).toEqual({ passed: 3, failed: 1 });
  });
});
