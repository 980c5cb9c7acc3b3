import * as vscode from 'vscode';
import type { Beside, ExportFormat } from '../../exports/formats';
import { formatLabels } from '../../exports/formats';
import { numbered } from '../../exports/fileNames';
import { safeRelativePath } from '../../text/safePath';
import type { Result } from '../../results/result';
import { settings } from '../shell/settings';
import { fileNameOf, statOf, targetInWorkspace } from './exportTarget';
import { urisOf } from './resultFiles';

/** What the suggested file name depends on, apart from the result. */
export interface Named {
  readonly format: ExportFormat;
  /** Whether rows are left out. */
  readonly isPart: boolean;
}

/**
 * The folder for exports in a workspace folder, by default the first. Rejects with an `Error` fit to be
 * shown, which names the setting if it can't be used.
 */
export async function exportFolder(within?: vscode.Uri): Promise<vscode.Uri> {
  const folder = within ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) throw new Error(vscode.l10n.t('Open a folder first. Exports are saved in the workspace.'));
  const segments = safeRelativePath(settings.exportFolder(folder));
  if (!segments) {
    throw new Error(vscode.l10n.t('The "marketData.exportFolder" setting is not a safe relative path.'));
  }
  return targetInWorkspace(segments.join('/'), 'marketData.exportFolder', folder);
}

/**
 * The suggested name in the folder, numbered if needed so that neither the file nor those beside it exist
 * yet.
 */
export async function freeTarget(
  folder: vscode.Uri,
  result: Result,
  { format, isPart }: Named,
  beside: Beside,
): Promise<vscode.Uri> {
  const name = fileNameOf(result, format, isPart);
  for (let count = 1; ; count += 1) {
    const uri = vscode.Uri.joinPath(folder, count === 1 ? name : numbered(name, count));
    const stats = await Promise.all(urisOf(uri, beside).map(statOf));
    if (!stats.some(({ exists }) => exists)) return uri;
  }
}

/** A location that the person selects in the editor's dialog, which asks before a file is replaced. */
export async function otherTarget(
  result: Result,
  { format, isPart }: Named,
): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const name = fileNameOf(result, format, isPart);
  const { label } = formatLabels[format];
  return vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    title: vscode.l10n.t('Export as {0}', label),
    filters: { [label]: [format] },
  });
}
