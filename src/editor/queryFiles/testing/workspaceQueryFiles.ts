import * as vscode from 'vscode';
import { lineAmong, lineStarts } from '#src/queryFiles/edit/positions';
import { longestFile } from '#src/queryFiles/read/readQueryFile';
import type { QueryFile } from '#src/queryFiles/queryFile';
import type { TextSpan } from '#src/queryFiles/problems';
import { onNewFolders } from '../newFolders';
import { documentOf, rangeOfSpan, readDocument, readInTurns } from '../queryDocuments';
import { findQueryFiles, queryFilePattern, queryFileSuffix } from '../queryLanguage';

/**
 * The most files that are listed, files in an editor aside: more than people have, but few enough that a folder
 * from somewhere else doesn't take forever to read. See docs/privacy-and-limits.md.
 */
export const mostQueryFiles = 1000;
/** A file is read again after such a pause in typing. */
const typedMs = 200;
/** A UTF-16 code unit has at most three bytes in UTF-8. */
const mostBytes = 3 * (longestFile + 1);

/** What was just read from a query file. */
export interface ReadFile {
  readonly file: QueryFile;
  readonly rangeOf: (span: TextSpan) => vscode.Range;
}

/** A file that was added or changed, or that was removed and so not read. */
export interface FileChange {
  readonly key: string;
  readonly read?: ReadFile;
}

/**
 * The query files of the workspace, as they are on disk or, with unsaved changes, in an editor. Files are
 * only read; nothing in them has any effect. Nothing of their queries is kept, because there may be very many.
 */
export class WorkspaceQueryFiles implements vscode.Disposable {
  private readonly found = new Map<string, vscode.Uri>();
  /** The last read of each file that hasn't ended. An earlier one that is still going on is outdated. */
  private readonly readings = new Map<string, object>();
  /** The reads that a person waits for, and the others. Each are made one after the other. */
  private readonly lines = { asked: Promise.resolve(), other: Promise.resolve() };
  private readonly typed = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly changed = new vscode.EventEmitter<FileChange>();
  private readonly subscriptions: vscode.Disposable;
  private isAnyLeftOut = false;
  /** Fires when a file was added, removed, or changed, or is one too many. */
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
      watcher.onDidCreate((uri) => this.readIn('other', uri)),
      watcher.onDidChange((uri) => this.readIn('other', uri)),
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
  get all(): readonly vscode.Uri[] {
    return [...this.found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** The file whose Uri is this as text, if there is one. */
  get(key: string): vscode.Uri | undefined {
    return this.found.get(key);
  }

  get size(): number {
    return this.found.size;
  }

  /** Whether files aren't listed because of `mostQueryFiles`. */
  get isLimited(): boolean {
    return this.isAnyLeftOut;
  }

  /**
   * Looks for the files again. If the editor can't search, the watcher and open documents still find files.
   */
  async find(): Promise<void> {
    const uris = (await findQueryFiles(mostQueryFiles + 1)) ?? [];
    this.isAnyLeftOut = false;
    // What the search doesn't list may still be there: the file may be excluded from searches or one too many,
    // or in a file system that can't be searched.
    const known = [...this.found.values()];
    const added = uris.filter((uri) => !this.found.has(uri.toString()));
    await Promise.all([...known, ...added].map((uri) => this.readIn('other', uri)));
  }

  /** Reads a file again, before others that nobody waits for. */
  read(uri: vscode.Uri): Promise<void> {
    return this.readIn('asked', uri);
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
  private async readIn(line: keyof typeof this.lines, uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (!isOurs(uri)) {
      this.drop(key);
      return;
    }
    if (!this.hasPlace(uri)) {
      this.leaveOut(key);
      return;
    }
    const reading = {};
    this.readings.set(key, reading);
    const isOutdated = () => this.readings.get(key) !== reading;
    this.lines[line] = this.lines[line].then(() => this.readNow(uri, isOutdated));
    await this.lines[line];
  }

  private async readNow(uri: vscode.Uri, isOutdated: () => boolean): Promise<void> {
    if (isOutdated()) return;
    const key = uri.toString();
    const read = await this.readFile(uri, isOutdated).catch(() => 'gone' as const);
    if (isOutdated()) return;
    this.readings.delete(key);
    if (read === 'gone') this.drop(key);
    // Without anything read, the document was changed meanwhile, and is read again after a pause in typing.
    if (read === 'gone' || !read) return;
    this.found.set(key, uri);
    this.changed.fire({ key, read });
  }

  /**
   * Reads a query file as it is in an editor or, if it isn't open, on disk. Rejects if there is no such file;
   * `undefined` if the read is outdated.
   */
  private async readFile(uri: vscode.Uri, isOutdated: () => boolean): Promise<ReadFile | undefined> {
    const open = documentOf(uri);
    if (open) {
      const file = await readDocument(open);
      return file && { file, rangeOf: (span) => rangeOfSpan(open, span) };
    }
    const text = await storedText(uri);
    const file = await readInTurns(text, isOutdated);
    return file && { file, rangeOf: rangesIn(text) };
  }

  /** Whether the limit leaves room for the file. One that is in an editor always has its place. */
  private hasPlace(uri: vscode.Uri): boolean {
    const others = new Set([...this.found.keys(), ...this.readings.keys()]);
    others.delete(uri.toString());
    return others.size < mostQueryFiles || documentOf(uri) !== undefined;
  }

  private leaveOut(key: string): void {
    this.readings.delete(key);
    const isNews = !this.isAnyLeftOut;
    this.isAnyLeftOut = true;
    if (this.found.delete(key) || isNews) this.changed.fire({ key });
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
    if (this.found.delete(key)) this.changed.fire({ key });
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

/** The stored text. If it is too long, only enough for the reader to notice. */
async function storedText(uri: vscode.Uri): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  // A link can lead to a device, which has no size and no end.
  if ((type & vscode.FileType.File) === 0) throw vscode.FileSystemError.FileNotFound(uri);
  if (size > mostBytes) return ' '.repeat(longestFile + 1);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)).slice(0, longestFile + 1);
}

/** The ranges of spans in a text that isn't open in an editor. Reads the text once, when it's needed. */
function rangesIn(text: string): (span: TextSpan) => vscode.Range {
  let starts: readonly number[] | undefined;
  const positionAt = (offset: number): vscode.Position => {
    starts ??= lineStarts(text);
    const line = lineAmong(starts, offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(positionAt(start), positionAt(end));
}
