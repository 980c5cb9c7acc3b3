import * as vscode from 'vscode';

/** How long creations are collected before they are looked at. */
const pauseMs = 500;
/** A checkout or a build creates files by the thousands; so many are not looked at one by one. */
const mostLookedAt = 20;

/**
 * Calls `search` after folders were created, but not again before it has resolved. If a folder comes with its
 * files, because it is moved, unpacked, or checked out, VS Code reports only the folder.
 */
export function onNewFolders(search: () => Promise<void>): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, true);
  let created: vscode.Uri[] = [];
  let pause: NodeJS.Timeout | undefined;
  let isSearching = false;
  let isOver = false;
  const lookSoon = () => {
    if (isSearching || isOver || created.length === 0) return;
    pause ??= setTimeout(() => void look(), pauseMs);
  };
  const look = async () => {
    pause = undefined;
    isSearching = true;
    const uris = created;
    created = [];
    if (uris.length > mostLookedAt || (await Promise.all(uris.map(isFolder))).includes(true)) await search();
    isSearching = false;
    lookSoon();
  };
  const subscription = watcher.onDidCreate((uri) => {
    if (/\/node_modules(\/|$)/.test(uri.path) || created.length > mostLookedAt) return;
    created.push(uri);
    lookSoon();
  });
  const end = () => {
    isOver = true;
    clearTimeout(pause);
  };
  return vscode.Disposable.from(watcher, subscription, { dispose: end });
}

/** `false` if there is nothing of that name any more. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
