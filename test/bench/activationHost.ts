import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../harness/browser.mjs';
import { cache, root } from '../harness/checkout.mjs';
import { startServer } from '../harness/vscode.mjs';
import { spreadOf, type Figures, type Spread } from './sampling';

/** A window that never reports is ended after this long. */
const patienceMs = 180_000;

/**
 * The first extension that a host activates pays for what the host prepares once, and is not measured.
 * The empty one shows what the host itself takes for an activation.
 */
const peers = ['first', 'empty'] as const;
const ours = 'market-data-explorer';

/** Writes an extension that does nothing. */
function writePeer(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const engines = { vscode: '*' };
  const manifest = { name, publisher: 'bench', version: '0.0.0', engines, main: './main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), 'exports.activate = () => undefined;');
}

/** One window of a real VS Code whose host activates all of them. */
async function activated(folder: string): Promise<Figures> {
  const results = join(folder, 'results.json');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { publisher: string };
  const extensions = [...peers.map((name) => `bench.${name}`), `${manifest.publisher}.${ours}`];
  const server = await startServer({
    version: 'newest',
    data: join(folder, 'data'),
    env: { ACTIVATION_PROBE: JSON.stringify({ extensions, results }) },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const ended = new Promise<void>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', () => resolve());
      void page.exposeFunction('codeAutomationLog', () => undefined);
      page.on('crash', () => reject(new Error('The window crashed.')));
      setTimeout(() => reject(new Error('The window never reported.')), patienceMs).unref();
    });
    const development = [...peers, 'product'].map((name) => [
      'extensionDevelopmentPath',
      server.remote(join(folder, name)),
    ]);
    const tests = ['extensionTestsPath', server.remote(join(import.meta.dirname, 'activationProbe.js'))];
    await page.goto(server.address(undefined, [...development, tests, ['skipWelcome', 'true']]));
    await ended;
    const taken = JSON.parse(readFileSync(results, 'utf8')) as Figures;
    return { ours: taken[extensions[2] ?? ''] ?? Number.NaN, empty: taken['bench.empty'] ?? Number.NaN };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * How long `activate()` of the product takes in the extension host of a real VS Code, each time in a
 * new window, and how long that of an empty extension takes there. `bundles` is the product's `dist`.
 */
export async function inRealHost(bundles: string, windows: number): Promise<{ ours: Spread; empty: Spread }> {
  const folder = join(cache, `activation-${process.pid}`);
  for (const name of peers) writePeer(join(folder, name), name);
  for (const part of ['package.json', 'package.nls.json', 'l10n', 'media']) {
    cpSync(join(root, part), join(folder, 'product', part), { recursive: true });
  }
  cpSync(bundles, join(folder, 'product', 'dist'), { recursive: true });
  const taken: Figures[] = [];
  try {
    for (let window = 0; window < windows; window += 1) {
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      taken.push(await activated(folder));
      process.stderr.write(`real host: ${JSON.stringify(taken.at(-1))}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    ours: spreadOf(taken.map(({ ours }) => ours ?? Number.NaN)),
    empty: spreadOf(taken.map(({ empty }) => empty ?? Number.NaN)),
  };
}
