import * as vscode from 'vscode';

/** The id of the language of query files. The manifest gives it to `*.market.json`. */
export const queryLanguage = 'market-queries';

/** Public API: the type of tasks, in `tasks.json`. */
export const taskType = 'market-data';

/** Where the features of query files are offered, whatever a document's scheme is. */
export const queryDocuments: vscode.DocumentSelector = { language: queryLanguage };

/** Not of a document that shows an earlier version, whose problems are over or listed already. */
export const isQueryDocument = ({ languageId, uri }: vscode.TextDocument): boolean =>
  languageId === queryLanguage && uri.scheme !== 'git';

/** Query files in the folders of the workspace. */
const pattern = '**/*.market.json';
/** Files of packages are those of other people. */
const notOurs = '**/node_modules/**';

/**
 * Calls `act` once, as soon as there is a query file: an open document of the language, or a file in the workspace,
 * there already or created later.
 */
export function onFirstQueryFile(act: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, true);
  const subscriptions: vscode.Disposable[] = [];
  /** Ends the waiting; `false` if it was over already. */
  const end = (): boolean => subscriptions.splice(0).map((each) => void each.dispose()).length > 0;
  const found = () => {
    if (end()) act();
  };
  const look = async () => {
    if ((await vscode.workspace.findFiles(pattern, notOurs, 1)).length > 0) found();
  };
  const lookAt = (document: vscode.TextDocument) => {
    if (isQueryDocument(document)) found();
  };
  subscriptions.push(
    watcher,
    watcher.onDidCreate(({ path }) => {
      if (!path.includes('/node_modules/')) found();
    }),
    vscode.workspace.onDidOpenTextDocument(lookAt),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void look()),
  );
  vscode.workspace.textDocuments.forEach(lookAt);
  if (subscriptions.length > 0) void look();
  return new vscode.Disposable(end);
}
