import * as vscode from 'vscode';
import { sourceOfText, type QuerySource } from '../../engine/query/querySource';
import { nameOf } from '../export/exportTarget';
import { plainLabel } from '../../text/plainLabel';
import { newestText } from './changeFile';
import { queryFileUri, refuseOtherName } from './queryFileUri';

/** A query file of the workspace, or one that a person has open elsewhere. */
export interface QueryFileSource extends QuerySource {
  readonly uri: vscode.Uri;
  /** The workspace folder that it's in. */
  readonly folder: vscode.Uri | undefined;
}

/**
 * Throws an `Error` ready to display if the workspace isn't trusted: a file in it would decide what is sent.
 */
export function refuseUntrustedRun(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      'Queries from a file can\'t be run in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
    ),
  );
}

/**
 * The query file that a headless call names: a path relative to the first workspace folder, or a Uri in the
 * workspace. Rejects with an `Error` ready to display if there is none, if the path leads through a symbolic link,
 * or in an untrusted workspace.
 */
export async function sourceInWorkspace(file: unknown): Promise<QueryFileSource> {
  refuseUntrustedRun();
  return sourceOf(await queryFileUri(file));
}

/** A query file that a person has open. Like `sourceInWorkspace`, but it may be anywhere. */
export async function sourceOf(uri: vscode.Uri): Promise<QueryFileSource> {
  refuseUntrustedRun();
  refuseOtherName(uri);
  const name = plainLabel(nameOf(uri));
  const text = await newestText(uri);
  if (text === undefined) throw new Error(vscode.l10n.t('File not found: {0}', name));
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return { uri, folder, ...sourceOfText(name, text) };
}
