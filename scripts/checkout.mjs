// Prepares a checkout: dependencies and build. Needs nothing but Node, so it works before `npm ci`.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder, without a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Everything that is downloaded or generated for a run and can be recreated; ignored by git. */
export const cache = join(root, '.vscode-test');

/** Logs, result files and screenshots of the last runs; ignored by git. */
export const testResults = join(root, 'test-results');

/** A problem whose message says everything that a person needs to know; shown without a stack. */
export class PlainProblem extends Error {}

/**
 * Runs a program to its end and resolves with its exit code.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] defaults to the checkout's folder
 * @param {NodeJS.ProcessEnv} [options.env] added to this process's own
 * @param {string} [options.log] a file that receives a copy of the output
 * @param {boolean} [options.quiet] don't print the output
 * @param {boolean} [options.shell]
 * @returns {Promise<number>}
 */
export function run(program, args, { cwd = root, env, log, quiet = false, shell = false } = {}) {
  if (log) mkdirSync(dirname(log), { recursive: true });
  const copy = log ? createWriteStream(log) : undefined;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'pipe',
      shell,
      windowsHide: true,
    });
    child.stdout.on('data', (chunk) => {
      copy?.write(chunk);
      if (!quiet) process.stdout.write(chunk);
    });
    child.stderr.on('data', (chunk) => {
      copy?.write(chunk);
      if (!quiet) process.stderr.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const end = () => resolve(code ?? 1);
      if (copy) copy.end(end);
      else end();
    });
  });
}

/** Options for Node: the program ends when the process that holds the other end of its standard input is gone. */
export const endWithParent = ['--require', join(root, 'scripts', 'endWithParent.cjs')];

/**
 * Runs a script with the current Node. It ends with this process, however this process ends.
 *
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const node = (args, options) => run(process.execPath, [...endWithParent, ...args], options);

/**
 * Runs npm: the one that started this process, or the one on the path.
 *
 * @param {string[]} args without spaces, because they pass through a shell on Windows
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  return self?.endsWith('npm-cli.js')
    ? node([self, ...args], options)
    : run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Rejects a Node that can't run the tools, and installs the packages in package-lock.json if needed. */
export async function installDependencies() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    throw new PlainProblem(`Node 20 or newer is required; this is ${process.versions.node}.`);
  }
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (existsSync(installed) && holds(packagesOf(installed), wanted)) return;
  console.log('Installing dependencies (npm ci) ...');
  const code = await npm(['ci', '--prefer-offline']);
  if (code !== 0) {
    throw new PlainProblem(
      'npm ci failed; its own words are above. It needs the npm registry: check the network, and `npm config get registry`.',
    );
  }
}

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages by their folders
 */

/**
 * @param {string} lockFile
 * @returns {LockedPackages}
 */
const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/**
 * Whether all wanted packages are installed. Optional ones may be for other platforms. File times can't be
 * used, since a checkout changes them.
 *
 * @param {LockedPackages} installed
 * @param {LockedPackages} wanted
 */
const holds = (installed, wanted) =>
  Object.entries(wanted).every(([folder, { version, optional }]) => {
    const found = installed[folder];
    return folder === '' || (found ? found.version === version : optional === true);
  });

/**
 * Creates the folder that a window opens. It is in no repository: what the extension suggests depends on the Git
 * remote of a project, and must not depend on this checkout's.
 *
 * @param {string} data everything of the window
 */
export function createWorkspace(data) {
  const workspace = join(data, 'workspace');
  mkdirSync(workspace, { recursive: true });
  mkdirSync(join(data, '.git'), { recursive: true });
  writeFileSync(join(data, '.git', 'config'), '[core]\n');
  return workspace;
}

/** Builds dist/ for development. */
export async function build() {
  console.log('Building ...');
  const code = await node(['scripts/build.mjs']);
  if (code !== 0) throw new PlainProblem('The build failed. See the errors above.');
}

/**
 * Runs a script's main function. A plain problem is printed as its message, any other error with its stack.
 *
 * @param {() => Promise<number | void>} main resolves with the exit code
 */
export async function start(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (problem) {
    console.error(problem instanceof PlainProblem ? `\n${problem.message}` : problem);
    process.exitCode = 1;
  }
}
