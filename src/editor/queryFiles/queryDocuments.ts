import * as vscode from 'vscode';
import type { QueryFile } from '../../queryFiles/queryFile';
import { longestFile, queryFileSteps } from '../../queryFiles/read/readQueryFile';
import { paced, type Sliced } from '../../table/columns/slices';

interface Reading {
  readonly version: number;
  readonly read: Promise<QueryFile | undefined>;
}

const readings = new WeakMap<vscode.TextDocument, Reading>();

/**
 * Reads a document, once per version however many features need it. If it is too long, only enough is passed
 * on for the reader to notice. `undefined` if the document was changed or closed before a long one was read.
 */
export function readDocument(document: vscode.TextDocument): Promise<QueryFile | undefined> {
  const { version } = document;
  const known = readings.get(document);
  if (known?.version === version) return known.read;
  const read = readVersion(document, version);
  readings.set(document, { version, read });
  return read;
}

function readVersion(document: vscode.TextDocument, version: number): Promise<QueryFile | undefined> {
  const start = new vscode.Position(0, 0);
  // Cut to one character more than is read, so that the reader notices.
  const text = document.getText(new vscode.Range(start, document.positionAt(longestFile + 1)));
  const isOutdated = () => document.version !== version || document.isClosed;
  return readInTurns(text, isOutdated);
}

/** Reads a long text with pauses, so that it blocks nothing else. `undefined` if it's outdated before the end. */
export const readInTurns = (text: string, isOutdated: () => boolean): Promise<QueryFile | undefined> =>
  paced(untilOutdated(queryFileSteps(text), isOutdated));

/** The same work, which ends with `undefined` at the next pause if it's outdated by then. */
export function* untilOutdated<T>(steps: Sliced<T>, isOutdated: () => boolean): Sliced<T | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield;
    if (isOutdated()) return undefined;
  }
}

/** The document with this Uri, if the file is open. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === key && !document.isClosed,
  );
}

/** The range of a span in its document. */
export const rangeOfSpan = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
