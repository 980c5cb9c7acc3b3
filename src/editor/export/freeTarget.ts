import * as vscode from 'vscode';
import type { Beside, ExportFormat } from '../../exports/formats';
import { formatLabels } from '../../exports/formats';
import { numbered, safeRelativePath } from '../../exports/names';
import type { Result } from '../../results/result';
import { settings } from '../shell/settings';
import { fileNameOf, statOf, targetInWorkspace } from './exportTarget';
import { urisOf } from './resultFiles';

/** What the suggested name of a file depends on, besides its result. */
export interface Named {
  readonly format: ExportFormat;
  /** Whether rows are left out. */
  readonly isPart: boolean;
}

/**
 * A free name in the folder, also for what is saved beside the file. Without a folder, in the export folder of the
 * first workspace folder.
 */
export async function freeTarget(
  result: Result,
  { format, isPart }: Named,
  beside: Beside,
  folder?: vscode.Uri,
): Promise<vscode.Uri> {
  const uriOf = folder ? (name: string) => vscode.Uri.joinPath(folder, name) : inExportFolder();
  const name = fileNameOf(result, format, isPart);
  for (let count = 1; ; count += 1) {
    const uri = await uriOf(count === 1 ? name : numbered(name, count));
    const stats = await Promise.all(urisOf(uri, beside).map(statOf));
    if (!stats.some(({ exists }) => exists)) return uri;
  }
}

function inExportFolder(): (name: string) => Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error(vscode.l10n.t('Open a folder first. Exports are saved in the workspace.'));
  const segments = safeRelativePath(settings.exportFolder(folder.uri));
  if (!segments) {
    throw new Error(vscode.l10n.t('The setting "marketData.exportFolder" is not a safe relative path.'));
  }
  return (name) => targetInWorkspace([...segments, name].join('/'));
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
