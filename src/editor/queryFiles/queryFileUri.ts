import * as vscode from 'vscode';
import { nameOf, targetInWorkspace } from '../export/exportTarget';
import { plainLabel } from '../../text/plainLabel';
import { queryFileSuffix } from './queryLanguage';

/**
 * The query file that an argument names: a path relative to the first workspace folder, or an absolute path
 * or Uri inside a workspace folder. The file need not exist. Rejects anything else with an `Error` fit to be
 * shown, including paths through a symbolic link or a name that begins with a dot, and files that were never
 * saved.
 */
export async function queryFileUri(file: unknown): Promise<vscode.Uri> {
  if (file instanceof vscode.Uri && file.scheme === 'untitled') {
    throw new Error(vscode.l10n.t('Save {0} first.', plainLabel(nameOf(file))));
  }
  const uri = await targetInWorkspace(file, 'file');
  refuseOtherName(uri);
  return uri;
}

/** Throws an `Error` ready to display if the name isn't a query file's. */
export function refuseOtherName({ path }: vscode.Uri): void {
  if (path.endsWith(queryFileSuffix)) return;
  throw new Error(vscode.l10n.t('The name of a query file must end with {0}.', queryFileSuffix));
}
