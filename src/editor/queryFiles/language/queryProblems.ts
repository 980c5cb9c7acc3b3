import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { QueryFile } from '#src/queryFiles/queryFile';
import type { FileProblem } from '#src/queryFiles/problems';
import type { Connections } from '../../connections/connections';
import { plainLabel } from '#src/text/plainLabel';
import { rangeOfSpan, readDocument } from '../queryDocuments';
import { isQueryDocument } from '../queryLanguage';

/** Covers the several changes that one key press can make, but is too short to be noticed. */
const delayMs = 10;
/** A long file is read again after a pause in which it could have been read a few times. */
const readShare = 0.2;
const longestDelayMs = 1000;

/**
 * Shows the problems of query files while a person types. Invalid JSON is left to VS Code's own JSON support.
 * Its schema rejects nothing (see `suggestingSchema`), so nothing is reported twice.
 */
export function showQueryProblems(connections: Connections): vscode.Disposable {
  // Not the owner of the problem matcher in package.json: opening a file would remove what a task found in it.
  const shown = vscode.languages.createDiagnosticCollection('market-data-queries');
  let restMs = delayMs;
  const pending = new Map<vscode.TextDocument, NodeJS.Timeout>();
  const show = (document: vscode.TextDocument) => {
    pending.delete(document);
    if (!isQueryDocument(document) || document.isClosed) return;
    const begun = performance.now();
    const file = readDocument(document);
    restMs = Math.min(longestDelayMs, Math.max(delayMs, (performance.now() - begun) / readShare));
    shown.set(document.uri, diagnosticsOf(document, file, connections.names));
  };
  const showSoon = (document: vscode.TextDocument) => {
    if (!isQueryDocument(document) || pending.has(document)) return;
    pending.set(
      document,
      setTimeout(() => show(document), restMs),
    );
  };
  const showAll = () => {
    for (const document of vscode.workspace.textDocuments) showSoon(document);
  };
  let names = connections.names;
  // Connections also change with every sign-in and token, which no problem depends on.
  const connectionsChanged = () => {
    const before = names;
    names = connections.names;
    if (!isDeepStrictEqual(names, before)) showAll();
  };
  showAll();
  return vscode.Disposable.from(
    shown,
    vscode.workspace.onDidOpenTextDocument(showSoon),
    vscode.workspace.onDidChangeTextDocument(({ document }) => showSoon(document)),
    // Also fires when the language of a document changes.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri)),
    connections.onDidChange(connectionsChanged),
    { dispose: () => pending.forEach((timer) => clearTimeout(timer)) },
  );
}

function diagnosticsOf(
  document: vscode.TextDocument,
  file: QueryFile,
  connections: readonly string[],
): vscode.Diagnostic[] {
  const { problems, queries } = file;
  const found = [...problems, ...queries.flatMap((query) => query.problems)];
  const errors = found.filter((problem) => problem.isSyntax !== true);
  const diagnosticOf = (severity: vscode.DiagnosticSeverity) => (problem: FileProblem) => {
    const diagnostic = new vscode.Diagnostic(rangeOfSpan(document, problem), problem.message, severity);
    diagnostic.source = vscode.l10n.t('Market Data');
    return diagnostic;
  };
  const warnings = [
    ...queries.flatMap((query) => query.warnings),
    ...remoteSchema(file),
    ...unknownConnections(file, connections),
  ];
  return [
    ...errors.map(diagnosticOf(vscode.DiagnosticSeverity.Error)),
    ...warnings.map(diagnosticOf(vscode.DiagnosticSeverity.Warning)),
  ];
}

/**
 * Warns about an address from which VS Code's JSON support may download the file's schema, unless the person
 * has turned that off: older versions use any address, newer ones only trusted addresses. An extension can't
 * prevent this.
 */
function remoteSchema({ remoteSchema: at }: QueryFile): FileProblem[] {
  if (!at) return [];
  const message = vscode.l10n.t(
    'VS Code may request this address when it opens the file. Remove "$schema": VS Code already has a schema for query files.',
  );
  return [{ ...at, message }];
}

/**
 * Connections that this person doesn't have. The file may still be right, because connections are in each
 * person's settings.
 */
function unknownConnections(file: QueryFile, known: readonly string[]): FileProblem[] {
  return [file, ...file.queries].flatMap(({ connection, connectionSpan }): FileProblem[] => {
    if (connection === undefined || !connectionSpan || known.includes(connection)) return [];
    const message = vscode.l10n.t('Connection "{0}" isn\'t in your settings.', plainLabel(connection));
    return [{ ...connectionSpan, message }];
  });
}
