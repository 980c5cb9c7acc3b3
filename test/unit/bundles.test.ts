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
  const editor = { l10n: {} };
  const requireNoted = (path: string): unknown => {
    required.push(path);
    return path === 'vscode' ? editor : requireNode(path);
  };
  return { exported: run(name, requireNoted, watched), required, built };
}

const requireNode = createRequire(import.meta.url);

/** Runs a bundle, which gets what it requires from `require`. Returns what it exports. */
function run(name: string, require: (path: string) => unknown, formatters: object = Intl) {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const bundle = compileFunction(texts[`${name}.js`] ?? '', ['module', 'exports', 'require', 'Intl']);
  Reflect.apply(bundle, undefined, [module, module.exports, require, formatters]);
  return module.exports;
}

it('loading the entry builds no formatter: the first one of a process takes longer than everything else', () => {
  const { exported, built } = load('extension');
  expect(exported['activate']).toBeTypeOf('function');
  expect(built).toEqual([]);
});

it('the sample service is in none of them, since its thread is the command line', () => {
  const holdsService = (path: string) => bundles[path]?.files.includes('src/sandbox/service.ts');
  expect(Object.keys(bundles).filter(holdsService)).toEqual([]);
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

it('the HTTP client is in only one bundle, without the packages for what is turned off', () => {
  const holdsAxios = (path: string) => bundles[path]?.files.some((file) => file.includes('/axios/'));
  expect(Object.keys(bundles).filter(holdsAxios)).toEqual(['dist/onFirstUse.js']);
  const packages = filesOf('onFirstUse').filter((file) => file.startsWith('node_modules/'));
  expect(
    packages.filter((file) => !/^node_modules\/(axios|valibot|jsonc-parser|@vscode\/l10n)\//.test(file)),
  ).toEqual([]);
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
    'src/editor/shell/storedValues.ts',
    'src/editor/shell/walkthroughSteps.ts',
  ];
  expect(stateful.filter((file) => !filesOf('extension').includes(file))).toEqual([]);
  expect(stateful.filter((file) => shared.includes(file))).toEqual([]);
});

it('sentences of both bundles are in the language of the editor', async () => {
  const commands = new Map<string, (argument: unknown) => Promise<unknown>>();
  const translated = 'Es gibt den Datensatz {0} nicht.';
  const editor = withAnything({
    l10n: { bundle: { 'Dataset "{0}" not found.': translated }, t: (text: string) => text },
    commands: withAnything({
      registerCommand: (id: string, command: (argument: unknown) => Promise<unknown>) =>
        commands.set(id, command),
    }),
  });
  const require = (path: string): unknown =>
    path === 'vscode' ? editor : path === './onFirstUse' ? run('onFirstUse', require) : requireNode(path);
  const { activate } = run('extension', require);
  if (typeof activate !== 'function') throw new Error('The entry exports no "activate".');
  const paths = { globalStorageUri: { fsPath: '/' }, asAbsolutePath: (path: string) => path };
  Reflect.apply(activate, undefined, [withAnything({ ...paths, subscriptions: [] })]);
  const query = commands.get('marketData.query.run');
  await expect(query?.({ dataset: 'gas-prices' })).rejects.toThrow('Es gibt den Datensatz gas-prices nicht.');
});

/** Returns itself for every property, call, and construction, and iterates as an empty list. */
const anything: object = new Proxy(function constructable() {}, {
  get: (_target, key) => {
    if (key === Symbol.toPrimitive) return () => '';
    if (key === Symbol.iterator) return () => [][Symbol.iterator]();
    return key === 'then' ? undefined : anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => anything,
});

/** These members, and `anything` for every other one. */
const withAnything = (members: object): object => Object.setPrototypeOf(members, anything) as object;
