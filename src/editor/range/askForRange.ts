import * as vscode from 'vscode';
import { describedFolder, onlyRangeIn, rangesIn, type FoundRange } from '../../engine/range/foundRange';
import { findDataset } from '../../market/datasets/datasets';
import { plainLabel } from '../../text/plainLabel';
import { targetInWorkspace } from '../export/exportTarget';
import { placeOf, uriOf } from '../shell/placeOf';

/**
 * The range that a headless call names. Rejects with an `Error` ready to display if there is none, or if the
 * folder contains several.
 */
export async function rangeNamed(target: unknown): Promise<FoundRange> {
  const uri = await targetInWorkspace(target);
  return onlyRangeIn(placeOf(uri), vscode.workspace.asRelativePath(uri));
}

/**
 * The range in a folder that a person chose. If there are several, prompts for one; `undefined` if that is
 * canceled.
 */
export async function rangeOfPerson(folder: vscode.Uri): Promise<FoundRange | undefined> {
  const ranges = await rangesIn(placeOf(folder), vscode.workspace.asRelativePath(folder));
  if (ranges.length === 1) return ranges[0];
  const items = ranges.map((range) => ({
    label: range.dataset.title(),
    description: range.dataset.id,
    range,
  }));
  const placeHolder = vscode.l10n.t('Select one of the ranges in this folder');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.range;
}

/** Nobody would read a longer list of ranges. */
const mostListed = 200;

/**
 * Prompts for a range folder: lists the folders in the workspace that are named after a dataset, as fetching
 * names them, and offers to browse for another one; `undefined` if the person canceled.
 */
export async function askForFolder(title: string): Promise<vscode.Uri | undefined> {
  const manifests = await vscode.workspace.findFiles(
    '**/_{manifest,*.manifest}.json',
    '{**/node_modules/**,**/.*/**}',
    mostListed,
  );
  const ranges = manifests
    .flatMap((manifest) => {
      const folder = describedFolder(placeOf(manifest));
      const dataset = folder && findDataset(folder.name);
      if (!dataset) return [];
      const uri = uriOf(folder);
      return [{ label: dataset.title(), description: plainLabel(vscode.workspace.asRelativePath(uri)), uri }];
    })
    .sort((one, other) => one.description.localeCompare(other.description));
  if (ranges.length === 0) return askForOtherFolder(title);
  const another = { label: vscode.l10n.t('Other Folder…'), description: '', uri: undefined };
  const placeHolder = vscode.l10n.t('Select a range of delivery days');
  const chosen = await vscode.window.showQuickPick([...ranges, another], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  return chosen === another ? askForOtherFolder(title) : chosen?.uri;
}

async function askForOtherFolder(title: string): Promise<vscode.Uri | undefined> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: title,
    ...(workspace ? { defaultUri: workspace } : {}),
  });
  return chosen?.[0];
}
