// Python for the tests that need it: a virtual environment below .vscode-test, with the packages that
// test/python/requirements.txt pins.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cache, root, run } from './checkout.mjs';

const requirements = join(root, 'test', 'python', 'requirements.txt');
const environment = join(cache, 'python');
const isWindows = process.platform === 'win32';
const programs = join(environment, isWindows ? 'Scripts' : 'bin');
/** A copy of the requirements that are installed. */
const installed = join(environment, 'requirements.txt');

/** @param {string} command */
function isNewEnough(command) {
  const code = 'import sys, venv; sys.exit(sys.version_info < (3, 10))';
  return spawnSync(command, ['-c', code]).status === 0;
}

/**
 * Prepares the environment, if it isn't there.
 *
 * @returns {Promise<{ env: NodeJS.ProcessEnv } | { missing: string }>} what to add to the environment of a
 *   program that uses it, or why there is none, as a sentence
 */
export async function pythonTools() {
  const wanted = readFileSync(requirements, 'utf8');
  const isReady = existsSync(installed) && readFileSync(installed, 'utf8') === wanted;
  if (!isReady) {
    const python = ['python3', 'python'].find(isNewEnough);
    if (!python) return { missing: 'Python 3.10 or newer, with its module venv, is not on the path.' };
    rmSync(environment, { recursive: true, force: true });
    console.log('Installing the Python packages of the tests ...');
    if ((await run(python, ['-m', 'venv', environment])) !== 0) {
      return { missing: 'Python could not make a virtual environment; its own words are above.' };
    }
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    if ((await run(join(programs, 'python'), pip)) !== 0) {
      return { missing: 'pip could not install the packages; its own words are above.' };
    }
    writeFileSync(installed, wanted);
  }
  return { env: { PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` } };
}
