import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Connections } from '../../../../../src/editor/connections/connections';
import { showQueryProblems } from '../../../../../src/editor/queryFiles/language/queryProblems';
import { doubleOf } from '../../../doubleOf';
import { editor } from '../../fakeVscode/editor';

const text = '{ "version": 1, "connection": "mine", "queries": {} }';
const unknown = 'Connection "mine" isn\'t in your settings.';

let names: string[];
let change: () => void;

const documentOf = (content: string, version: number) =>
  doubleOf<vscode.TextDocument>({
    languageId: 'market-queries',
    uri: vscode.Uri.file('/a.market.json'),
    version,
    isClosed: false,
    getText: () => content,
    positionAt: (offset) => new vscode.Position(0, offset),
  });

/** Lets the pause pass that covers several changes. */
const shown = () => {
  const known = editor.problems.length;
  vi.runAllTimers();
  return editor.problems.map((problems) => problems.map(({ message }) => message)).splice(known);
};

beforeEach(() => {
  vi.useFakeTimers();
  editor.documents = [documentOf(text, 1)];
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
  editor.documents = [documentOf(file, 2)];
  names = ['sandbox', 'mine'];
  change();
  expect(shown()).toEqual([['"2026-03-10" looks like a date, not like a delivery area.']]);
  expect(editor.problems.at(-1)?.at(-1)?.severity).toBe(vscode.DiagnosticSeverity.Warning);
});

it('problems of open query files are not reported again at every sign-in and token', () => {
  change();
  change();
  expect(shown()).toEqual([]);
});
