// Starts Market Data Explorer in a real VS Code in the browser: npm start [-- --port N] [--no-open]
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cache, installDependencies, npm, PlainProblem, root, start } from './checkout.mjs';
import { installExtension, installVSCode, startProgram, writeSettings } from './vscode.mjs';

const usualPort = 8765;

/** Kept between starts, so that connections and sign-ins survive. */
const data = join(cache, 'start-data');
const workspace = join(cache, 'start-workspace');

const welcome = `# Market Data Explorer

1. Select the **Market Data** icon in the bar on the left.
2. Select **Show Sample Prices**: the prices open as a chart, a table, and JSON.
3. Or select a dataset, such as **Day-ahead turnover**, and press Enter at each prompt.

Nothing needs an account: until you add a connection, the sample service on this machine answers.
Everything is also in the command palette (F1): type **Market Data**.
`;

await start(async () => {
  const asked = process.argv.indexOf('--port');
  const port = await freePort(asked < 0 ? undefined : Number(process.argv[asked + 1]));
  await installDependencies();
  console.log('Building and packaging the extension ...');
  const log = join(cache, 'package.log');
  if ((await npm(['run', 'package'], { log, quiet: true })) !== 0) {
    throw new PlainProblem(`Couldn't package the extension. See ${log}.`);
  }
  const { node, server, entry } = await installVSCode('newest');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'README.md'), welcome);
  // Settings that the person has changed since, above all connections, are kept.
  const written = existsSync(join(data, 'User', 'settings.json'));
  if (!written) {
    writeSettings(data, {
      'remote.autoForwardPorts': false,
      'workbench.startupEditor': 'readme',
      'security.workspace.trust.enabled': false,
    });
  }
  const folders = ['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')];
  const install = [server, '--accept-server-license-terms', '--server-data-dir', data, ...folders];
  installExtension(node, install, join(root, 'market-data-explorer.vsix'));
  await serve(node, entry, folders, port);
});

/**
 * Runs the server until Ctrl+C.
 *
 * @param {string} node
 * @param {string} entry
 * @param {string[]} folders
 * @param {number} port
 */
async function serve(node, entry, folders, port) {
  const config = join(data, 'config.yaml');
  writeFileSync(config, ''); // otherwise one is created in the person's own folders
  const socket =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\market-data-${process.pid}`
      : join(tmpdir(), `market-data-${process.pid}.sock`);
  const args = [
    entry,
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--config',
    config,
    '--app-name',
    'Market Data Explorer',
    '--session-socket',
    socket,
    ...folders,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
    '--ignore-last-opened',
    workspace,
  ];
  const { child, stop } = startProgram(node, args, { XDG_DATA_HOME: data, XDG_CONFIG_HOME: data });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (words = `${words}${chunk}`.slice(-4_000)));
  }
  const ended = new Promise((resolve) => child.once('close', resolve));
  let stopping = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopping = true;
      void stop();
    });
  }
  const address = `http://127.0.0.1:${port}/`;
  const answers = () =>
    fetch(address, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  while (child.exitCode === null && !(await answers())) await wait(100);
  if (child.exitCode === null && !stopping) {
    console.log(`\nVS Code with Market Data Explorer is running at  ${address}\nPress Ctrl+C to stop.\n`);
    if (!process.argv.includes('--no-open') && !process.env.CI) openBrowser(address);
  }
  await ended;
  if (!stopping) throw new PlainProblem(`VS Code's server exited unexpectedly. Its last output:\n${words}`);
  console.log('Stopped.');
}

/**
 * The usual port, so that the address stays the same (browsers store sign-ins by address), or the next free
 * one.
 *
 * @param {number | undefined} wanted
 * @returns {Promise<number>}
 */
async function freePort(wanted) {
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted > 0 && wanted < 65_536)) {
    throw new PlainProblem('--port must be a number from 1 to 65535.');
  }
  const first = wanted ?? usualPort;
  for (let port = first; port < first + 20; port += 1) {
    if (await isFree(port)) {
      if (port !== first)
        console.log(`Port ${first} is in use. Using ${port} instead, which has its own sign-ins.`);
      return port;
    }
    if (wanted !== undefined) throw new PlainProblem(`Port ${port} is in use. Choose another one.`);
  }
  throw new PlainProblem(`All ports from ${first} on are in use. Choose another one: npm start -- --port N`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** @param {string} address */
function openBrowser(address) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const screen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!program || !screen) return;
  // If no browser opens, the address is still printed.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
