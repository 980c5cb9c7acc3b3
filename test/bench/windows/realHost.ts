import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../harness/browser.mjs';
import { startServer } from '../../../scripts/vscode.mjs';
import { productFolder } from '../ours/product';

/** A window that never reports is closed after this time. */
const patienceMs = 900_000;

const id = 'market-data-explorer.market-data-explorer';

/** Writes an extension under development, which does nothing: VS Code runs a probe only for one. */
function writeEmptyExtension(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'probe',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: [],
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), 'exports.activate = () => undefined;');
}

/** Installs the product in the data folder of a server. */
function install(data: string): void {
  const path = join(data, 'extensions', id);
  cpSync(productFolder, path, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string };
  const location = { $mid: 1, path, scheme: 'file' };
  // VS Code's own list of installed extensions: it ignores folders that are not in it.
  const entries = [{ identifier: { id }, version, location, relativeLocation: id }];
  writeFileSync(join(data, 'extensions', 'extensions.json'), JSON.stringify(entries));
}

/** What to measure in an extension host. */
interface Probe {
  /** The program next to this one whose `run` the host calls. It writes JSON to the file named `results`. */
  readonly program: string;
  /** What the program reads from the environment variable `BENCH_PROBE`, with `results` added. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The folder that the window opens. */
  readonly opened?: string;
}

/**
 * Opens a new window of a real VS Code with the packaged extension, runs the probe in its extension host, and
 * resolves with what it wrote. The folder is emptied first.
 */
export async function probed(folder: string, { program, given, opened }: Probe): Promise<unknown> {
  rmSync(folder, { recursive: true, force: true });
  const data = join(folder, 'data');
  install(data);
  writeEmptyExtension(join(folder, 'probe'));
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
