import * as vscode from 'vscode';
import type { ExportOrder } from '../../protocol/exportOrder';
import { formatLabels } from '../../protocol/formats';
import { safeRelativePath } from '../../text/safePath';
import type { Result } from '../../results/result';
import { leavesOut } from '../../protocol/tableTypes';
import { settings } from '../shell/settings';
import { placeOf, uriOf } from '../shell/placeOf';
import { fileNameOf, freeName } from '../../engine/export/suggestedName';
import { targetInWorkspace } from './exportTarget';

/**
 * The folder for exports in a workspace folder, by default the first. Rejects with an `Error` fit to be
 * shown, which names the setting if it can't be used.
 */
export async function exportFolder(within?: vscode.Uri): Promise<vscode.Uri> {
  const folder = within ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) throw new Error(vscode.l10n.t('Open a folder first. Exports are saved in the workspace.'));
  const segments = safeRelativePath(settings.exportFolder(folder));
  if (!segments) {
    throw new Error(vscode.l10n.t('The "marketData.exportFolder" setting isn\'t a safe relative path.'));
  }
  return targetInWorkspace(segments.join('/'), 'marketData.exportFolder', folder);
}

const nameFor = (result: Result, order: ExportOrder) =>
  fileNameOf(result, order.format, leavesOut(order.rows), order);

/**
 * The suggested name in the folder, numbered if needed so that neither the file nor those beside it exist
 * yet.
 */
export async function freeTarget(
  folder: vscode.Uri,
  result: Result,
  order: ExportOrder,
): Promise<vscode.Uri> {
  return uriOf(await freeName(placeOf(folder), nameFor(result, order), order.beside));
}

/** A location for the export that the person selects, see `selectedTarget`. */
export function otherTarget(result: Result, order: ExportOrder): Promise<vscode.Uri | undefined> {
  const { label } = formatLabels[order.format];
  const title = vscode.l10n.t('Export as {0}', label);
  return selectedTarget(nameFor(result, order), title, { [label]: [order.format] });
}

/**
 * A location that the person selects in the editor's dialog, which asks before a file is replaced; of a link to a
 * file, where that is. `name` is suggested.
 */
export async function selectedTarget(
  name: string,
  title: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const defaultUri = folder && vscode.Uri.joinPath(folder.uri, name);
  const uri = await vscode.window.showSaveDialog({ ...(defaultUri && { defaultUri }), title, filters });
  const linked = uri && (await placeOf(uri).linkedFile());
  return linked ? uriOf(linked) : uri;
}
