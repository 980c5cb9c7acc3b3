import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Connections } from '../../../../../src/editor/connections/connections';
import { showQueryProblems } from '../../../../../src/editor/queryFiles/language/queryProblems';
import { doubleOf } from '../../../doubleOf';

/** The open documents, and the messages that VS Code was told each time. */
const editor = vi.hoisted(() => ({
  documents: [] as unknown[],
  shown: [] as string[][],
  severities: [] as number[],
}));

vi.mock('vscode', () => {
  const nothing = { dispose: () => undefined };
  return {
    l10n: { t: (text: string, ...values: string[]) => text.replace('{0}', values[0] ?? '') },
    languages: {
      createDiagnosticCollection: () => ({
        set: (_: unknown, problems: vscode.Diagnostic[]) =>
          editor.shown.push(problems.map(({ message }) => message)),
      }),
    },
    workspace: {
      get textDocuments() {
        return editor.documents;
      },
      onDidOpenTextDocument: () => nothing,
      onDidChangeTextDocument: () => nothing,
      onDidCloseTextDocument: () => nothing,
    },
    Disposable: { from: () => nothing },
    DiagnosticSeverity: { Error: 0, Warning: 1 },
    Diagnostic: class {
      constructor(
        readonly range: unknown,
        readonly message: string,
        severity: number,
      ) {
        editor.severities.push(severity);
      }
    },
    Range: vi.fn(),
    Position: vi.fn(),
  };
});

const text = '{ "version": 1, "connection": "mine", "queries": {} }';
const unknown = 'Connection "mine" isn\'t in your settings.';

let names: string[];
let change: () => void;

/** Lets the pause pass that covers several changes. */
const shown = () => {
  vi.runAllTimers();
  return editor.shown.splice(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  editor.documents = [
    {
      languageId: 'market-queries',
      uri: { scheme: 'file' },
      version: 1,
      getText: () => text,
      positionAt: (offset: number) => offset,
    },
  ];
  names = ['sandbox'];
  const connections = doubleOf<Connections>({
    get names() {
      return names;
    },
    onDidChange: (listener: () => void) => {
      change = listener;
      return doubleOf<vscode.Disposable>({});
    },
  });
  showQueryProblems(connections);
  expect(shown()).toEqual([[unknown]]);
});
afterEach(() => {
  vi.useRealTimers();
});

it('a query file loses its warning as soon as its connection is in the settings', () => {
  names = ['sandbox', 'mine'];
  change();
  expect(shown()).toEqual([[]]);
});

it('a date instead of an area is underlined as a warning, not as an error', () => {
  const query = { dataset: 'dayahead-prices', parameters: { deliveryarea: '2026-03-10' } };
  const file = JSON.stringify({ version: 1, queries: { q: query } });
  editor.documents = [{ ...(editor.documents[0] as object), version: 2, getText: () => file }];
  names = ['sandbox', 'mine'];
  change();
  expect(shown()).toEqual([['"2026-03-10" looks like a date, not like a delivery area.']]);
  expect(editor.severities.at(-1)).toBe(1);
});

it('problems of open query files are not reported again at every sign-in and token', () => {
  change();
  change();
  expect(shown()).toEqual([]);
});
