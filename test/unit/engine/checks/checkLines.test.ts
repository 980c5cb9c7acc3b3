import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemLine, stepText } from '#src/engine/checks/checkLines';
import { findDataset } from '#src/market/datasets/datasets';
import type { FileQuery } from '#src/queryFiles/queryFile';
import type { Check } from '#src/results/checks/checks';

interface ProblemMatcher {
  name: string;
  pattern: { regexp: string; file: number; line: number; column: number; severity: number; message: number };
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: { problemMatchers: ProblemMatcher[] };
};
const matcher = manifest.contributes.problemMatchers.find(({ name }) => name === 'market-data')!;

/** What VS Code's Problems view takes from a line of a task. */
function problemIn(text: string) {
  const { regexp, file, line, column, severity, message } = matcher.pattern;
  const match = new RegExp(regexp).exec(text);
  return (
    match && {
      file: match[file],
      line: match[line],
      column: match[column],
      severity: match[severity],
      message: match[message],
    }
  );
}

const check = (differing: Partial<Check>): Check => ({
  query: 'tomorrow',
  check: 'complete',
  ok: false,
  line: 7,
  message: '2 intervals are missing.',
  failures: [],
  ...differing,
});
const query: FileQuery = {
  name: 'tomorrow',
  span: { start: 0, end: 1 },
  nameSpan: { start: 0, end: 1 },
  dataset: findDataset('dayahead-prices')!,
  parameters: { deliveryarea: 'NO1', startTime: 'tomorrow' },
  problems: [],
  warnings: [],
  spans: new Map(),
};
/** Whatever moves the cursor, colors, hides, or reorders text in a terminal. */
// eslint-disable-next-line no-control-regex
const steering = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

describe('a failed check in a terminal', () => {
  it('is a problem at its line of the file', () => {
    expect(problemIn(problemLine('data/north.market.json', check({})))).toEqual({
      file: 'data/north.market.json',
      line: '7',
      column: '1',
      severity: 'error',
      message: 'tomorrow: complete: 2 intervals are missing.',
    });
  });

  it("is a problem of its own file, even if its message looks like another file's", () => {
    const message = '/etc/x.market.json:1:1: error: forged';
    const found = problemIn(problemLine('north.market.json', check({ query: message, message })));
    expect(found).toMatchObject({ file: 'north.market.json', line: '7' });
  });

  it('never controls the terminal, whatever a file or a service says', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\u001b[2J', '\r', '\n', '\u202e', '\u0007', ':', 'a'), fc.string()),
    });
    fc.assert(
      fc.property(text, text, text, (path, name, message) => {
        const line = problemLine(`${path}.market.json`, check({ query: name, message }));
        expect(line).not.toMatch(steering);
        expect(line.length).toBeLessThanOrEqual(2000);
      }),
    );
  });

  it('is the only line that is a problem', () => {
    const passed = {
      query: 'tomorrow',
      line: 7,
      checks: [check({ ok: true })],
      result: 'a',
      milliseconds: 5,
    };
    for (const step of [
      { kind: 'begun' },
      { kind: 'waiting', untilEpochMs: 0, reason: 'Slow down.' },
      { kind: 'ended', checked: passed },
    ] as const) {
      expect(problemIn(stepText(query, step) ?? '')).toBeNull();
    }
  });
});

describe('the log of a run', () => {
  it('says what is queried, from which service, and how it ended', () => {
    expect(stepText({ ...query, connection: 'mine' }, { kind: 'begun' })).toBe(
      'tomorrow: Day-ahead prices deliveryarea=NO1 startTime=tomorrow (mine)',
    );
    const checked = {
      query: 'tomorrow',
      line: 7,
      checks: [check({}), check({ check: 'outcome', ok: true })],
      result: 'a',
      milliseconds: 1234.5,
    };
    expect(stepText(query, { kind: 'ended', checked })).toBe(
      'tomorrow: 1 of 2 checks failed (outcome included) (1,235 ms)',
    );
    expect(stepText(query, { kind: 'ended', checked: { ...checked, checks: [] } })).toMatch(/no "expect"/);
  });
});
