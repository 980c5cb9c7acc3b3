// A Chromium to look at VS Code with: the machine's own, or the one inside an npm package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cache, PlainProblem } from './checkout.mjs';

/** Where Chrome, Chromium and Edge install themselves. `CHROMIUM` in the environment goes first. */
function* installedBrowsers() {
  const { CHROMIUM, PATH = '', ProgramFiles, LOCALAPPDATA } = process.env;
  if (CHROMIUM) yield CHROMIUM;
  if (process.platform === 'darwin') {
    yield '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    yield '/Applications/Chromium.app/Contents/MacOS/Chromium';
    yield '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
  } else if (process.platform === 'win32') {
    for (const folder of [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA]) {
      if (!folder) continue;
      yield join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe');
      yield join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe');
    }
  } else {
    for (const folder of PATH.split(delimiter)) {
      for (const name of ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']) {
        yield join(folder, name);
      }
    }
  }
}

/**
 * A browser and the environment it needs.
 *
 * @typedef {object} Browser
 * @property {string} program
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * @param {string} [folder] for the cache
 * @returns {Promise<Browser>}
 */
export async function findChromium(folder = cache) {
  for (const program of installedBrowsers()) if (existsSync(program)) return { program, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainProblem(
      'No Chrome, Chromium or Edge was found. Install one, or name its program in the variable CHROMIUM.',
    );
  }
  return packagedChromium(join(folder, 'chromium'));
}

/**
 * The package unpacks into the temporary folder and adds its libraries for one cloud's machines only;
 * here it unpacks into the cache, and libraries and fonts are used where the machine has none.
 *
 * @param {string} folder
 * @returns {Promise<Browser>}
 */
async function packagedChromium(folder) {
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    Object.assign(process.env, { TMPDIR: partial, AWS_EXECUTION_ENV: 'nodejs22.x' });
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    const before = { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH };
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    if (existsSync(folder)) rmSync(partial, { recursive: true });
    else renameSync(partial, folder);
  }
  const program = join(folder, 'chromium');
  const runs = spawnSync(program, ['--version']).status === 0;
  return {
    program,
    env: {
      ...(runs ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
      ...(hasFonts() ? {} : { FONTCONFIG_FILE: packagedFonts(folder) }),
    },
  };
}

function hasFonts() {
  const folder = '/usr/share/fonts';
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some(isFont);
}

/** @param {string | Buffer} name */
const isFont = (name) => /\.(ttf|otf|ttc|pfb)$/.test(String(name));

/**
 * Text without any font is drawn as nothing: every family becomes the package's one.
 *
 * @param {string} folder
 * @returns {string} a fontconfig file
 */
function packagedFonts(folder) {
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  return file;
}

/**
 * Starts Chromium without a window, for a person of no particular place: UTC, American English.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser() {
  const { program, env } = await findChromium();
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: program,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * The server's half of the key that a window encrypts its secrets with; without it they would not
 * outlive a reload. The address is asked of whoever serves the workbench, and a plain server has none.
 *
 * @param {import('playwright-core').BrowserContext} context
 */
export async function keepSecrets(context) {
  const half = Buffer.alloc(32, 7);
  await context.route('**/mint-key', (route) => route.fulfill({ body: half }));
}
