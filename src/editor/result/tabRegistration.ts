import * as vscode from 'vscode';

/** The view type of the result tabs, which the manifest's activation event names. */
export const resultViewType = 'marketData.result';

/** The URI scheme of bodies that are shown as documents. */
export const documentScheme = 'market-data';

/** Provides the contents of tabs that VS Code restores: results, and response bodies shown as documents. */
interface TabProviders {
  readonly restoredTabs: vscode.WebviewPanelSerializer;
  readonly documents: vscode.TextDocumentContentProvider;
}

/** VS Code may ask for the contents of restored tabs before any command is run. */
export function registerTabProviders(providers: () => Promise<TabProviders>): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(resultViewType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await providers()).restoredTabs.deserializeWebviewPanel(panel, state),
    }),
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      provideTextDocumentContent: async (uri, token) =>
        (await providers()).documents.provideTextDocumentContent(uri, token),
    }),
  );
}
