// Runs test/host in a desktop VS Code: npm run test:electron [-- 1.100.0|stable|insiders|/path/to/code]
// Downloads that VS Code from Microsoft unless the path of an installed one is given.
import { mkdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { build, cache, installDependencies, root, start, testResults } from '../../scripts/checkout.mjs';
import { bundleHostTests, hostTestEnvironment, openedBy, reportHostResults } from './hostTests.mjs';
import { writeSettings } from '../../scripts/vscode.mjs';

await start(async () => {
  await installDependencies();
  await build();
  const { runTests } = await import('@vscode/test-electron');
  const tests = await bundleHostTests('newest');
  const wanted = process.argv.slice(2);
  let passed = true;
  for (const vscode of wanted.length > 0 ? wanted : ['1.100.3', 'stable']) {
    const level = `electron-${isAbsolute(vscode) ? 'installed' : vscode}`;
    for (const window of tests.windows) {
      const out = join(testResults, level, window.suite);
      const data = join(cache, 'runs', level, window.suite);
      rmSync(out, { recursive: true, force: true });
      rmSync(data, { recursive: true, force: true });
      mkdirSync(out, { recursive: true });
      const opened = openedBy(window, data);
      // A socket in the user folder must have a short path on macOS, so the folder is set here.
      const user = join(cache, 'user');
      rmSync(user, { recursive: true, force: true });
      writeSettings(user, window.settings);
      const results = join(out, 'results.json');
      await runTests({
        ...(isAbsolute(vscode) ? { vscodeExecutablePath: vscode } : { version: vscode }),
        extensionDevelopmentPath: root,
        extensionTestsPath: tests.entry,
        extensionTestsEnv: hostTestEnvironment(window.suite, results),
        launchArgs: [
          ...(opened ? [opened] : []),
          '--user-data-dir',
          user,
          '--extensions-dir',
          join(data, 'extensions'),
          '--logsPath',
          join(out, 'logs'),
          ...(process.platform === 'linux' ? ['--password-store=basic'] : []),
          '--disable-extensions',
          '--skip-welcome',
          '--skip-release-notes',
        ],
      }).catch(() => undefined); // a failed test makes the window exit with an error; the results say which
      passed = report(level, window.suite, results) && passed;
    }
  }
  return passed ? 0 : 1;
});

/**
 * @param {string} level
 * @param {string} suite
 * @param {string} results
 */
function report(level, suite, results) {
  try {
    return reportHostResults(`${level} ${suite}`, results);
  } catch {
    console.log(`${level} ${suite}: the window ended without results.`);
    return false;
  }
}
