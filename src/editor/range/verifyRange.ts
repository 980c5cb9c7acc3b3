import * as vscode from 'vscode';
import type { FoundRange } from '../../engine/range/foundRange';
import {
  isAsWritten,
  verificationText,
  verifiedRange,
  type Verification,
} from '../../engine/range/verifiedRange';
import { cancellable } from '../shell/cancellable';
import { commandIds } from '../shell/commands';
import { showingFailure } from '../shell/failureMessages';
import { uriOf } from '../shell/placeOf';
import { askForFolder, rangeOfPerson } from './askForRange';

/**
 * Verifies the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display. `noteFolder` is told of the folder.
 */
export async function verifyForPerson(
  noteFolder: (folder: vscode.Uri) => void,
  clicked?: vscode.Uri,
): Promise<Verification | undefined> {
  const folder = clicked ?? (await askForFolder(vscode.l10n.t('Verify Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  noteFolder(uriOf(found.place));
  const title = vscode.l10n.t('Verifying {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => verifiedRange(found, signal, tell));
  if (verification) showVerification(verificationText(verification), verification, found);
  return verification;
}

/** Tells a person what was found. If files aren't as the manifest says, offers to open the range. */
export function showVerification(text: string, verification: Verification, { place }: FoundRange): void {
  if (isAsWritten(verification)) {
    void vscode.window.showInformationMessage(text);
    return;
  }
  const open = vscode.l10n.t('Open');
  void showingFailure(async () => {
    if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
    await vscode.commands.executeCommand(commandIds.openRange, { target: uriOf(place) });
  });
}
