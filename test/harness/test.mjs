// The tests of a change: node test/harness/test.mjs [--checks]
// --checks adds everything else that a change must pass: the oldest VS Code, the tests of the project's own
// documents and harness, types, lint, format, the benchmark, and the package.
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, cache, installDependencies, node, npm, start, testResults } from '../../scripts/checkout.mjs';
import { findChromium } from './browser.mjs';
import { engineTools } from './engineTools.mjs';
import { pythonTools } from './pythonTools.mjs';
import { installVSCode } from '../../scripts/vscode.mjs';
import { failedFilesOf, failuresOf, sum, totalsLine, totalsOf, totalsWith } from './totals.mjs';

/**
 * A step runs a program. A level's tests are counted from its result files; a check counts as one test.
 *
 * @typedef {{ log: string, quiet: boolean }} Output
 * @typedef {{
 *   name: string,
 *   run: (output: Output) => Promise<number>,
 *   counts: 'tests' | 'once',
 *   again?: (files: string[]) => Step,
 * }} Step
 */

/** @param {string} name of a step */
const folderOf = (name) => join(testResults, name.replaceAll(' ', '-'));

/**
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Step}
 */
const vitest = (name, args, env = {}) => ({
  name,
  counts: 'tests',
  run: (output) =>
    node(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'test/vitest.config.ts',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(folderOf(name), 'results.json')}`,
      ],
      { ...output, env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env } },
    ),
});

/**
 * Of hundreds of windows on a busy machine, one may hang. A file that fails is run once more, in fresh
 * windows, when nothing else runs, and the summary says so. More failed files than this are no accident.
 */
const mostRunAgain = 2;

const withChecks = process.argv.includes('--checks');

/**
 * @param {'newest' | 'oldest'} version
 * @param {string[]} only these files, or all of the version
 * @returns {Step}
 */
function windows(version, ...only) {
  const env = { MDE_VSCODE: version, ...(withChecks ? {} : { MDE_WITHOUT_MILLIONS: 'true' }) };
  return {
    ...vitest(`ui-${version}`, ['--project', 'ui', ...only], env),
    again: (files) => vitest(`ui-${version} again`, ['--project', 'ui', ...files], env),
  };
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
const host = (name, ...args) => ({
  name,
  counts: 'tests',
  run: (output) => node(['test/harness/host.mjs', ...args], output),
});

/**
 * @param {string} name
 * @param {Step['run']} run
 * @returns {Step}
 */
const check = (name, run) => ({ name, run, counts: 'once' });

const unit = vitest(
  'unit',
  withChecks ? ['--project', 'unit*'] : ['--project', 'unit', '--project', 'unit-alone'],
);
const page = vitest('page', ['--project', 'page']);
const uiNewest = windows('newest');
const uiOldest = withChecks ? windows('oldest') : windows('oldest', 'test/ui/smoke.test.ts');
const hostOldest = host('host-oldest', 'oldest', '--built');
const hostNewest = host('host-newest', 'newest', '--built');
const types = check('types', (output) => npm(['run', 'check:types'], output));
// Without the cache, which doesn't notice that a type in another file has changed.
const lint = check('lint', (output) =>
  node(['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'], output),
);
const circles = check('circles', (output) => npm(['run', 'check:circles'], output));
const format = check('format', (output) => npm(['run', 'check:format'], output));
const bench = vitest('bench', ['--project', 'bench']);
const packaged = check('package', (output) => node(['scripts/packageCheck.mjs'], output));
const hostPackaged = host('host-newest-packaged', 'newest', '--packaged');

/**
 * The tests with other languages, if these and the packages they need can be installed. `npm test` requires
 * neither.
 *
 * @param {string[]} summary
 * @returns {Promise<Step[]>}
 */
async function otherLanguages(summary) {
  /**
   * @typedef {{ env: NodeJS.ProcessEnv, missing?: string } | { missing: string }} Tools what is missing, as a sentence
   * @type {(name: string, args: string[], tools: Tools) => Step[]}
   */
  const steps = (name, args, tools) => {
    const { missing } = tools;
    const hasSome = 'env' in tools;
    if (missing !== undefined) summary.push(`${name}: ${hasSome ? 'partly ' : ''}skipped. ${missing}`);
    return hasSome ? [vitest(name, args, tools.env)] : [];
  };
  return [
    ...steps('python', ['--project', 'python'], await pythonTools('python')),
    ...steps('engines', ['--project', 'engines'], await engineTools()),
  ];
}

/** Checks the files that all the other steps wrote. */
const leaks = check('no secrets in files', (output) => node(['test/harness/leaks.mjs'], output));

/**
 * Rows run one after the other, the lists of a row at the same time, because a window waits half of its time.
 * The newest host runs once: on the package if one is built anyway, otherwise on the checkout.
 *
 * @type {(withChecks: boolean, languages: Step[]) => Step[][][]}
 */
const plan = (withChecks, languages) => [
  [[unit, uiNewest], withChecks ? [hostPackaged, page, hostOldest, uiOldest] : [hostNewest, page, uiOldest]],
  ...(withChecks ? [[[types, lint, circles, format, bench], languages]] : []),
];

/**
 * Installs VS Code and the browser once, before several levels and workers would do so at the same time. If
 * this fails, those say what is missing.
 */
async function installWindows() {
  try {
    for (const version of /** @type {const} */ (['oldest', 'newest'])) await installVSCode(version);
    await findChromium();
  } catch (problem) {
    console.error(problem);
  }
}

await start(async () => {
  await installDependencies();
  await installWindows();
  rmSync(testResults, { recursive: true, force: true });
  rmSync(join(cache, 'runs'), { recursive: true, force: true });
  let total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const summary = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {(step: Step, quiet: boolean) => Promise<import('./totals.mjs').Totals>} */
  const totalsFrom = async ({ name, run, counts }, quiet) => {
    const folder = folderOf(name);
    // A level empties its folder.
    const log = `${folder}.log`;
    if (!quiet) console.log(`\n--- ${name}`);
    const code = await run({ log, quiet });
    if (quiet) console.log(`\n--- ${name}\n${readFileSync(log, 'utf8')}`);
    failures.push(...failuresOf(folder).map((failure) => `${name}\n${failure}`));
    return counts === 'tests'
      ? totalsOf(folder, code)
      : { passed: Number(code === 0), failed: Number(code !== 0) };
  };
  /** @type {{ step: Step, again: Step, files: string }[]} */
  const repeats = [];
  /** @type {(step: Step, quiet: boolean) => Promise<void>} */
  const take = async (step, quiet) => {
    const began = Date.now();
    const totals = await totalsFrom(step, quiet);
    const seconds = Math.round((Date.now() - began) / 1000);
    summary.push(`${step.name}: ${totalsLine(totals)} (${seconds} s)`);
    const files = step.again && totals.failed > 0 ? failedFilesOf(folderOf(step.name)) : [];
    if (step.again && files.length > 0 && files.length <= mostRunAgain) {
      const names = files.map((file) => basename(file)).join(', ');
      repeats.push({ step, again: step.again(files), files: names });
    } else total = sum(total, totals);
  };
  const takeAgain = async () => {
    for (const { step, again, files } of repeats) {
      const totals = totalsWith(folderOf(step.name), await totalsFrom(again, false));
      summary.push(`${step.name} with ${files} run again: ${totalsLine(totals)}`);
      total = sum(total, totals);
    }
  };
  // Packaging builds into the folder that the tests read, so it comes before their own build.
  if (withChecks) await take(packaged, false);
  await build().catch((/** @type {unknown} */ problem) => {
    console.error(problem);
    summary.push('build: failed'); // the unit tests can still say something
    total.failed += 1;
  });
  for (const lists of plan(withChecks, withChecks ? await otherLanguages(summary) : [])) {
    await Promise.all(
      lists.map(async (steps, at) => {
        // Two programs that print at the same time can't be read.
        for (const step of steps) await take(step, at > 0);
      }),
    );
  }
  await takeAgain();
  await take(leaks, false);
  if (failures.length > 0)
    console.log(`\n--- failed, also what passed when run again\n${failures.join('\n\n')}`);
  console.log(`\n${summary.join('\n')}\n\n${totalsLine(total)}`);
  return total.failed === 0 ? 0 : 1;
});
