import * as vscode from 'vscode';
import { compactionText } from '../../engine/range/compactedRange';
import type { RangeFetches } from '../../engine/range/rangeFetches';
import type { Verification } from '../../engine/range/verifiedRange';
import { refuseUntrusted } from '../export/exportTarget';
import { cancellable } from '../shell/cancellable';
import { uriOf } from '../shell/placeOf';
import { askForFolder, rangeOfPerson } from './askForRange';
import { tellPerson } from './verifyRange';

/**
 * Compacts the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display. `noteFolder` is told of the folder.
 */
export async function compactForPerson(
  fetches: RangeFetches,
  noteFolder: (folder: vscode.Uri) => void,
  clicked?: vscode.Uri,
): Promise<Verification | undefined> {
  refuseUntrusted();
  const folder = clicked ?? (await askForFolder(vscode.l10n.t('Compact Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  const title = vscode.l10n.t('Compacting {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => fetches.compact(found, signal, tell));
  if (!verification) return undefined;
  noteFolder(uriOf(found.place));
  tellPerson(compactionText(verification), verification, found);
  return verification;
}
