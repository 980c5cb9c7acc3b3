import * as vscode from 'vscode';
import type { QueryFile } from '../../../queryFiles/queryFile';
import { longestFile, readQueryFile } from '../../../queryFiles/readQueryFile';

/** A document as it was read. */
export interface ReadDocument {
  /** At most one character more than can be read. */
  readonly text: string;
  readonly file: QueryFile;
}

const readDocuments = new WeakMap<vscode.TextDocument, ReadDocument & { version: number }>();

/**
 * What a document says. It's read once per version, however many features need it. Of a document that is too
 * long, only so much is taken that the reader can tell.
 */
export function readDocument(document: vscode.TextDocument): ReadDocument {
  const known = readDocuments.get(document);
  if (known?.version === document.version) return known;
  const start = new vscode.Position(0, 0);
  const text = document.getText(new vscode.Range(start, document.positionAt(longestFile + 1)));
  const read = { text, file: readQueryFile(text), version: document.version };
  readDocuments.set(document, read);
  return read;
}

/** The place of a span in its document. */
export const rangeOf = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
