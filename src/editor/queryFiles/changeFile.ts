import * as vscode from 'vscode';
import { errorKind } from '../../text/errorText';
import { nameOf, refuseUntrusted } from '../export/exportTarget';
import { plainLabel } from '../../text/plainLabel';
import { documentOf } from './queryDocuments';

/** Returns the new text for the current one, which is `undefined` if the file doesn't exist. */
type TextChange = (text: string | undefined) => string;

/** The last pending change of each file. */
const underway = new Map<string, Promise<void>>();

/**
 * Changes a UTF-8 file in the workspace, or creates it. `change` receives the newest text: that of an editor
 * with unsaved changes, otherwise the stored text, even if an editor hasn't loaded it yet. It is called again
 * if the text changes in the meantime, and its errors reject. In an editor with unsaved changes, the change
 * isn't saved either, unless `savesUnsaved` says that it must be in the file. Changes to one file run in
 * sequence. Rejects with an `Error` ready to display if the workspace isn't trusted, or if the file can't be
 * read or written. The caller must have checked the path.
 */
export async function changeFile(
  uri: vscode.Uri,
  change: TextChange,
  { savesUnsaved = false } = {},
): Promise<void> {
  const key = uri.toString();
  const before = underway.get(key);
  const changed = (before ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => changeOnce(uri, change, savesUnsaved));
  underway.set(key, changed);
  try {
    await changed;
  } finally {
    if (underway.get(key) === changed) underway.delete(key);
  }
}

/** How often a change is attempted while a person types in the same document. */
const attempts = 5;

async function changeOnce(uri: vscode.Uri, change: TextChange, savesUnsaved: boolean): Promise<void> {
  refuseUntrusted();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const document = documentOf(uri);
    if (document && hasUnsaved(document)) {
      const text = document.getText();
      if (!(await replaceIn(document, text, change(text)))) continue;
      if (!savesUnsaved || document.isUntitled || (await document.save())) return;
      throw notSavedError(uri);
    }
    // Written to disk, and reloaded by an editor that has no unsaved changes. Saving in that editor could
    // conflict with a change on disk that it hasn't noticed yet.
    const stored = await storedText(uri);
    const text = change(stored?.text);
    if (text !== stored?.text) await store(uri, (stored?.mark ?? '') + text);
    if (document) await shown(document, text);
    return;
  }
  throw new Error(vscode.l10n.t("Couldn't change {0} while you were typing in it. Try again.", labelOf(uri)));
}

/**
 * The newest text of a file: that of an editor with unsaved changes, otherwise the stored text; `undefined`
 * if the file doesn't exist. Rejects with an `Error` ready to display if it can't be read.
 */
export async function newestText(uri: vscode.Uri): Promise<string | undefined> {
  const document = documentOf(uri);
  return document && hasUnsaved(document) ? document.getText() : (await storedText(uri))?.text;
}

/** Whether the editor's text isn't stored. */
const hasUnsaved = ({ isDirty, isUntitled }: vscode.TextDocument) => isDirty || isUntitled;

/** Larger files aren't loaded: no query file has this many bytes. */
const mostBytes = 1_000_000;

/** A stored text as an editor shows it, without the byte order mark that the file may begin with. */
async function storedText(uri: vscode.Uri) {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    // A link can lead to a device, which has no size and no end.
    if ((type & vscode.FileType.File) === 0) throw vscode.FileSystemError.Unavailable(uri);
    if (size > mostBytes) {
      throw new UnfitFile(
        vscode.l10n.t(
          '{0} is too large for a query file: the limit is {1} MB.',
          labelOf(uri),
          mostBytes / 1e6,
        ),
      );
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    if (bytes.subarray(0, 4).includes(0)) {
      throw new UnfitFile(vscode.l10n.t('{0} is UTF-16. Save it as UTF-8.', labelOf(uri)));
    }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? { mark: '\ufeff', text: text.slice(1) } : { mark: '', text };
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    if (error instanceof UnfitFile) throw error;
    throw unreadableError(uri, error);
  }
}

async function store(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  } catch (error) {
    throw unwritableError(uri, error);
  }
}

/** The message of a file that isn't read is ready to display. */
class UnfitFile extends Error {}

// An error's own text may contain the whole path.
const unreadableError = (uri: vscode.Uri, error: unknown) =>
  new Error(
    error instanceof TypeError
      ? vscode.l10n.t("{0} can't be read because it isn't UTF-8 text.", labelOf(uri))
      : vscode.l10n.t("Couldn't read {0} ({1}).", labelOf(uri), errorKind(error)),
  );
const unwritableError = (uri: vscode.Uri, error: unknown) =>
  new Error(vscode.l10n.t("Couldn't write {0} ({1}).", labelOf(uri), errorKind(error)));
const labelOf = (uri: vscode.Uri) => plainLabel(nameOf(uri));

/**
 * Replaces only the part that differs, so that cursors and folding stay. Resolves with `false` if the
 * document has changed in the meantime.
 */
function replaceIn(document: vscode.TextDocument, old: string, text: string): Thenable<boolean> {
  let [start, end] = [0, 0];
  const most = Math.min(old.length, text.length);
  while (start < most && old[start] === text[start]) start += 1;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(old.length - end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text.slice(start, text.length - end));
  return vscode.workspace.applyEdit(edit);
}

/** The longest wait for an editor to load a change on disk. */
const mostShownMs = 3000;

/**
 * Resolves when the document contains the text, so that an editor can reveal a place in it, or after a while.
 */
function shown(document: vscode.TextDocument, text: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const look = () => {
      if (document.isClosed || document.getText() === text) end();
    };
    const timer = setTimeout(end, mostShownMs);
    const subscription = vscode.workspace.onDidChangeTextDocument(look);
    look();
  });
}

const notSavedError = (uri: vscode.Uri) =>
  new Error(
    vscode.l10n.t(
      "Couldn't save {0}: it may be read-only, or another program changed it at the same time. Your change is still in the editor, unsaved.",
      labelOf(uri),
    ),
  );
