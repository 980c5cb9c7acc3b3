import * as vscode from 'vscode';
import type { Result } from '../../results/result';
import { fileNameOf } from '../../engine/export/suggestedName';
import { refuseTaken } from '../../engine/export/writeTogether';
import { placeOf } from '../shell/placeOf';
import { refuseUntrusted } from './exportTarget';
import { selectedTarget } from './freeTarget';

/** Saves the chart as a picture where the person chooses. Rejects with an `Error` ready to display. */
export async function savePicture(result: Result, png: Uint8Array): Promise<void> {
  refuseUntrusted();
  const title = vscode.l10n.t('Save Chart as Image');
  const uri = await selectedTarget(fileNameOf(result, 'png'), title, { PNG: ['png'] });
  if (!uri) return;
  await refuseTaken([placeOf(uri)], true);
  await vscode.workspace.fs.writeFile(uri, png);
}
