import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { formatCounted } from '../../text/l10n';
import type { Connections } from './connections';
import { editorNetwork } from '../shell/settings';
import { showInformation } from '../shell/shownMessages';

/** Copies versions and settings for a bug report, without addresses, names, or secrets. */
export async function copyDiagnostics(version: string, connections: Connections): Promise<void> {
  const { proxy, checksCertificates } = editorNetwork();
  const lines = [
    `Market Data Explorer ${version}`,
    `VS Code ${vscode.version}, ${vscode.env.appHost}, ${vscode.env.remoteName ?? 'local'}`,
    `Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `Connections: ${connections.configured().length}, selected: ${connections.selected === sandboxName ? sandboxName : 'own'} (${await connections.state(connections.selected)})`,
    `Proxy: ${proxy}, certificates ${checksCertificates ? 'checked' : 'not checked'}`,
    `Workspace: ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, ${formatCounted(vscode.workspace.workspaceFolders?.length ?? 0, ['{0} folder', '{0} folders'])}`,
  ];
  await vscode.env.clipboard.writeText(lines.join('\n'));
  void showInformation(vscode.l10n.t('Diagnostics copied to the clipboard.'));
}
