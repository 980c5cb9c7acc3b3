import * as vscode from 'vscode';
import {
  isAsWritten,
  verificationText,
  verifiedRange,
  type Verification,
} from '../../engine/range/verifiedRange';
import { cancellable } from '../shell/cancellable';
import { showingFailure } from '../shell/failureMessages';
import { uriOf } from '../shell/placeOf';
import { showInformation, showWarning } from '../shell/shownMessages';
import { rangeOfPerson } from './askForRange';
import { pickRangeFolder } from './pickRangeFolder';

/**
 * Verifies the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display. If files aren't as the manifest says, offers to `open` the range.
 */
export async function verifyForPerson(
  open: (folder: vscode.Uri) => unknown,
  clicked?: vscode.Uri,
): Promise<Verification | undefined> {
  const folder = clicked ?? (await pickRangeFolder(vscode.l10n.t('Verify Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  const title = vscode.l10n.t('Verifying {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => verifiedRange(found, signal, tell));
  if (verification) tellVerification(verification, () => open(uriOf(found.place)));
  return verification;
}

function tellVerification(verification: Verification, open: () => unknown): void {
  const text = verificationText(verification);
  if (isAsWritten(verification)) {
    void showInformation(text);
    return;
  }
  const label = vscode.l10n.t('Open');
  void showingFailure(async () => {
    if ((await showWarning(text, label)) === label) await open();
  });
}
