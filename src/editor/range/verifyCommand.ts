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
import { rangeOfPerson } from './askForRange';
import { pickRangeFolder } from './pickRangeFolder';

/**
 * Verifies the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display.
 */
export async function verifyForPerson(clicked?: vscode.Uri): Promise<Verification | undefined> {
  const folder = clicked ?? (await pickRangeFolder(vscode.l10n.t('Verify Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  const title = vscode.l10n.t('Verifying {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => verifiedRange(found, signal, tell));
  if (verification) tellVerification(verification, found);
  return verification;
}

/** If files aren't as the manifest says, offers to open the range. */
function tellVerification(verification: Verification, { place }: FoundRange): void {
  const text = verificationText(verification);
  if (isAsWritten(verification)) {
    void vscode.window.showInformationMessage(text);
    return;
  }
  const open = vscode.l10n.t('Open');
  void showingFailure(async () => {
    if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
    await vscode.commands.executeCommand(commandIds.openRange, uriOf(place));
  });
}
