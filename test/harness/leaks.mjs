// Searches for the tests' secrets in every file that the last VS Code runs left behind.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cache, start, testResults } from '../../scripts/checkout.mjs';

/**
 * The prefix of every password, client secret, and token in the tests: `canary()` in
 * test/host/support/support.ts.
 */
const canary = 'canary-secret-';

await start(async () => {
  const files = [join(cache, 'runs'), testResults].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile()),
  );
  const ownLogs = files.filter((file) => /market-data-explorer[^\\/]*[\\/][^\\/]*\.log$/.test(file));
  const leaks = files.filter((file) => readFileSync(file).includes(canary));
  for (const file of leaks) console.log(`Secret found in ${file}`);
  if (ownLogs.length === 0) console.log('No log of the extension was found, so nothing was checked.');
  console.log(`${files.length} files, ${ownLogs.length} logs of the extension, ${leaks.length} leaks.`);
  return leaks.length === 0 && ownLogs.length > 0 ? 0 : 1;
});
