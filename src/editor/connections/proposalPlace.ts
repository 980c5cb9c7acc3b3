import * as vscode from 'vscode';

/** The path below a workspace folder at which it can propose connections. */
export const proposalPath = ['.vscode', 'market-connections.json'] as const;

/** Whether such a file exists, without reading it. Always false in an untrusted workspace. */
export async function hasProposalFile(): Promise<boolean> {
  if (!vscode.workspace.isTrusted) return false;
  const found = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
    Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, ...proposalPath))).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}
