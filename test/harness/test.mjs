// All tests: node test/harness/test.mjs [--checks]
// --checks adds the other checks that a change must pass: types, lint, format, and the package.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, cache, installDependencies, node, npm, start, testResults } from './checkout.mjs';
import { pythonTools } from './pythonTools.mjs';
import { failuresOf, sum, totalsLine, totalsOf } from './totals.mjs';

/**
 * A step runs a program. A level's tests are counted from its result files; a check counts as one test.
 *
 * @typedef {{ name: string, run: (log: string) => Promise<number>, counts: 'tests' | 'once' }} Step
 */

/**
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Step}
 */
const vitest = (name, args, env = {}) => ({
  name,
  counts: 'tests',
  run: (log) =>
    node(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'test/vitest.config.ts',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(testResults, name, 'results.json')}`,
      ],
      { log, env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env } },
    ),
});

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
const host = (name, ...args) => ({
  name,
  counts: 'tests',
  run: (log) => node(['test/harness/host.mjs', ...args], { log }),
});

/**
 * @param {string} name
 * @param {(log: string) => Promise<number>} run
 * @returns {Step}
 */
const check = (name, run) => ({ name, run, counts: 'once' });

const tests = [
  vitest('unit', ['--project', 'unit']),
  vitest('page', ['--project', 'page']),
  host('host-oldest', 'oldest', '--built'),
  vitest('ui-newest', ['--project', 'ui'], { MDE_VSCODE: 'newest' }),
  vitest('ui-oldest', ['--project', 'ui'], { MDE_VSCODE: 'oldest' }),
];

/** The newest host runs once: on the package if one is built anyway, otherwise on the checkout. */
const newestHost = host('host-newest', 'newest', '--built');

const checks = [
  check('types', (log) => npm(['run', 'check:types'], { log })),
  check('lint', (log) => npm(['run', 'check:lint'], { log })),
  check('format', (log) => npm(['run', 'check:format'], { log })),
  check('package', (log) => node(['test/harness/packageCheck.mjs'], { log })),
  host('host-newest-packaged', 'newest', '--packaged'),
];

/**
 * What only Python can say, if it is there and its packages can be installed. `npm test` needs neither.
 *
 * @param {string[]} summary
 * @returns {Promise<Step[]>}
 */
async function pythonSteps(summary) {
  const tools = await pythonTools();
  if (!('missing' in tools)) return [vitest('python', ['--project', 'python'], tools.env)];
  summary.push(`python: skipped. ${tools.missing}`);
  return [];
}

/** Checks the files that all the other steps wrote. */
const leaks = check('no secrets in files', (log) => node(['test/harness/leaks.mjs'], { log }));

await start(async () => {
  await installDependencies();
  rmSync(testResults, { recursive: true, force: true });
  rmSync(join(cache, 'runs'), { recursive: true, force: true });
  const built = await build().then(
    () => ({ passed: 0, failed: 0 }),
    () => ({ passed: 0, failed: 1 }), // the unit tests can still say something
  );
  let total = built;
  /** @type {string[]} */
  const summary = built.failed > 0 ? ['build: failed'] : [];
  /** @type {string[]} */
  const failures = [];
  const others = process.argv.includes('--checks')
    ? [...(await pythonSteps(summary)), ...checks]
    : [newestHost];
  for (const { name, run, counts } of [...tests, ...others, leaks]) {
    console.log(`\n--- ${name}`);
    const folder = join(testResults, name.replaceAll(' ', '-'));
    const began = Date.now();
    const code = await run(join(folder, 'output.log'));
    const seconds = Math.round((Date.now() - began) / 1000);
    const totals =
      counts === 'tests'
        ? totalsOf(folder, code)
        : { passed: Number(code === 0), failed: Number(code !== 0) };
    failures.push(...failuresOf(folder).map((failure) => `${name}\n${failure}`));
    summary.push(`${name}: ${totalsLine(totals)} (${seconds} s)`);
    total = sum(total, totals);
  }
  if (failures.length > 0) console.log(`\n--- failed\n${failures.join('\n\n')}`);
  console.log(`\n${summary.join('\n')}\n\n${totalsLine(total)}`);
  return total.failed === 0 ? 0 : 1;
});
