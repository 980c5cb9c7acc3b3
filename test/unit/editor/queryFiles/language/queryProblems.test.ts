import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Connections } from '#src/editor/connections/connections';
import { showQueryProblems } from '#src/editor/queryFiles/language/queryProblems';
import { doubleOf } from '#test/unit/doubleOf';
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
const shown = async () => {
  const known = editor.problems.length;
  await vi.runAllTimersAsync();
  return editor.problems.map((problems) => problems.map(({ message }) => message)).splice(known);
};

beforeEach(async () => {
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
  expect(await shown()).toEqual([[unknown]]);
});
afterEach(() => {
  vi.useRealTimers();
});

it('a query file loses its warning as soon as its connection is in the settings', async () => {
  names = ['sandbox', 'mine'];
  change();
  expect(await shown()).toEqual([[]]);
});

it('a date instead of an area is underlined as a warning, not as an error', async () => {
  const query = { dataset: 'dayahead-prices', parameters: { deliveryarea: '2026-03-10' } };
  const file = JSON.stringify({ version: 1, queries: { q: query } });
  editor.documents = [documentOf(file, 2)];
  names = ['sandbox', 'mine'];
  change();
  expect(await shown()).toEqual([['"2026-03-10" looks like a date, not like a delivery area.']]);
  expect(editor.problems.at(-1)?.at(-1)?.severity).toBe(vscode.DiagnosticSeverity.Warning);
});

it("problems of open query files aren't reported again at every sign-in and token", async () => {
  change();
  change();
  expect(await shown()).toEqual([]);
});

it('a closed query file has no problems, also if it was closed while it was read', async () => {
  const document = Object.assign(documentOf(text, 2), { isClosed: true });
  editor.closedDocuments.fire(document);
  expect(editor.problems.at(-1)).toEqual([]);
  editor.changedDocuments.fire(doubleOf<vscode.TextDocumentChangeEvent>({ document }));
  expect(await shown()).toEqual([]);
});

describe('an unknown connection', () => {
  it('is underlined where it is named, in the file and in each query', async () => {
    const query = { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } };
    const queries = {
      a: { ...query, connection: 'theirs' },
      b: query,
      c: { ...query, connection: 'sandbox' },
    };
    const file = JSON.stringify({ version: 1, connection: 'ours', queries });
    editor.documents = [documentOf(file, 2)];
    names = ['sandbox'];
    change();
    names = ['sandbox', 'other'];
    change();
    await shown();
    const places = editor.problems
      .at(-1)
      ?.map(({ range }) => file.slice(range.start.character, range.end.character));
    expect(places).toEqual(['"ours"', '"theirs"']);
  });
});
