import * as vscode from 'vscode';
import type { QueryFile } from '../../../queryFiles/queryFile';
import { longestFile, readQueryFile } from '../../../queryFiles/read/readQueryFile';

/** What was read from a document. */
export interface ReadDocument {
  /** Cut to one character more than is read, so that the reader notices. */
  readonly text: string;
  readonly file: QueryFile;
}

const readDocuments = new WeakMap<vscode.TextDocument, ReadDocument & { version: number }>();

/**
 * Reads a document, once per version however many features need it. If it is too long, only enough is passed
 * on for the reader to notice.
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

/** The range of a span in its document. */
export const rangeOf = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
