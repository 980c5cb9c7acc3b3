import * as vscode from 'vscode';
import { commandIds } from './commands';
import type { Connections, ConnectionState } from './connections';
import { plainLabel } from './plainLabel';

const looks: { readonly [State in ConnectionState]: { icon: string; words: () => string } } = {
  sample: { icon: 'beaker', words: () => vscode.l10n.t('sample data, no account needed') },
  signedIn: { icon: 'plug', words: () => vscode.l10n.t('signed in') },
  signedOut: { icon: 'debug-disconnect', words: () => vscode.l10n.t('not signed in') },
  moved: { icon: 'warning', words: () => vscode.l10n.t('address changed, to be confirmed') },
  refused: { icon: 'warning', words: () => vscode.l10n.t('sign-in refused') },
};

/** The connection that queries go to, and how it stands; a click selects another. */
export function createStatusBar(connections: Connections): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'marketData.connection',
    vscode.StatusBarAlignment.Left,
  );
  item.name = 'Market Data Explorer';
  item.command = commandIds.select;
  const show = async () => {
    const name = connections.selected;
    const state = await connections.state(name);
    if (name !== connections.selected) return;
    const { icon, words } = looks[state];
    item.text = `$(${icon}) ${plainLabel(name)}`;
    item.tooltip = vscode.l10n.t('Market data from {0}: {1}', name, words());
    item.accessibilityInformation = { label: item.tooltip };
    const isLost = state === 'refused' || state === 'moved';
    item.backgroundColor = isLost
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  };
  void show();
  return vscode.Disposable.from(item, connections.onDidChange(show));
}
