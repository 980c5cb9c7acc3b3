import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../harness/browser.mjs';
import { startServer } from '../../../scripts/vscode.mjs';
import { productFolder } from '../ours/product';

/** A window that never reports is closed after this time. */
const patienceMs = 900_000;

export const ours = 'market-data-explorer.market-data-explorer';
export const peerId = (name: string): string => `bench.${name}`;

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

/** Installs the product in the data folder of a server, before empty extensions of these names. */
function install(data: string, peers: readonly string[]): void {
  const folder = join(data, 'extensions');
  for (const name of peers) writePeer(join(folder, peerId(name)), name);
  cpSync(productFolder, join(folder, ours), { recursive: true });
  // VS Code's own list of installed extensions: it ignores folders that are not in it.
  const entries = [...peers.map(peerId), ours].map((id) => ({
    identifier: { id },
    version: versionOf(join(folder, id)),
    location: { $mid: 1, path: join(folder, id), scheme: 'file' },
    relativeLocation: id,
  }));
  writeFileSync(join(folder, 'extensions.json'), JSON.stringify(entries));
}

/** What to measure in an extension host. */
export interface Probe {
  /** The program next to this one whose `run` the host calls. It writes JSON to the file named `results`. */
  readonly program: string;
  /** What the program reads from the environment variable `BENCH_PROBE`, with `results` added. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Empty extensions to install beside the product. */
  readonly peers?: readonly string[];
  /** The folder that the window opens. */
  readonly opened?: string;
}

/**
 * Opens a new window of a real VS Code with the packaged extension, runs the probe in its extension host, and
 * resolves with what it wrote. The folder is emptied first.
 */
export async function probed(
  folder: string,
  { program, given, peers = [], opened }: Probe,
): Promise<unknown> {
  rmSync(folder, { recursive: true, force: true });
  const data = join(folder, 'data');
  install(data, peers);
  writePeer(join(folder, 'probe'), 'probe');
  if (opened !== undefined) mkdirSync(opened, { recursive: true });
  const results = join(folder, 'results.json');
  const server = await startServer({
    version: 'newest',
    data,
    settings: { 'security.workspace.trust.enabled': false },
    env: { BENCH_PROBE: JSON.stringify({ ...given, results }) },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', () => resolve());
      void page.exposeFunction('codeAutomationLog', (_kind: unknown, words: unknown) => {
        said.push(JSON.stringify(words));
      });
      page.on('crash', () => reject(new Error('The window crashed.')));
      setTimeout(() => reject(new Error('The window never reported.')), patienceMs).unref();
    });
    const payload = [
      ['extensionDevelopmentPath', server.remote(join(folder, 'probe'))],
      ['extensionTestsPath', server.remote(join(import.meta.dirname, `${program}.js`))],
      ['skipWelcome', 'true'],
    ];
    await page.goto(server.address(opened, payload));
    await ended;
    if (!existsSync(results)) throw new Error(`Nothing was measured: ${said.slice(-5).join('\n')}`);
    return JSON.parse(readFileSync(results, 'utf8'));
  } finally {
    await browser.close();
    await server.stop();
  }
}
