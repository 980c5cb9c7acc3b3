// Prepares a debugging session of the host tests (see .vscode/launch.json): bundles and folders.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, createWorkspace, installDependencies, start, testResults } from '../../scripts/checkout.mjs';
import { bundleHostTests } from './hostTests.mjs';

await start(async () => {
  await installDependencies();
  await bundleHostTests('newest');
  createWorkspace(join(cache, 'debug'));
  mkdirSync(testResults, { recursive: true });
});
