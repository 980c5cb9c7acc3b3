import * as vscode from 'vscode';
import { onlyRangeIn, rangesIn, type FoundRange } from '../../engine/range/foundRange';
import { targetInWorkspace } from '../export/exportTarget';
import { placeOf } from '../shell/placeOf';

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
