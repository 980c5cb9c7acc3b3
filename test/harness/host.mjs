// Runs test/host inside a real VS Code: node test/harness/host.mjs [oldest|newest] [--built] [--packaged]
// [rows.test.ts | test/host/results/rows.test.ts ...]. --built: dist/ is already built. --packaged: tests
// market-data-explorer.vsix instead of the checkout. Only the named files run, even in a version that otherwise
// leaves them out.
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecrets, launchBrowser } from './browser.mjs';
import { build, cache, installDependencies, root, start, testResults } from '../../scripts/checkout.mjs';
import {
  bundleHostTests,
  hostTestEnvironment,
  hostTestFiles,
  openedBy,
  reportHostResults,
} from './hostTests.mjs';
import { startServer } from '../../scripts/vscode.mjs';

/** Longer than any suite takes. A window that never reports is closed after this time. */
const patienceMinutes = 15;

await start(async () => {
  const version = process.argv.includes('oldest') ? 'oldest' : 'newest';
  const packaged = process.argv.includes('--packaged');
  const options = ['oldest', 'newest', '--built', '--packaged'];
  const names = process.argv.slice(2).filter((argument) => !options.includes(argument));
  // A misspelled name fails before the long part.
  hostTestFiles(version, names);
  await installDependencies();
  if (!packaged && !process.argv.includes('--built')) await build();
  const tests = await bundleHostTests(version, names);
  const level = `host-${version}${packaged ? '-packaged' : ''}`;
  rmSync(join(testResults, level), { recursive: true, force: true });
  let passed = true;
  for (const window of tests.windows) {
    const out = join(testResults, level, window.suite);
    mkdirSync(out, { recursive: true });
    const results = join(out, 'results.json');
    await runWindow(level, version, packaged, tests, window, out, results);
    const name = `${level} ${window.suite}`;
    if (existsSync(results)) passed = reportHostResults(name, results) && passed;
    else {
      passed = false;
      console.log(`${name}: the window closed without results. Its logs are in ${out}.`);
    }
  }
  return passed ? 0 : 1;
});

/**
 * Opens one window, runs its suite, and keeps its logs.
 *
 * @param {string} level
 * @param {import('../../scripts/vscode.mjs').Version} version
 * @param {boolean} packaged
 * @param {import('./hostTests.mjs').HostTests} tests
 * @param {import('./hostTests.mjs').Window} window
 * @param {string} out
 * @param {string} results
 */
async function runWindow(level, version, packaged, tests, window, out, results) {
  const data = join(cache, 'runs', level, window.suite);
  rmSync(data, { recursive: true, force: true });
  const opened = openedBy(window, data);
  const server = await startServer({
    version,
    data,
    settings: window.settings,
    env: hostTestEnvironment(window.suite, results),
    ...(packaged ? { vsix: join(root, 'market-data-explorer.vsix') } : {}),
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 }, reducedMotion: 'reduce' });
    await keepSecrets(page.context());
    const note = (/** @type {string} */ line) => appendFileSync(join(out, 'window.log'), `${line}\n`);
    page.on('console', (message) => note(message.text()));
    page.on('pageerror', (error) => note(String(error.stack)));
    const ended = new Promise((resolve) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.on('crash', resolve);
      setTimeout(resolve, patienceMinutes * 60_000).unref();
    });
    await page.exposeFunction(
      'codeAutomationLog',
      (/** @type {unknown} */ _kind, /** @type {unknown} */ words) =>
        note(`[tests] ${JSON.stringify(words)}`),
    );
    await page.goto(
      server.address(opened, [
        ['extensionDevelopmentPath', server.remote(packaged ? tests.folder : root)],
        ['extensionTestsPath', server.remote(tests.entry)],
        ['skipWelcome', 'true'],
      ]),
    );
    await ended;
    await page.screenshot({ path: join(out, 'window.png') }).catch(() => undefined);
  } finally {
    await browser.close();
    await server.stop();
    const logs = join(data, 'user', 'logs');
    if (existsSync(logs)) cpSync(logs, join(out, 'logs'), { recursive: true });
    cpSync(join(data, 'server.log'), join(out, 'server.log'));
  }
}
