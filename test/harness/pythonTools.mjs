// Python for the tests that need it: virtual environments in .vscode-test, each with the packages that the
// requirements.txt next to the tests pins.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cache, root, run } from '../../scripts/checkout.mjs';

const isWindows = process.platform === 'win32';

/** @param {string} command */
function isNewEnough(command) {
  const code = 'import sys, venv; sys.exit(sys.version_info < (3, 10))';
  return spawnSync(command, ['-c', code]).status === 0;
}

/**
 * Whether an environment has the packages in these versions, whatever has created it.
 *
 * @param {string} python
 * @param {string} requirements
 */
function hasPackages(python, requirements) {
  const code =
    'import sys\nfrom importlib.metadata import version\nfor each in sys.argv[1:]:\n' +
    '    name, _, wanted = each.partition("==")\n    assert version(name.split("[")[0]) == wanted';
  const pinned = readFileSync(requirements, 'utf8')
    .split(/\r?\n/)
    .filter((line) => /^[^#]/.test(line));
  return spawnSync(python, ['-c', code, ...pinned]).status === 0;
}

/**
 * Prepares the environment of a level, if it isn't there.
 *
 * @param {'python' | 'engines' | 'bench'} level
 * @param {'' | '-least'} versions the pinned packages, or their least versions that are supported
 * @returns {Promise<{ env: NodeJS.ProcessEnv } | { missing: string }>} what to add to the environment of a
 *   program that uses it, or why there is none, as a sentence
 */
export async function pythonTools(level, versions = '') {
  const requirements = join(root, 'test', level, `requirements${versions}.txt`);
  const environment = join(cache, level + versions);
  const programs = join(environment, isWindows ? 'Scripts' : 'bin');
  if (!hasPackages(join(programs, 'python'), requirements)) {
    const python = ['python3', 'python'].find(isNewEnough);
    if (!python) return { missing: 'Python 3.10 or newer, with its module venv, is not on the path.' };
    rmSync(environment, { recursive: true, force: true });
    console.log(`Installing the Python packages of test/${level}${versions} ...`);
    if ((await run(python, ['-m', 'venv', environment])) !== 0) {
      return { missing: 'Python could not make a virtual environment; its own words are above.' };
    }
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    if ((await run(join(programs, 'python'), pip)) !== 0) {
      return { missing: 'pip could not install the packages; its own words are above.' };
    }
  }
  return { env: { PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` } };
}
