import * as vscode from 'vscode';

/** The id of the language of query files. The manifest gives it to `*.market.json`. */
export const queryLanguage = 'market-queries';

/** Where the features of query files are offered, whatever a document's scheme is. */
export const queryDocuments: vscode.DocumentSelector = { language: queryLanguage };

export const isQueryDocument = ({ languageId }: vscode.TextDocument): boolean => languageId === queryLanguage;

/** Query files in the folders of the workspace. */
const pattern = '**/*.market.json';
/** Files of packages are those of other people. */
const notOurs = '**/node_modules/**';

/**
 * Calls `act` once, as soon as there is a query file: an open document of the language, or a file in the workspace,
 * there already or created later.
 */
export function onFirstQueryFile(act: () => void): vscode.Disposable {
  let isOver = false;
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, true);
  const look = async () => {
    const [found] = await vscode.workspace.findFiles(pattern, notOurs, 1);
    if (found) end(act);
  };
  const lookAt = (document: vscode.TextDocument) => {
    if (isQueryDocument(document)) end(act);
  };
  const waiting = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(({ path }) => {
      if (!path.includes('/node_modules/')) end(act);
    }),
    vscode.workspace.onDidOpenTextDocument(lookAt),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void look()),
  );
  const end = (last: () => void) => {
    if (isOver) return;
    isOver = true;
    waiting.dispose();
    last();
  };
  vscode.workspace.textDocuments.forEach(lookAt);
  if (!isOver) void look();
  return { dispose: () => end(() => undefined) };
}
