import { expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { readDocument } from '#src/editor/queryFiles/queryDocuments';
import { doubleOf } from '../../doubleOf';

it('a version of a document is read once, however many features need it', () => {
  const getText = vi.fn(() => JSON.stringify({ version: 1, queries: { q: {} } }));
  const document = doubleOf<{ -readonly [Name in keyof vscode.TextDocument]: vscode.TextDocument[Name] }>({
    version: 1,
    getText,
    positionAt: (offset) => new vscode.Position(0, offset),
  });
  expect(readDocument(document)).toBe(readDocument(document));
  document.version = 2;
  expect(readDocument(document).queries).toHaveLength(1);
  expect(getText).toHaveBeenCalledTimes(2);
});
