import type * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';
import { editor } from './editor';
import { FakeTestController } from './testing';

/**
 * Takes the place of VS Code in tests that run in plain Node. It behaves as VS Code does, as far as the tests
 * need it; anything else throws. A test prepares and inspects it through `editor`.
 */
export * from './values';
export { window } from './window';
export { workspace } from './workspace';

const fake = <Members extends object>(name: string, members: Members) =>
  doubleOf<Members>(members, `${name} of the fake VS Code`);

type Values = (string | number | boolean)[];

export const l10n = fake('l10n', {
  get bundle() {
    return editor.bundle;
  },
  /** A placeholder without a value stays. */
  t: (text: string, ...values: Values) =>
    (editor.bundle?.[text] ?? text).replace(/\{(\d+)\}/g, (placeholder, at: string) =>
      String(values[Number(at)] ?? placeholder),
    ),
});

export const env = fake('env', {
  get language() {
    return editor.language;
  },
  get remoteName() {
    return editor.remoteName;
  },
  uiKind: 1,
  clipboard: {
    readText: () => Promise.resolve(editor.clipboard),
    writeText(text: string) {
      editor.clipboard = text;
      return Promise.resolve();
    },
  },
});

export const commands = fake('commands', {
  executeCommand(id: string, ...args: unknown[]) {
    editor.commands.push([id, ...args]);
    return Promise.resolve().then(() => editor.run(id, ...args));
  },
});

export const languages = fake('languages', {
  createDiagnosticCollection: () => ({
    set: (_: vscode.Uri, problems: readonly vscode.Diagnostic[]) => void editor.problems.push(problems),
    delete: () => void editor.problems.push([]),
    dispose: () => undefined,
  }),
});

export const tests = fake('tests', {
  createTestController() {
    const controller = new FakeTestController();
    editor.testControllers.push(controller);
    return controller;
  },
});
