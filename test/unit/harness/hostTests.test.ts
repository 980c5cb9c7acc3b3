import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostTestFiles } from '../../harness/hostTests.mjs';

describe('the host tests that are named', () => {
  const named = (...names: string[]) => hostTestFiles('oldest', names);

  it.each([
    'whenPublished.test.ts',
    'test/host/commands/whenPublished.test.ts',
    './test/host/commands/whenPublished.test.ts',
    resolve('test/host/commands/whenPublished.test.ts'),
  ])('are found as %s, also if the version otherwise leaves them out', (name) => {
    expect(named(name)).toEqual(['commands/whenPublished.test.ts']);
  });

  it('are all of the version if no name is given', () => {
    expect(named()).toContain('commands/activation.test.ts');
    expect(named()).not.toContain('commands/whenPublished.test.ts');
  });

  it.each(['commands/no.test.ts', 'whenPublished', 'test/host/whenPublished.test.ts', 'test/unit/cli'])(
    'are none for %s, which fails instead of passing without a test',
    (name) => {
      expect(() => named('rows.test.ts', name)).toThrow(`No file of test/host is named ${name}.`);
    },
  );

  it('fail as a command with this sentence and a status, before anything is built', () => {
    const run = () =>
      execFileSync(process.execPath, ['test/harness/host.mjs', 'no.test.ts'], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(run).toThrow('No file of test/host is named no.test.ts.');
  });
});
