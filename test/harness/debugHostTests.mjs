// Prepares a debugging session of the host tests (see .vscode/launch.json): the bundles and folders.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, installDependencies, start, testResults } from './checkout.mjs';
import { bundleHostTests } from './hostTests.mjs';

await start(async () => {
  await installDependencies();
  await bundleHostTests('newest');
  mkdirSync(join(cache, 'debug-workspace'), { recursive: true });
  mkdirSync(testResults, { recursive: true });
});
