// The tests that run inside VS Code, bundled: all files *.test.ts below test/host. testFiles.mjs says which of them
// run in the oldest version.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { cache, createWorkspace, PlainProblem, root } from '../../scripts/checkout.mjs';
import { runsIn } from './testFiles.mjs';

/**
 * A suite contains the tests that need the same window. The ending of a test file's name determines its
 * suite.
 *
 * @typedef {'host' | 'host-untrusted' | 'host-no-folder' | 'host-workspace'} Suite
 * @typedef {object} Window
 * @property {Suite} suite
 * @property {string} ending
 * @property {'folder' | 'workspace' | 'nothing'} open what the window opens; a workspace is a workspace file,
 *   to which folders can be added without a restart
 * @property {Record<string, unknown>} settings
 */

/** @type {Window[]} */
const windows = [
  {
    suite: 'host-untrusted',
    ending: '.untrusted.test.ts',
    open: 'folder',
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  },
  {
    suite: 'host-no-folder',
    ending: '.nofolder.test.ts',
    open: 'nothing',
    settings: { 'security.workspace.trust.enabled': false },
  },
  {
    suite: 'host-workspace',
    ending: '.workspace.test.ts',
    open: 'workspace',
    settings: { 'security.workspace.trust.enabled': false },
  },
  {
    suite: 'host',
    ending: '.test.ts',
    open: 'folder',
    settings: { 'security.workspace.trust.enabled': false },
  },
];

/**
 * The host tests, below test/host, that a version runs or that are named, by base names or by paths.
 *
 * @param {import('../../scripts/vscode.mjs').Version} version
 * @param {string[]} names all files of the version if there are none
 * @returns {string[]} in the order in which they run
 * @throws {PlainProblem} if no file has one of the names
 */
export function hostTestFiles(version, names) {
  const files = readdirSync(join(root, 'test', 'host'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.test.ts'))
    // The first file of a window tests that nothing has been used yet.
    .sort();
  if (names.length === 0) return files.filter((file) => runsIn(version, `host/${file}`));
  const isMeant = (/** @type {string} */ name) => {
    const path = relative(root, resolve(root, name)).replaceAll(sep, '/');
    return (/** @type {string} */ file) => path === `test/host/${file}` || path === basename(file);
  };
  const unknown = names.filter((name) => !files.some(isMeant(name)));
  if (unknown.length > 0) throw new PlainProblem(`No file of test/host is named ${unknown.join(', ')}.`);
  return files.filter((file) => names.some((name) => isMeant(name)(file)));
}

/**
 * @typedef {object} HostTests
 * @property {string} folder contains the bundles, and is itself an empty extension
 * @property {string} entry exports `run()` for VS Code
 * @property {Window[]} windows those that any test needs
 */

/**
 * Bundles each test into one file, except for mocha, which is loaded from node_modules.
 *
 * @param {import('../../scripts/vscode.mjs').Version} version the version that runs the tests
 * @param {string[]} [names] see `hostTestFiles`
 * @returns {Promise<HostTests>}
 */
export async function bundleHostTests(version, names = []) {
  const source = join(root, 'test', 'host');
  const folder = join(cache, 'host-tests');
  const tests = hostTestFiles(version, names);
  const suiteOf = (/** @type {string} */ name) => windows.find(({ ending }) => name.endsWith(ending))?.suite;
  rmSync(folder, { recursive: true, force: true });
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(source, 'index.ts'), ...tests.map((name) => join(source, name))],
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'linked',
    external: ['vscode', 'mocha'],
  }).catch(() => {
    throw new PlainProblem("Couldn't bundle the host tests. See the errors above.");
  });
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'host-tests',
    publisher: 'local',
    version: '0.0.0',
    engines: { vscode: '*' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const files = tests.map((name) => ({ suite: suiteOf(name), file: basename(name).replace(/ts$/, 'js') }));
  writeFileSync(join(folder, 'suites.json'), JSON.stringify(files));
  return {
    folder,
    entry: join(folder, 'index.js'),
    windows: windows.filter(({ suite }) => files.some((file) => file.suite === suite)),
  };
}

/**
 * Creates what a window opens in the folder and returns its path; undefined if the window opens nothing.
 *
 * @param {Window} window
 * @param {string} data
 * @returns {string | undefined}
 */
export function openedBy({ open }, data) {
  if (open === 'nothing') return undefined;
  const workspace = createWorkspace(data);
  if (open === 'folder') return workspace;
  const file = join(data, 'tests.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'workspace' }] }));
  return file;
}

/**
 * The environment of a test run inside VS Code.
 *
 * @param {Suite} suite
 * @param {string} results the JSON file that mocha writes
 * @returns {{ HOST_TESTS: string }}
 */
export const hostTestEnvironment = (suite, results) => ({
  HOST_TESTS: JSON.stringify({ suite, results }),
});

/**
 * Prints a suite's failures with their stacks, and returns whether all tests passed.
 *
 * @param {string} name
 * @param {string} file mocha's results
 * @returns {boolean}
 */
export function reportHostResults(name, file) {
  /** @type {{ stats: { passes: number, failures: number }, failures: { fullTitle: string, err: { message?: string, stack?: string } }[] }} */
  const { stats, failures } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { fullTitle, err } of failures) {
    const words = inSources(err.stack ?? err.message ?? '').replaceAll('\n', '\n    ');
    console.log(`\n  ✘ ${fullTitle}\n    ${words}`);
  }
  console.log(`${name}: ${stats.passes} passed, ${stats.failures} failed`);
  return stats.failures === 0;
}

/**
 * Maps the lines of a stack from the bundles to the TypeScript sources.
 *
 * @param {string} stack
 */
function inSources(stack) {
  const folder = join(cache, 'host-tests');
  return stack.replace(/[^\s()]*host-tests[\\/]([\w.]+\.js):(\d+):(\d+)/g, (place, file, line, column) => {
    const map = join(folder, `${basename(file)}.map`);
    if (!existsSync(map)) return place;
    const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(line - 1, column - 1);
    if (!('originalSource' in found)) return place;
    const source = relative(root, join(folder, found.originalSource));
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}
