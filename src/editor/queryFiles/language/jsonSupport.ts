import * as vscode from 'vscode';
import { isQueryDocument } from '../queryLanguage';

/**
 * Activates VS Code's own JSON support when a query file is open. The manifest makes it serve the language of
 * query files, but only documents in its own languages activate it.
 */
export function activateJsonSupport(): vscode.Disposable {
  const activate = (document: vscode.TextDocument) => {
    if (!isQueryDocument(document)) return;
    // It's missing if the person has disabled it. Query files then have neither schema nor formatter.
    const json = vscode.extensions.getExtension('vscode.json-language-features');
    if (json && !json.isActive) void json.activate();
  };
  vscode.workspace.textDocuments.forEach(activate);
  return vscode.workspace.onDidOpenTextDocument(activate);
}
