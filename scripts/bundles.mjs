// What is bundled and how: the host's bundles (CommonJS, Node) and the result view (ES modules,
// browser). scripts/build.mjs builds them into dist/, tests and the bench into places of their own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

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

const alias = {
  'form-data': './src/service/http/leftOut.ts',
  'follow-redirects': './src/service/http/leftOut.ts',
  'proxy-from-env': './src/service/http/leftOut.ts',
  debug: './src/service/http/noLog.ts',
  // What its package.json names for Node finds its parts at run time, where a bundle has none.
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
};

/**
 * Requests use the HTTP library's adapter for Node; these are the others (12 kB in each bundle).
 *
 * @type {import('esbuild').Plugin}
 */
const oneAdapter = {
  name: 'one-adapter',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(fetch|xhr)\.js$/ }, ({ importer }) =>
      /axios.lib.adapters.adapters\.js$/.test(importer)
        ? { path: join(root, 'src/service/http/leftOut.ts') }
        : undefined,
    );
  },
};

/**
 * The HTTP library looks up this global to recognize forms, which our requests never are. Node evaluates its whole
 * client for the first such look: 15 ms of each process.
 *
 * @type {import('esbuild').Plugin}
 */
const noForms = {
  name: 'no-forms',
  setup({ onLoad }) {
    onLoad({ filter: /axios.lib.utils\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const without = text.replace("typeof G.FormData !== 'undefined' ? G.FormData : undefined", 'undefined');
      return without === text
        ? { errors: [{ text: 'The HTTP library looks for forms elsewhere.' }] }
        : { contents: without };
    });
  },
};

/** @param {boolean} production */
export const hostBundles = (production) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...shared(production),
    entryPoints: {
      extension: 'src/extension.ts',
      onFirstUse: 'src/onFirstUse.ts',
      worker: 'src/results/thread/worker.ts',
    },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The entry must not carry the other bundle, because activation pays for every byte it loads: its import
    // stays a `require` of the file next to it.
    external: ['vscode', './onFirstUse'],
    supported: { 'dynamic-import': false },
    alias: { ...alias, 'https-proxy-agent': './src/service/http/leftOut.ts' },
    plugins: [oneAdapter, noForms],
  });

/**
 * Around the command line: an old Node says so instead of failing, and `require` doesn't depend on whether the
 * nearest package.json makes the file an ES module. In parentheses, the function is compiled while it's parsed,
 * instead of being parsed twice.
 */
const banner = `if (parseInt(process.versions.node, 10) < 20) {
  process.stderr.write('Market Data Explorer needs Node 20 or newer. This is Node ' + process.versions.node + '.\\n');
  process.exitCode = 2;
} else import('node:module').then((module) => module.createRequire(process.argv[1])).then((function (require) {`;

/**
 * The command line: one file with everything in it, also its worker thread, so that it runs wherever it's copied. It
 * is also the script of the editor's sample service. It uses the proxy of the environment itself. Node 10 can parse
 * it.
 *
 * @param {boolean} production
 */
export const cliBundle = (production) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...hostBundles(production),
    entryPoints: { cli: 'src/cli/cli.ts' },
    // It never asks what only the editor asks.
    external: ['./editorAnswers'],
    alias,
    target: 'node10',
    banner: { js: banner },
    footer: { js: '}));' },
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
      style: 'webview-ui/style.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'esm',
    splitting: true,
    // The page names its files: what both scripts need is one more, and a second one would not build.
    chunkNames: 'shared',
  });
