// Builds dist/ from what scripts/bundles.mjs lists.
// Usage: npm run build -- [--production] [--watch]
import { rmSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';
import { cliBundle, hostBundles, viewBundles } from './bundles.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/**
 * Lines that the problem matcher of .vscode/tasks.json reads.
 *
 * @type {import('esbuild').Plugin}
 */
const watchLines = {
  name: 'watch-lines',
  setup(build) {
    build.onStart(() => void (watch && console.log('[watch] build started')));
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      if (watch) console.log('[watch] build finished');
    });
  },
};

rmSync('dist', { recursive: true, force: true });
const builds = await Promise.all(
  [hostBundles(production), cliBundle(production), viewBundles(production)].map((bundles) =>
    context({ ...bundles, plugins: [...('plugins' in bundles ? bundles.plugins : []), watchLines] }),
  ),
);
if (watch) {
  await Promise.all(builds.map((build) => build.watch()));
} else {
  try {
    const results = await Promise.all(builds.map((build) => build.rebuild()));
    writeFileSync('dist/metafiles.json', JSON.stringify(results.map(({ metafile }) => metafile)));
  } catch {
    process.exitCode = 1; // the plugin has printed the errors
  }
  await Promise.all(builds.map((build) => build.dispose()));
}
