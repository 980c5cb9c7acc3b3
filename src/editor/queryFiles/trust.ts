import * as vscode from 'vscode';

/** Throws an `Error` fit to be shown if the workspace isn't trusted: its files are shown, but not run. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      'Queries in a file can\'t be run in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
    ),
  );
}
