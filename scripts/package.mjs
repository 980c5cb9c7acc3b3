// Packs market-data-explorer.vsix from what is built: npm run package
import { readFileSync } from 'node:fs';
import { createVSIX } from '@vscode/vsce';

/** Marketplaces don't know versions such as 0.2.0-beta: an odd minor number means pre-release. */
const [, minor = 0] = JSON.parse(readFileSync('package.json', 'utf8')).version.split('.').map(Number);

// Everything that is needed is bundled, so no package is packed.
await createVSIX({
  dependencies: false,
  packagePath: 'market-data-explorer.vsix',
  preRelease: minor % 2 === 1,
});
