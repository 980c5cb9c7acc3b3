import * as vscode from 'vscode';
import { exportFileName } from '../exports/names';
import type { Result } from '../results/result';

/** Saves the drawn chart where the person says. */
export async function savePicture(result: Result, png: Uint8Array): Promise<void> {
  const { dataset, parameters } = result.query;
  const name = exportFileName(dataset.id, parameters, 'png');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    filters: { PNG: ['png'] },
    title: vscode.l10n.t('Save the chart as a picture'),
  });
  if (uri) await vscode.workspace.fs.writeFile(uri, png);
}
