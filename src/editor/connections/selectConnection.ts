import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { addConnection } from './addConnection';
import type { Connections, ConnectionState } from './connections';
import { plainLabel } from '../../text/plainLabel';
import { changeConnection } from '../shell/settings';
import { askInDialog } from '../shell/shownMessages';
import type { SignIn } from './signIn';
import { stateAppearance } from './stateAppearance';

/** The person selects a connection, adds one, or signs in to, signs out of, edits, or removes the selected one. */
export async function promptForConnection(connections: Connections, signIn: SignIn): Promise<void> {
  const selected = connections.selected;
  const states = await Promise.all(connections.names.map((name) => connections.state(name)));
  type Choice = vscode.QuickPickItem & { run?: () => unknown };
  const choices: Choice[] = [
    ...connections.names.map((name, index) => ({
      label: plainLabel(name),
      description: stateAppearance[states[index] ?? 'signedOut'].words(),
      // All have an icon, so that their names are in one column.
      iconPath: new vscode.ThemeIcon(name === selected ? 'check' : 'blank'),
      run: () => connections.select(name),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t('Add Connection…'),
      run: () => addConnection(connections, (name, known) => signIn.prompt(name, known)),
    },
    ...choicesFor(selected, states[connections.names.indexOf(selected)]),
    ...connections.orphans.map((name) => ({
      label: vscode.l10n.t('Remove Saved Sign-in for {0}', plainLabel(name)),
      description: vscode.l10n.t('user name, password, and token; connection no longer in the settings'),
      run: () => signIn.promptSignOut(name),
    })),
  ];
  const placeHolder = vscode.l10n.t('Select a connection for your queries');
  await (await vscode.window.showQuickPick(choices, { placeHolder, matchOnDescription: true }))?.run?.();

  function choicesFor(name: string, state: ConnectionState | undefined): Choice[] {
    if (name === sandboxName) return [];
    const label = plainLabel(name);
    const signOut = {
      label: vscode.l10n.t('Sign Out of {0}…', label),
      run: () => signIn.promptSignOut(name),
    };
    return [
      { label: vscode.l10n.t('Sign In to {0}…', label), run: () => signIn.prompt(name) },
      ...(state === 'signedOut' ? [] : [signOut]),
      { label: vscode.l10n.t('Edit {0}…', label), run: () => signIn.correct(name) },
      { label: vscode.l10n.t('Remove {0}…', label), run: () => removeConnection(connections, name) },
    ];
  }
}

/** Removes the connection from the settings together with its secrets, after confirmation. */
async function removeConnection(connections: Connections, name: string): Promise<void> {
  const yes = vscode.l10n.t('Remove');
  const text = vscode.l10n.t('Remove {0}?', plainLabel(name));
  const detail = vscode.l10n.t(
    "The connection's entry in the settings, user name, password, and token will be removed.",
  );
  const chosen = await askInDialog(text, detail, yes);
  if (chosen !== yes) return;
  await connections.remove(name, () => changeConnection(name, null));
}
