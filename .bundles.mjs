// What is bundled and how: the host's bundles (CommonJS, Node) and the result view (ES modules,
// browser). .esbuild.mjs builds them into dist/, tests and the bench into places of their own.
import { join } from 'node:path';

const root = import.meta.dirname;

/**
 * Bundles that the entry must not carry, because activation pays for every byte it loads: a dynamic
 * import of one of these files stays a `require` of its own bundle.
 */
const loadedOnFirstUse = {
  workbench: 'src/editor/workbench.ts',
  service: 'src/service/marketClient.ts',
  sandbox: 'src/sandbox/sandboxBundle.ts',
  leftovers: 'src/disk/leftovers.ts',
  queryFiles: 'src/editor/queryFiles/queryFileFeatures.ts',
  history: 'src/editor/history/historyTree.ts',
  agent: 'src/editor/agent/agentTools.ts',
};

/** @type {import('esbuild').Plugin} */
const ownBundles = {
  name: 'own-bundles',
  setup(build) {
    const bundles = new Map(
      Object.entries(loadedOnFirstUse).map(([name, path]) => [join(root, path), `./${name}.js`]),
    );
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const bundle = kind === 'dynamic-import' && bundles.get(`${join(resolveDir, path)}.ts`);
      return bundle ? { path: bundle, external: true } : undefined;
    });
  },
};

/** @param {boolean} production */
const shared = (production) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: root,
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    target: 'es2022',
  });

/** @param {boolean} production */
export const hostBundles = (production) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...shared(production),
    entryPoints: {
      extension: 'src/extension.ts',
      worker: 'src/results/thread/worker.ts',
      parquet: 'src/results/thread/range/parquetThread.ts',
      'sandbox-cli': 'src/sandbox/cli.ts',
      ...loadedOnFirstUse,
    },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    alias: {
      'form-data': './src/service/http/noFormData.ts',
      // What its package.json names for Node finds its parts at run time, where a bundle has none.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    plugins: [ownBundles],
  });

/**
 * No `external` here: a view that reaches for `vscode` or for Node fails to build.
 *
 * @param {boolean} production
 */
export const viewBundles = (production) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...shared(production),
    entryPoints: {
      main: 'webview-ui/main.ts',
      otherPanes: 'webview-ui/otherPanes.ts',
      controlLibrary: 'webview-ui/controls/controlLibrary.ts',
      style: 'webview-ui/style.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'esm',
    splitting: true,
    // The page names its files: what both scripts need is one more, and a second one would not build.
    chunkNames: 'shared',
  });
