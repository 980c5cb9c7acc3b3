import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { commandIds } from '../shell/commands';
import type { Connections } from './connections';
import { changeConnection } from '../shell/settings';
import { plainLabel } from '../../text/plainLabel';
import type { SignIn } from './signIn';

/**
 * The connection that a person wants to change: the only one they added, or the one they choose, with the
 * selected one first in the list. If there is none, offers to add one.
 */
async function chooseOwn(connections: Connections): Promise<string | undefined> {
  const own = connections.names.filter((name) => name !== sandboxName);
  if (own.length === 0) {
    const add = vscode.l10n.t('Add Connection');
    const text = vscode.l10n.t("You haven't added a connection yet.");
    if ((await vscode.window.showInformationMessage(text, add)) === add) {
      await vscode.commands.executeCommand(commandIds.addConnection);
    }
    return undefined;
  }
  if (own.length === 1) return own[0];
  const { selected } = connections;
  const items = own
    .sort((a, b) => Number(b === selected) - Number(a === selected))
    .map((name) => ({ label: plainLabel(name), name }));
  const placeHolder = vscode.l10n.t('Select a connection');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.name;
}

/** Prompts for a connection's addresses again and continues with the sign-in. */
export async function editOwnConnection(connections: Connections, signIn: SignIn): Promise<void> {
  const name = await chooseOwn(connections);
  if (name !== undefined) await signIn.correct(name);
}

/** Removes one of the person's own connections, after confirmation. */
export async function removeOwnConnection(connections: Connections): Promise<void> {
  const name = await chooseOwn(connections);
  if (name !== undefined) await removeConnection(connections, name);
}

/** Removes the connection from the settings together with its secrets, after confirmation. */
export async function removeConnection(connections: Connections, name: string): Promise<void> {
  const yes = vscode.l10n.t('Remove');
  const text = vscode.l10n.t('Remove {0}?', plainLabel(name));
  const detail = vscode.l10n.t(
    "The connection's entry in the settings, user name, password, and token will be removed.",
  );
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, yes);
  if (chosen !== yes) return;
  await connections.remove(name, () => changeConnection(name, null));
}
