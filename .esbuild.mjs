// Builds dist/: the host's bundles (CommonJS, Node) and the result view (ES modules, browser).
// Usage: node .esbuild.mjs [--production] [--watch]
import { rmSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/**
 * Modules that the entry bundle must not carry, because activation pays for every byte it loads:
 * a dynamic import of one of them stays a `require` of its own bundle.
 */
const loadedOnFirstUse = { service: 'src/service/index.ts', sandbox: 'src/sandbox/index.ts' };

const ownBundles = {
  name: 'own-bundles',
  setup(build) {
    for (const name of Object.keys(loadedOnFirstUse)) {
      build.onResolve({ filter: new RegExp(`/${name}(/index)?$`) }, (request) =>
        request.kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

/** Lines that the problem matcher of .vscode/tasks.json reads. */
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

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
  target: 'es2022',
};

const host = {
  ...shared,
  entryPoints: {
    extension: 'src/extension.ts',
    worker: 'src/results/thread/worker.ts',
    'sandbox-cli': 'src/sandbox/cli.ts',
    ...loadedOnFirstUse,
  },
  outdir: 'dist',
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  plugins: [ownBundles, watchLines],
};

// No `external` here: a view that reaches for `vscode` or for Node fails to build.
const view = {
  ...shared,
  entryPoints: {
    main: 'webview-ui/main.ts',
    style: 'webview-ui/style.css',
  },
  outdir: 'dist/webview',
  platform: 'browser',
  format: 'esm',
  splitting: true,
  chunkNames: 'chunk-[hash]',
  plugins: [watchLines],
};

rmSync('dist', { recursive: true, force: true });
const builds = await Promise.all([context(host), context(view)]);
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
