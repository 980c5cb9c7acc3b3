import * as vscode from 'vscode';

/** How long reports are collected before they are looked at. */
const pauseMs = 500;
/** A build or a checkout reports files by the thousands, too many to look at one by one. */
const mostLookedAt = 20;
/** A build may create folders for minutes: searching takes at most this share of the time. */
const searchShare = 0.1;

/**
 * Calls `search` after folders were created or replaced, or after more files were created than are looked at, so that
 * folders may be among them. If a folder is moved, unpacked, or created together with its files, VS Code may report
 * only the folder.
 */
export function onNewFolders(search: () => Promise<void>): vscode.Disposable {
  // A folder that replaces another of the same name is reported as changed.
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, false, true);
  let reported: vscode.Uri[] = [];
  /** Whether more files or folders were created than are looked at. */
  let isMany = false;
  /** Set while anything waits to be looked at, and while it is. */
  let pause: NodeJS.Timeout | undefined;
  /** As `performance.now()` counts. */
  let restsUntil = 0;
  let isOver = false;

  const look = async () => {
    const uris = reported;
    const areMany = isMany;
    reported = [];
    isMany = false;
    if (!areMany && !(await Promise.all(uris.map(isFolder))).includes(true)) return;
    const begun = performance.now();
    await search();
    const ended = performance.now();
    restsUntil = ended + (ended - begun) / searchShare;
  };
  const lookSoon = () => {
    if (pause || isOver || reported.length === 0) return;
    const lookNow = () =>
      look().finally(() => {
        pause = undefined;
        lookSoon();
      });
    pause = setTimeout(() => void lookNow(), Math.max(pauseMs, restsUntil - performance.now()));
  };
  const note = (uri: vscode.Uri, isNew: boolean) => {
    if (/\/(node_modules|\.git)(\/|$)/.test(uri.path)) return;
    if (reported.length < mostLookedAt) reported.push(uri);
    // Every save is a change; even many of them say nothing about folders.
    else isMany ||= isNew;
    lookSoon();
  };

  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate((uri) => note(uri, true)),
    watcher.onDidChange((uri) => note(uri, false)),
    {
      dispose: () => {
        isOver = true;
        clearTimeout(pause);
      },
    },
  );
}

/**
 * `false` if there is nothing of that name any more. Not `statOf`, which would bring the code of exports into
 * the entry.
 */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
