import * as vscode from 'vscode';
import type { Result } from '../../results/result';
import { fileNameOf } from '../../engine/export/suggestedName';
import { refuseTaken } from '../../engine/export/writeTogether';
import { placeOf } from '../shell/placeOf';
import { refuseUntrusted } from './exportTarget';

/** Saves the chart as a picture where the person chooses. Rejects with an `Error` ready to display. */
export async function savePicture(result: Result, png: Uint8Array): Promise<void> {
  refuseUntrusted();
  const name = fileNameOf(result, 'png');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    filters: { PNG: ['png'] },
    title: vscode.l10n.t('Save Chart as Image'),
  });
  if (!uri) return;
  const place = placeOf(uri);
  await refuseTaken([(await place.linkedFile()) ?? place], true);
  await vscode.workspace.fs.writeFile(uri, png);
}
