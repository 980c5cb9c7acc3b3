import * as vscode from 'vscode';
import { statOf } from '../../export/exportTarget';
import { onNewFolders } from '../newFolders';
import { documentOf } from '../queryDocuments';
import { findQueryFiles, queryFilePattern, queryFileSuffix } from '../queryLanguage';

/**
 * The most files that are listed, files in an editor aside: more than people have, but few enough that a folder
 * from somewhere else doesn't fill the list. See docs/privacy-and-limits.md.
 */
export const mostQueryFiles = 1000;
/** A change is reported after such a pause in typing. */
const typedMs = 200;

/** Where the query files of the workspace are, on disk or in an editor. None of them is read. */
export class WorkspaceQueryFiles implements vscode.Disposable {
  private readonly files = new Map<string, vscode.Uri>();
  /** The files by their Uris as text. */
  readonly found: ReadonlyMap<string, vscode.Uri> = this.files;
  private readonly typed = new Map<string, NodeJS.Timeout>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable;
  /** Whether files aren't listed because of `mostQueryFiles`. */
  isLimited = false;
  /** Fires when a file was added, removed, or changed, or is one too many. */
  readonly onDidChange = this.changed.event;

  constructor() {
    const { workspace } = vscode;
    const watcher = workspace.createFileSystemWatcher(queryFilePattern);
    const deletions = workspace.createFileSystemWatcher('**/*', true, true);
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      watcher,
      watcher.onDidCreate((uri) => this.note(uri)),
      watcher.onDidChange((uri) => this.note(uri)),
      deletions,
      deletions.onDidDelete((uri) => this.dropIn(uri.toString())),
      onNewFolders(() => this.find()),
      workspace.onDidOpenTextDocument(({ uri }) => this.note(uri)),
      // Changes that weren't saved are lost, and its file may be gone.
      workspace.onDidCloseTextDocument(({ uri }) => this.found.get(uri.toString()) && this.lookAgain(uri)),
      workspace.onDidChangeTextDocument(({ document }) => this.noteSoon(document.uri)),
      workspace.onDidChangeWorkspaceFolders(() => this.find()),
    );
    void this.find();
  }

  /**
   * Looks for the files again. If the editor can't search, the watcher and open documents still find files.
   */
  async find(): Promise<void> {
    const uris = (await findQueryFiles(mostQueryFiles + 1)) ?? [];
    const listed = new Set(uris.map((uri) => uri.toString()));
    this.isLimited = false;
    // What the search doesn't list may still be there: the file may be excluded from searches or one too many,
    // or in a file system that can't be searched.
    const unlisted = [...this.found].filter(([key]) => !listed.has(key));
    for (const uri of uris) this.note(uri);
    await Promise.all(unlisted.map(([, uri]) => this.lookAgain(uri)));
  }

  private async lookAgain(uri: vscode.Uri): Promise<void> {
    if ((await statOf(uri)).exists) this.note(uri);
    else this.drop(uri.toString());
  }

  private noteSoon(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.typed.get(key));
    if (!isOurs(uri)) return;
    this.typed.set(
      key,
      setTimeout(() => {
        this.typed.delete(key);
        this.note(uri);
      }, typedMs),
    );
  }

  /** Adds a file or reports a change of it, or drops it if its folder is no longer in the workspace. */
  private note(uri: vscode.Uri): void {
    const key = uri.toString();
    if (!isOurs(uri)) {
      this.drop(key);
      return;
    }
    const others = this.found.size - (this.found.has(key) ? 1 : 0);
    // One that is in an editor always has its place.
    if (others < mostQueryFiles || documentOf(uri)) this.files.set(key, uri);
    else {
      this.files.delete(key);
      this.isLimited = true;
    }
    this.changed.fire(uri);
  }

  /** Drops a deleted file, or the files of a deleted folder: VS Code reports only the folder. */
  private dropIn(deleted: string): void {
    for (const key of this.found.keys()) {
      if (key === deleted || key.startsWith(`${deleted}/`)) this.drop(key);
    }
  }

  private drop(key: string): void {
    const uri = this.found.get(key);
    if (this.files.delete(key) && uri) this.changed.fire(uri);
  }

  dispose(): void {
    for (const timer of this.typed.values()) clearTimeout(timer);
    this.subscriptions.dispose();
  }
}

/** Whether the file is a query file in a folder of the workspace. */
const isOurs = (uri: vscode.Uri): boolean =>
  uri.path.endsWith(queryFileSuffix) &&
  !uri.path.includes('/node_modules/') &&
  vscode.workspace.getWorkspaceFolder(uri) !== undefined;
