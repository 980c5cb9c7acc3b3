// Loads and activates the entry bundle in a fresh process, as the editor does, with a stub of the editor that
// returns immediately, so that only the extension's own code is measured.
import { createRequire, Module } from 'node:module';
import * as v from 'valibot';
import { measure } from '../sampling';

/** Returns itself for every property, call, and construction, and iterates as an empty list. */
const anything: unknown = new Proxy(function constructable() {}, {
  get: (_target, key) => {
    if (key === Symbol.toPrimitive) return () => '';
    if (key === Symbol.iterator) return () => [][Symbol.iterator]();
    return key === 'then' ? undefined : anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

/** The bundles look for members on the module's prototype. */
const editor = Object.create(anything as object) as object;

await measure(v.object({ entry: v.string() }), async ({ entry }) => {
  const modules: { require: (this: Module, name: string) => unknown } = Module.prototype;
  const { require } = modules;
  modules.require = function (name) {
    return name === 'vscode' ? editor : Reflect.apply(require, this, [name]);
  };
  const paths = { globalStorageUri: { fsPath: '/' }, asAbsolutePath: (path: string) => path };
  const context = { ...paths, subscriptions: [], secrets: anything, extensionUri: anything };
  const state = { globalState: anything, workspaceState: anything, extension: { id: 'bench' } };
  const started = performance.now();
  const extension = createRequire(import.meta.url)(entry) as { activate(context: object): unknown };
  const loaded = performance.now();
  await extension.activate({ ...context, ...state });
  return { load: loaded - started, activate: performance.now() - started };
});
