import * as vscode from 'vscode';
import { onNewFolders } from './newFolders';

/** The id of the language of query files. The manifest gives it to `*.market.json`. */
export const queryLanguage = 'market-queries';

/** Where the features of query files are offered, whatever a document's scheme is. */
export const queryDocuments: vscode.DocumentSelector = { language: queryLanguage };

/**
 * Whether a document is a query file that can be edited. Git's earlier versions are left out: their problems
 * are fixed or already listed.
 */
export const isQueryDocument = ({ languageId, uri }: vscode.TextDocument): boolean =>
  languageId === queryLanguage && uri.scheme !== 'git';

/** The suffix of query files. */
export const queryFileSuffix = '.market.json';
/** Matches query files in workspace folders. */
export const queryFilePattern = `**/*${queryFileSuffix}`;
/** Files in packages belong to other people, and there can be thousands. */
const notOurs = '**/node_modules/**';

/** Finds at most `most` query files in the workspace; `undefined` if the editor can't search. */
export const findQueryFiles = (most: number): Promise<vscode.Uri[] | undefined> =>
  Promise.resolve(vscode.workspace.findFiles(queryFilePattern, notOurs, most)).catch(() => undefined);

/**
 * Calls `act` once, as soon as there is a query file: an open document of the language, or a file in the
 * workspace, existing or created later.
 */
export function onFirstQueryFile(act: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(queryFilePattern, false, true, true);
  const subscriptions: vscode.Disposable[] = [];
  /** Stops waiting; `false` if it had already stopped. */
  const end = (): boolean => subscriptions.splice(0).map((each) => void each.dispose()).length > 0;
  const found = () => {
    if (end()) act();
  };
  const look = async () => {
    if ((await findQueryFiles(1))?.length) found();
  };
  const lookAt = (document: vscode.TextDocument) => {
    if (isQueryDocument(document)) found();
  };
  subscriptions.push(
    watcher,
    watcher.onDidCreate(({ path }) => {
      if (!path.includes('/node_modules/')) found();
    }),
    onNewFolders(look),
    vscode.workspace.onDidOpenTextDocument(lookAt),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void look()),
  );
  vscode.workspace.textDocuments.forEach(lookAt);
  if (subscriptions.length > 0) void look();
  return new vscode.Disposable(end);
}
