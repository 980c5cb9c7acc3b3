import * as vscode from 'vscode';
import type { Connections } from '../connections/connections';
import { offerQueryLenses } from './language/queryLenses';
import { showQueryProblems } from './language/queryProblems';
import { isQueryDocument } from './queryLanguage';
import type { QueryFileWork } from './run/queryFileWork';
import { QueryTests } from './testing/queryTests';
import { WorkspaceQueryFiles } from './testing/workspaceQueryFiles';

/** What activation creates, in the one copy that both bundles share. */
interface QueryFileFoundation {
  readonly connections: Connections;
  /** Runs queries. Opened on first use. */
  readonly work: () => Promise<QueryFileWork>;
}

/** Registers the features of query files. The first query file loads them. */
export function openQueryFileFeatures({ connections, work }: QueryFileFoundation) {
  const files = new WorkspaceQueryFiles();
  const tests = new QueryTests(files, work);
  const shown = vscode.Disposable.from(
    files,
    tests,
    activateJsonSupport(),
    showQueryProblems(connections),
    offerQueryLenses(),
  );
  return { tests, dispose: () => void shown.dispose() };
}

/**
 * Activates VS Code's own JSON support when a query file is open. The manifest makes it serve the language of
 * query files, but only documents in its own languages activate it.
 */
function activateJsonSupport(): vscode.Disposable {
  const activate = (document: vscode.TextDocument) => {
    if (!isQueryDocument(document)) return;
    // It's missing if the person has disabled it. Query files then have neither schema nor formatter.
    const json = vscode.extensions.getExtension('vscode.json-language-features');
    if (json && !json.isActive) void json.activate();
  };
  vscode.workspace.textDocuments.forEach(activate);
  return vscode.workspace.onDidOpenTextDocument(activate);
}
