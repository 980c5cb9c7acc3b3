import * as vscode from 'vscode';
import { commandIds } from '../shell/commands';
import type { Connections } from './connections';
import { stateAppearance } from './stateAppearance';
import { plainLabel } from '../../text/plainLabel';

/** Shows the connection that queries go to, and its state. Clicking it selects another. */
export function createStatusBar(connections: Connections): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('marketData.connection', vscode.StatusBarAlignment.Left);
  item.name = 'Market Data Explorer';
  item.command = commandIds.select;
  const draw = (name: string, icon: string, words: string, isLost: boolean) => {
    item.text = `$(${icon}) ${plainLabel(name)}`;
    item.tooltip = plainLabel(words);
    item.accessibilityInformation = { label: words };
    item.backgroundColor = isLost ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  const show = async () => {
    const { missing, selected } = connections;
    if (missing !== undefined) {
      const words = vscode.l10n.t('{0} is no longer in the settings. Select another connection.', missing);
      draw(missing, 'warning', words, true);
      return;
    }
    const state = await connections.state(selected);
    if (selected !== connections.selected || connections.missing !== undefined) return;
    const { icon, words } = stateAppearance[state];
    const isLost = state === 'refused' || state === 'moved';
    draw(selected, icon, vscode.l10n.t('Market data from {0}: {1}', selected, words()), isLost);
  };
  void show();
  return vscode.Disposable.from(item, connections.onDidChange(show));
}
