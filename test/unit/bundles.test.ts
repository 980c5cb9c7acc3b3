import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { hostBundles } from '../../.bundles.mjs';

/** Every window loads the entry, whether or not anyone queries market data. */
const largestEntry = 60_000;

let bundles: Readonly<Record<string, { bytes: number; files: readonly string[] }>>;
let entry = '';

beforeAll(async () => {
  const { metafile, outputFiles } = await build({ ...hostBundles(true), write: false });
  entry = outputFiles.find(({ path }) => /[\\/]extension\.js$/.test(path))?.text ?? '';
  bundles = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { bytes, inputs }]) => [
      path,
      { bytes, files: Object.keys(inputs) },
    ]),
  );
});

const filesOf = (name: string) => bundles[`dist/${name}.js`]?.files ?? [];

it('every bundle is in the package', () => {
  const packaged = readFileSync('.vscodeignore', 'utf8').split(/\r?\n/);
  const named = Object.keys(bundles).map((path) => `!${path}`);
  expect(named.filter((line) => !packaged.includes(line))).toEqual([]);
});

it('the entry stays small', () => {
  expect(bundles['dist/extension.js']?.bytes).toBeLessThanOrEqual(largestEntry);
});

it('loading the entry builds no formatter: the first one of a process takes longer than everything else', () => {
  const built: string[] = [];
  const watched = Object.fromEntries(
    (['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules'] as const).map((name) => [
      name,
      function () {
        built.push(name);
      },
    ]),
  );
  const module: { exports: { activate?: unknown } } = { exports: {} };
  const require = createRequire(import.meta.url);
  const load = (name: string): unknown => (name === 'vscode' ? {} : require(name));
  const run = compileFunction(entry, ['module', 'exports', 'require', 'Intl']);
  Reflect.apply(run, undefined, [module, module.exports, load, watched]);
  expect(module.exports.activate).toBeTypeOf('function');
  expect(built).toEqual([]);
});

it('the entry contains the tree, the status bar, and the palette, but no query, result, or request', () => {
  const late =
    /^src\/(table|exports|results|sandbox|queryFiles)\/|^src\/service\/(token|retry|marketClient)|^src\/editor\/(compare|export|workbench)/;
  const packages = filesOf('extension').filter((file) => file.startsWith('node_modules/'));
  expect(filesOf('extension').filter((file) => late.test(file))).toEqual([]);
  expect(packages.filter((file) => !/^node_modules\/(valibot|@vscode\/l10n)\//.test(file))).toEqual([]);
});

it('the HTTP client is only in its own bundle, without the media types of forms', () => {
  const holdsAxios = (name: string) => filesOf(name).some((file) => file.includes('/axios/'));
  const names = ['extension', 'queryFiles', 'workbench', 'worker', 'sandbox', 'service'];
  expect(names.filter(holdsAxios)).toEqual(['service']);
  expect(filesOf('service').filter((file) => /\/(form-data|mime-db|mime-types)\//.test(file))).toEqual([]);
});

it('opening a query file loads its reader, but no results, exports, or requests', () => {
  const late =
    /^src\/(table\/(?!filter\/filterOperators)|exports\/(?!formats|names)|sandbox)\/|^src\/results\/(?!checks)|^src\/service\/(http|token|retry|marketClient)/;
  expect(filesOf('queryFiles')).toContain('src/queryFiles/read/readQueryFile.ts');
  expect(filesOf('queryFiles').filter((file) => late.test(file))).toEqual([]);
});

/**
 * A file that is in two bundles has two states. So whatever keeps important state is created in one bundle
 * and passed to the other.
 */
it('the state of connections, secrets, and memory is only in the entry', () => {
  const shared = new Set(['workbench', 'queryFiles'].flatMap(filesOf));
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
  expect(stateful.filter((file) => shared.has(file))).toEqual([]);
});
