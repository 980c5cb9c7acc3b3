import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../harness/totals.mjs';

const mocha = (passes: number, failures: number) => ({ stats: { passes, failures } });
const vitestFile = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('the totals of a level', () => {
  it.each<[string, object[], number, [number, number]]>([
    ['adds up the suites of a host run', [mocha(3, 0), mocha(2, 1)], 1, [5, 1]],
    [
      'counts vitest tests',
      [{ testResults: [vitestFile('passed', 'passed', 'skipped')] }],
      0,
      [1, 0],
    ],
    [
      'counts a file that could not be loaded',
      [{ testResults: [vitestFile('failed')] }],
      1,
      [0, 1],
    ],
    ['fails a level that ran nothing', [mocha(0, 0)], 0, [0, 1]],
    ['fails a level without results', [], 0, [0, 1]],
    ['fails a level that ended badly after its tests', [mocha(3, 0)], 1, [3, 1]],
  ])('%s', (_name, results, exitCode, [passed, failed]) => {
    const folder = mkdtempSync(join(tmpdir(), 'totals-'));
    results.forEach((result, index) => {
      mkdirSync(join(folder, String(index)));
      writeFileSync(join(folder, String(index), 'results.json'), JSON.stringify(result));
    });
    expect(totalsOf(folder, exitCode)).toEqual({ passed, failed });
  });
});
