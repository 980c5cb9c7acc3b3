import * as vscode from 'vscode';

/** Where each workspace folder may propose connections. */
export const proposalPath = ['.vscode', 'market-connections.json'] as const;

/** Whether there is anything to read, without reading it. Nothing is looked for in an untrusted workspace. */
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
