import * as vscode from 'vscode';
import { lineAmong, lineStarts } from '../../../queryFiles/edit/positions';
import { longestFile, readQueryFile } from '../../../queryFiles/read/readQueryFile';
import type { QueryFile, TextSpan } from '../../../queryFiles/queryFile';
import { onNewFolders } from '../newFolders';
import { findQueryFiles, queryFilePattern, queryFileSuffix } from '../queryLanguage';

/** The most query files that a search adds; see docs/privacy-and-limits.md. */
const mostFiles = 1000;
/** A file is read again after such a pause in typing. */
const typedMs = 200;
/** A UTF-16 code unit has at most three bytes in UTF-8. */
const mostBytes = 3 * (longestFile + 1);

/** A query file of the workspace, as far as it can be read. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly file: QueryFile;
  readonly rangeOf: (span: TextSpan) => vscode.Range;
}

/**
 * The query files of the workspace, as they are on disk or, with unsaved changes, in an editor. Files are
 * only read; nothing in them has any effect.
 */
export class WorkspaceQueryFiles implements vscode.Disposable {
  private readonly found = new Map<string, FoundFile>();
  /** The last read in progress of each file. An earlier one that ends later is outdated. */
  private readonly readings = new Map<string, object>();
  private readonly typed = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly changed = new vscode.EventEmitter<string>();
  private readonly subscriptions: vscode.Disposable;
  /** Fires with the Uri of a file that was added, removed, or changed. */
  readonly onDidChange = this.changed.event;
  /** Resolves when the files present at the start have been read. */
  readonly ready: Promise<void>;

  constructor() {
    const { workspace } = vscode;
    const watcher = workspace.createFileSystemWatcher(queryFilePattern);
    const deletions = workspace.createFileSystemWatcher('**/*', true, true);
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      watcher,
      watcher.onDidCreate((uri) => this.read(uri)),
      watcher.onDidChange((uri) => this.read(uri)),
      deletions,
      deletions.onDidDelete((uri) => this.dropIn(uri.toString())),
      onNewFolders(() => this.find()),
      workspace.onDidOpenTextDocument(({ uri }) => this.read(uri)),
      // Changes that weren't saved are lost.
      workspace.onDidCloseTextDocument(({ uri }) => this.read(uri)),
      workspace.onDidChangeTextDocument(({ document }) => this.readSoon(document.uri)),
      workspace.onDidChangeWorkspaceFolders(() => this.find()),
    );
    this.ready = this.find();
  }

  /** Sorted by path. */
  get all(): readonly FoundFile[] {
    return [...this.found.values()].sort((one, other) => (one.uri.path < other.uri.path ? -1 : 1));
  }

  /** The file with this Uri, if there is one. */
  get(key: string): FoundFile | undefined {
    return this.found.get(key);
  }

  get size(): number {
    return this.found.size;
  }

  /**
   * Looks for the files again. If the editor can't search, the watcher and open documents still find files.
   */
  async find(): Promise<void> {
    const uris = (await findQueryFiles(mostFiles)) ?? [];
    // What the search doesn't list may still be there: the file may be excluded from searches or one too many,
    // or in a file system that can't be searched.
    const known = [...this.found.values()].map(({ uri }) => uri);
    const added = uris.filter((uri) => !this.found.has(uri.toString()));
    const room = Math.max(0, mostFiles - known.length);
    await Promise.all([...known, ...added.slice(0, room)].map((uri) => this.read(uri)));
  }

  private readSoon(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.typed.get(key));
    if (!isOurs(uri)) return;
    this.typed.set(
      key,
      setTimeout(() => {
        this.typed.delete(key);
        void this.read(uri);
      }, typedMs),
    );
  }

  /** Reads a file, or drops it if it is gone or its folder is no longer in the workspace. */
  private async read(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (!isOurs(uri)) {
      this.drop(key);
      return;
    }
    const reading = {};
    this.readings.set(key, reading);
    const file = await readFile(uri).catch(() => undefined);
    if (this.readings.get(key) !== reading) return;
    this.readings.delete(key);
    if (!file) {
      this.drop(key);
      return;
    }
    this.found.set(key, file);
    this.changed.fire(key);
  }

  /** Drops a deleted file, or the files of a deleted folder: VS Code reports only the folder. */
  private dropIn(deleted: string): void {
    const inside = `${deleted}/`;
    for (const key of [...this.found.keys(), ...this.readings.keys()]) {
      if (key === deleted || key.startsWith(inside)) this.drop(key);
    }
  }

  private drop(key: string): void {
    this.readings.delete(key);
    if (this.found.delete(key)) this.changed.fire(key);
  }

  dispose(): void {
    for (const timer of this.typed.values()) clearTimeout(timer);
    this.readings.clear();
    this.subscriptions.dispose();
  }
}

/** Whether the file is a query file in a folder of the workspace. */
const isOurs = (uri: vscode.Uri): boolean =>
  uri.path.endsWith(queryFileSuffix) &&
  !uri.path.includes('/node_modules/') &&
  vscode.workspace.getWorkspaceFolder(uri) !== undefined;

/**
 * Reads a query file as it is in an editor or, if it isn't open, on disk. Rejects if there is no such file.
 */
async function readFile(uri: vscode.Uri): Promise<FoundFile> {
  const text = await textOf(uri);
  return { uri, file: readQueryFile(text), rangeOf: rangesIn(text) };
}

/**
 * The text in the editor if the file is open, otherwise the stored text. If it is too long, only enough for
 * the reader to notice.
 */
async function textOf(uri: vscode.Uri): Promise<string> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  if (open && !open.isClosed) return open.getText().slice(0, longestFile + 1);
  const { type, size } = await vscode.workspace.fs.stat(uri);
  // A link can lead to a device, which has no size and no end.
  if ((type & vscode.FileType.File) === 0) throw vscode.FileSystemError.FileNotFound(uri);
  if (size > mostBytes) return ' '.repeat(longestFile + 1);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)).slice(0, longestFile + 1);
}

/** The ranges of spans in a text that isn't open in an editor. Reads the text once. */
function rangesIn(text: string): (span: TextSpan) => vscode.Range {
  const starts = lineStarts(text);
  const positionAt = (offset: number): vscode.Position => {
    const line = lineAmong(starts, offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(positionAt(start), positionAt(end));
}
