import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { hostBundles } from '../../scripts/bundles.mjs';

/** Every window loads the entry, whether or not anyone queries market data. */
const largestEntry = 60_000;

let bundles: Readonly<Record<string, { bytes: number; files: readonly string[] }>>;
let texts: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { metafile, outputFiles } = await build({ ...hostBundles(true), write: false });
  texts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
  bundles = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { bytes, inputs }]) => [
      path,
      { bytes, files: Object.keys(inputs) },
    ]),
  );
});

const filesOf = (name: string) => bundles[`dist/${name}.js`]?.files ?? [];

it('the entry stays small', () => {
  expect(bundles['dist/extension.js']?.bytes).toBeLessThanOrEqual(largestEntry);
});

/** What loading a bundle does: what it exports, which modules it requires, and which formatters it builds. */
function load(name: string) {
  const built: string[] = [];
  const watched = Object.fromEntries(
    (['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules'] as const).map((formatter) => [
      formatter,
      function () {
        built.push(formatter);
      },
    ]),
  );
  const required: string[] = [];
  const require = createRequire(import.meta.url);
  const editor = { l10n: {} };
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const run = compileFunction(texts[`${name}.js`] ?? '', ['module', 'exports', 'require', 'Intl']);
  const requireNoted = (path: string): unknown => {
    required.push(path);
    return path === 'vscode' ? editor : require(path);
  };
  Reflect.apply(run, undefined, [module, module.exports, requireNoted, watched]);
  return { exported: module.exports, required, built };
}

it('loading the entry builds no formatter: the first one of a process takes longer than everything else', () => {
  const { exported, built } = load('extension');
  expect(exported['activate']).toBeTypeOf('function');
  expect(built).toEqual([]);
});

it('loading the other bundle starts neither the HTTP client nor the sample service', () => {
  const { exported, required } = load('onFirstUse');
  expect(exported['createMarketClient']).toBeTypeOf('function');
  expect(exported['startSandbox']).toBeTypeOf('function');
  expect(required).toContain('vscode');
  expect(required.filter((path) => /^(node:)?(https?|http2|net|tls)$/.test(path))).toEqual([]);
});

it('the entry contains the tree, the status bar, and the palette, but no query, result, or request', () => {
  const late =
    /^src\/(table|exports|results|sandbox|queryFiles)\/|^src\/service\/(token|retry|marketClient)|^src\/editor\/(compare|export|workbench)/;
  const packages = filesOf('extension').filter((file) => file.startsWith('node_modules/'));
  expect(filesOf('extension').filter((file) => late.test(file))).toEqual([]);
  expect(packages.filter((file) => !/^node_modules\/(valibot|@vscode\/l10n)\//.test(file))).toEqual([]);
});

it('the HTTP client is in only one bundle, without the media types of forms', () => {
  const holdsAxios = (path: string) => bundles[path]?.files.some((file) => file.includes('/axios/'));
  expect(Object.keys(bundles).filter(holdsAxios)).toEqual(['dist/onFirstUse.js']);
  expect(filesOf('onFirstUse').filter((file) => /\/(form-data|mime-db|mime-types)\//.test(file))).toEqual([]);
});

/**
 * A file that is in two bundles has two states. So whatever keeps important state is created in one bundle
 * and passed to the other.
 */
it('the state of connections, secrets, and memory is only in the entry', () => {
  const shared = filesOf('onFirstUse');
  const stateful = [
    'src/editor/connections/connections.ts',
    'src/editor/connections/secretVault.ts',
    'src/editor/connections/serviceAccess.ts',
    'src/editor/connections/statusBar.ts',
    'src/editor/query/datasetsTree.ts',
    'src/editor/query/valuesFromResults.ts',
    'src/editor/shell/memory.ts',
    'src/editor/shell/walkthroughSteps.ts',
  ];
  expect(stateful.filter((file) => !filesOf('extension').includes(file))).toEqual([]);
  expect(stateful.filter((file) => shared.includes(file))).toEqual([]);
});
