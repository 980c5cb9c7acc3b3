// A Chromium to open VS Code in: an installed one, or the one from an npm package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cache, PlainProblem } from '../../scripts/checkout.mjs';

/**
 * Where Chrome, Chromium, and Edge are usually installed. The environment variable `CHROMIUM` comes first.
 */
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
 * @param {string} [folder] the cache folder
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
 * The package unpacks into the temporary folder and uses its libraries only on one cloud's machines. Here, it
 * unpacks into the cache, and its libraries and fonts are used if the machine has none.
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
  const runs = spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
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
 * Without any font, text is not drawn, so every font family is mapped to the package's font.
 *
 * @param {string} folder
 * @returns {string} a fontconfig file
 */
function packagedFonts(folder) {
  const file = join(folder, 'fonts.conf');
  if (existsSync(file)) return file;
  const partial = `${file}.${process.pid}`; // another browser that is just starting may read the file
  writeFileSync(
    partial,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  renameSync(partial, file);
  return file;
}

/**
 * Starts headless Chromium with a neutral locale: UTC and American English.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser() {
  const { program, env } = await findChromium();
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: program,
    timeout: 60_000,
    // A signal ends this process, and the browser ends with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
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
 * Provides the server's half of the key with which a window encrypts its secrets. Without it, secrets would
 * not survive a reload. The web workbench requests it from its host, and a plain server doesn't provide it. The
 * page answers itself: an intercepted request would switch off the browser's cache for all others.
 *
 * @param {import('playwright-core').BrowserContext} context
 */
export async function keepSecrets(context) {
  await context.addInitScript({
    content: `{
      const request = fetch;
      const half = () => Promise.resolve(new Response(new Uint8Array(32).fill(7)));
      window.fetch = (address, options) =>
        String(address).endsWith('/mint-key') ? half() : request(address, options);
    }`,
  });
}
