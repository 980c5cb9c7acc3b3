import * as vscode from 'vscode';
import { lineAmong, lineStarts } from '../../queryFiles/edit/positions';
import type { TextSpan } from '../../queryFiles/problems';
import type { QueryFile } from '../../queryFiles/queryFile';
import { longestFile, readQueryFile } from '../../queryFiles/read/readQueryFile';

const readings = new WeakMap<vscode.TextDocument, { readonly version: number; readonly file: QueryFile }>();

/** Reads a document, once per version however many features need it. */
export function readDocument(document: vscode.TextDocument): QueryFile {
  const { version } = document;
  const known = readings.get(document);
  if (known?.version === version) return known.file;
  const start = new vscode.Position(0, 0);
  // Cut to one character more than is read, so that the reader notices.
  const text = document.getText(new vscode.Range(start, document.positionAt(longestFile + 1)));
  const file = readQueryFile(text);
  readings.set(document, { version, file });
  return file;
}

/** The document with this Uri, if the file is open. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === key && !document.isClosed,
  );
}

/** The range of a span in its document. */
export const rangeOfSpan = (document: vscode.TextDocument, { start, end }: TextSpan): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

/** The ranges of spans in a text that need not be open in an editor. */
export function rangesIn(text: string): (span: TextSpan) => vscode.Range {
  const starts = lineStarts(text);
  const positionAt = (offset: number): vscode.Position => {
    const line = lineAmong(starts, offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(positionAt(start), positionAt(end));
}
