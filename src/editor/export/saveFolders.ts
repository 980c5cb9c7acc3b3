import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ExportPreset } from '../../protocol/exportOrder';
import { errorText } from '../../text/errorText';
import type { StoredValues } from '../shell/storedValues';
import { remembered } from '../shell/remembered';
import { statOf, targetInWorkspace } from './exportTarget';
import { exportFolder } from './freeTarget';

/** A folder that is suggested to a person. */
interface SuggestedFolder {
  readonly uri: vscode.Uri;
  /**
   * Whether the person selected it in the editor's own dialog. Only such a folder may be outside the
   * workspace.
   */
  readonly isSelected: boolean;
  /** Why the folder in the setting couldn't be used, as a sentence; `null` if there was no problem. */
  readonly problem: string | null;
}

const shape = v.object({ folder: v.string(), isSelected: v.boolean() });

/**
 * Where exports, or test fixtures, are saved, for each table in this workspace; never synced. A folder is checked each
 * time before it's suggested.
 * Fixtures have a folder of their own: where data is exported says nothing about where test data belongs.
 */
export function saveFoldersIn(stored: StoredValues, preset: ExportPreset) {
  const last = remembered(stored, `marketData.${preset}Folders`, shape);
  return {
    /** The folder of the table's last file, or the folder for exports; `null` if no folder is open. */
    suggested: async (table: string) => (await usable(last.of(table))) ?? usualFolder(),
    /** Remembers the folder of a saved file. */
    remember(table: string, file: vscode.Uri, isSelected: boolean): void {
      last.remember(table, { folder: vscode.Uri.joinPath(file, '..').toString(), isSelected });
    },
  };
}

/**
 * The folder if files may still be saved in it. Since then, the workspace, its folders, and links in it may
 * have changed.
 */
async function usable(last: v.InferOutput<typeof shape> | null): Promise<SuggestedFolder | null> {
  const uri = last && uriIn(last.folder);
  if (!uri) return null;
  const inside = await targetInWorkspace(uri).catch(() => null);
  if (inside) return { uri: inside, isSelected: false, problem: null };
  const isOutside = vscode.workspace.getWorkspaceFolder(uri) === undefined;
  if (!last.isSelected || !isOutside || !(await statOf(uri)).exists) return null;
  return { uri, isSelected: true, problem: null };
}

function uriIn(text: string): vscode.Uri | null {
  try {
    return vscode.Uri.parse(text, true);
  } catch {
    return null;
  }
}

/**
 * The folder for exports, or the workspace folder if the setting can't be used, so that the person can
 * continue.
 */
async function usualFolder(): Promise<SuggestedFolder | null> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return null;
  try {
    return { uri: await exportFolder(), isSelected: false, problem: null };
  } catch (error) {
    return { uri: folder.uri, isSelected: false, problem: errorText(error) };
  }
}
