import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../harness/browser.mjs';
import { cache } from '../harness/checkout.mjs';
import { startServer } from '../harness/vscode.mjs';
import { productFolder } from './product';
import { spreadOf, type Spread } from './sampling';

/** A window that never reports is closed after this time. */
const patienceMs = 180_000;

/**
 * The first extension that a host activates includes one-time work of the host, so it is not measured. The
 * empty one shows how long the host itself takes for an activation.
 */
const peers = ['first', 'empty'] as const;
const ours = 'market-data-explorer.market-data-explorer';
const peerId = (name: string) => `bench.${name}`;

/** Writes an extension that does nothing. */
function writePeer(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const engines = { vscode: '^1.100.0' };
  const manifest = {
    name,
    publisher: 'bench',
    version: '0.0.0',
    engines,
    main: './main.js',
    activationEvents: [],
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), 'exports.activate = () => undefined;');
}

const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Writes VS Code's own list of installed extensions. It ignores folders that are not in the list. */
function listInstalled(folder: string): void {
  const entries = [...peers.map(peerId), ours].map((id) => ({
    identifier: { id },
    version: versionOf(join(folder, id)),
    location: { $mid: 1, path: join(folder, id), scheme: 'file' },
    relativeLocation: id,
  }));
  writeFileSync(join(folder, 'extensions.json'), JSON.stringify(entries));
}

/** Milliseconds by the extension's id. */
type Taken = Readonly<Record<string, { clock: number; processor: number }>>;

/** Opens a window of a real VS Code whose host activates all of them. */
async function activated(folder: string): Promise<Taken> {
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  const extensions = [...peers.map(peerId), ours];
  const server = await startServer({
    version: 'newest',
    data: join(folder, 'data'),
    env: { ACTIVATION_PROBE: JSON.stringify({ extensions, results }) },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', () => resolve());
      void page.exposeFunction('codeAutomationLog', (_kind: unknown, words: unknown) => {
        const text = JSON.stringify(words);
        if (text.includes('activationProbe')) said.push(text);
      });
      page.on('crash', () => reject(new Error('The window crashed.')));
      setTimeout(() => reject(new Error('The window never reported.')), patienceMs).unref();
    });
    const payload = [
      ['extensionDevelopmentPath', server.remote(join(folder, 'probe'))],
      ['extensionTestsPath', server.remote(join(import.meta.dirname, 'activationProbe.js'))],
      ['skipWelcome', 'true'],
    ];
    await page.goto(server.address(undefined, payload));
    await ended;
    if (!existsSync(results)) throw new Error(`Nothing was measured: ${said.join('\n')}`);
    return JSON.parse(readFileSync(results, 'utf8')) as Taken;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Activation times: wall-clock time and processor time. */
export interface ActivationTimes {
  readonly clock: Spread;
  readonly processor: Spread;
}

/**
 * Measures the product's `activate()` in the extension host of a real VS Code, each time in a new window,
 * compared with that of an empty extension.
 */
export async function inRealHost(
  windows: number,
): Promise<{ ours: ActivationTimes; empty: ActivationTimes }> {
  const folder = join(cache, `activation-${process.pid}`);
  const taken: Taken[] = [];
  try {
    for (let window = 0; window < windows; window += 1) {
      rmSync(folder, { recursive: true, force: true });
      writePeer(join(folder, 'probe'), 'probe');
      const installed = join(folder, 'data', 'extensions');
      for (const name of peers) writePeer(join(installed, peerId(name)), name);
      cpSync(productFolder, join(installed, ours), { recursive: true });
      listInstalled(installed);
      taken.push(await activated(folder));
      console.error(`real host: ${JSON.stringify(taken.at(-1))}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const timesOf = (id: string): ActivationTimes => ({
    clock: spreadOf(taken.map((each) => each[id]?.clock ?? Number.NaN)),
    processor: spreadOf(taken.map((each) => each[id]?.processor ?? Number.NaN)),
  });
  return { ours: timesOf(ours), empty: timesOf(peerId('empty')) };
}
