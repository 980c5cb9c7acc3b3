import * as vscode from 'vscode';
import { nameOf } from '../export/exportTarget';
import { unattended } from '../export/resultFiles';
import { refuseTaken, writeTogether } from '../export/writeTogether';
import { plainLabel } from '../shell/plainLabel';
import { openDocument, textOnDisk } from './queryFileSource';

/** A person who types meanwhile makes an edit obsolete. */
const attempts = 3;

/**
 * Changes a query file: what a person has typed and not saved yet counts, otherwise what is on disk, also if an editor
 * hasn't noticed it yet. The result is saved. Rejects with an `Error` fit to be shown, or with that of `change`; then
 * neither the editor's text nor the file's is lost.
 */
export async function changeQueryFile(uri: vscode.Uri, change: (text: string) => string): Promise<void> {
  await refuseTaken([uri], true);
  const document = openDocument(uri);
  if (document?.isDirty) {
    await changeDocument(document, change);
    return;
  }
  // An editor without changes of its own shows the file's new text by itself.
  const stored = await textOnDisk(uri);
  const text = change(stored.text);
  if (text === stored.text) return;
  const content = stored.hasMark ? `\ufeff${text}` : text;
  await writeTogether([{ target: uri, content }], true, unattended().signal);
}

async function changeDocument(
  document: vscode.TextDocument,
  change: (text: string) => string,
): Promise<void> {
  const name = plainLabel(nameOf(document.uri));
  for (let attempt = 1; ; attempt += 1) {
    const before = document.getText();
    const { from, to, text } = difference(before, change(before));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
    if (await vscode.workspace.applyEdit(edit)) break;
    if (attempt === attempts) throw new Error(vscode.l10n.t("{0} couldn't be changed. Try again.", name));
  }
  if (document.isDirty && !(await document.save())) {
    throw new Error(
      vscode.l10n.t(
        '{0} was changed in the editor, but not saved, because the file on disk is newer. Compare the two and save it.',
        name,
      ),
    );
  }
}

/** The part of a text that differs, so that cursors and marks elsewhere stay where they are. */
function difference(before: string, after: string): { from: number; to: number; text: string } {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}
