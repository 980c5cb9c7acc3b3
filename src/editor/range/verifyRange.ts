import * as vscode from 'vscode';
import type { FoundRange } from '../../engine/range/foundRange';
import { verifiedRange, type Verification } from '../../engine/range/verifiedRange';
import { formatCount, formatCounted } from '../../text/l10n';
import { cancellable } from '../shell/cancellable';
import { commandIds } from '../shell/commands';
import { telling } from '../shell/failureMessages';
import { uriOf } from '../shell/placeOf';
import { askForFolder, rangeOfPerson } from './askForRange';

/** The most days that a message names. */
const mostNamed = 5;

/**
 * Verifies the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display.
 */
export async function verifyForPerson(clicked?: vscode.Uri): Promise<Verification | undefined> {
  const folder = clicked ?? (await askForFolder(vscode.l10n.t('Verify Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  const title = vscode.l10n.t('Verifying {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => verifiedRange(found, signal, tell));
  if (verification) tellPerson(verification, found);
  return verification;
}

function tellPerson({ days, good, missing, changed }: Verification, { place }: FoundRange): void {
  if (good === days) {
    void vscode.window.showInformationMessage(
      formatCounted(days, [
        vscode.l10n.t('{0} delivery day: its file is unchanged.'),
        vscode.l10n.t('The files of all {0} delivery days are unchanged.'),
      ]),
    );
    return;
  }
  const named = (all: readonly string[]) =>
    [...all.slice(0, mostNamed), ...(all.length > mostNamed ? ['…'] : [])].join(', ');
  const parts = [
    ...(missing.length > 0
      ? [vscode.l10n.t('Missing ({0}): {1}.', formatCount(missing.length), named(missing))]
      : []),
    ...(changed.length > 0
      ? [vscode.l10n.t('Changed ({0}): {1}.', formatCount(changed.length), named(changed))]
      : []),
  ];
  const open = vscode.l10n.t('Open');
  const text = vscode.l10n.t(
    'Unchanged files: {0} of {1} delivery days. {2}',
    formatCount(good),
    formatCount(days),
    parts.join(' '),
  );
  void telling(async () => {
    if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
    await vscode.commands.executeCommand(commandIds.openRange, { target: uriOf(place) });
  });
}
