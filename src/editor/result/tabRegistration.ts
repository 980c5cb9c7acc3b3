import * as vscode from 'vscode';

/** The view type of the result tabs, which the manifest's activation event names. */
export const resultViewType = 'marketData.result';

/** The URI scheme of bodies that are shown as documents. */
export const documentScheme = 'market-data';

/** Fills the tabs that a reload restores. */
export interface RestoredTabs {
  readonly panels: vscode.WebviewPanelSerializer;
  readonly documents: vscode.TextDocumentContentProvider;
}

/** VS Code may ask for tabs of an earlier session before any command is run. */
export function registerRestoredTabs(tabs: () => Promise<RestoredTabs>): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(resultViewType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await tabs()).panels.deserializeWebviewPanel(panel, state),
    }),
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      provideTextDocumentContent: async (uri, token) =>
        (await tabs()).documents.provideTextDocumentContent(uri, token),
    }),
  );
}
