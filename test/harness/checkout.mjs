// Gets a checkout ready: dependencies and build. Needs nothing but Node, so it works before `npm ci`.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder, without a separator at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Everything that is fetched or made for a run and can be made again; ignored by git. */
export const cache = join(root, '.vscode-test');

/** Logs, result files and screenshots of the last runs; ignored by git. */
export const testResults = join(root, 'test-results');

/** A problem whose message says all that a person needs: shown without a stack. */
export class PlainProblem extends Error {}

/**
 * Runs a program to its end and resolves with its exit code.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] the checkout's folder where it is left out
 * @param {NodeJS.ProcessEnv} [options.env] added to this process's own
 * @param {string} [options.log] a file that gets a copy of everything printed
 * @param {boolean} [options.quiet] print nothing here
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
      stdio: ['ignore', 'pipe', 'pipe'],
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
      copy?.end();
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs a Node script with the Node in use.
 *
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const node = (args, options) => run(process.execPath, args, options);

/**
 * Runs npm: the one that started this process, or else the one on the path.
 *
 * @param {string[]} args no spaces in them: on Windows they pass through a shell
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  return self?.endsWith('npm-cli.js')
    ? node([self, ...args], options)
    : run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Refuses a Node that cannot run the tools, and installs what package-lock.json names where needed. */
export async function installDependencies() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    throw new PlainProblem(`Node 20 or newer is needed; this is ${process.versions.node}.`);
  }
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (existsSync(installed) && holds(packagesOf(installed), wanted)) return;
  console.log('Installing dependencies (npm ci) ...');
  const code = await npm(['ci']);
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
 * Whether everything wanted is installed; what is optional may be for other platforms. The times of
 * files say nothing: a checkout makes them anew.
 *
 * @param {LockedPackages} installed
 * @param {LockedPackages} wanted
 */
export const holds = (installed, wanted) =>
  Object.entries(wanted).every(([folder, { version, optional }]) => {
    const found = installed[folder];
    return folder === '' || (found ? found.version === version : optional === true);
  });

/** Builds dist/ for development. */
export async function build() {
  console.log('Building ...');
  const code = await node(['.esbuild.mjs']);
  if (code !== 0) throw new PlainProblem('The build failed; the errors are above.');
}

/**
 * Runs a script's main function: a plain problem ends it with its message, anything else with a stack.
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
