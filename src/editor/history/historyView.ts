import * as vscode from 'vscode';
import { FirstUse } from '../shell/firstUse';
import { onSettingChange } from '../shell/settings';
import type { HistoryTree, HistoryTreeNode } from './historyTree';

/**
 * Changes that follow each other this quickly, such as those of a query and its response, redraw the view
 * once.
 */
const calmMs = 150;

export type HistoryView = ReturnType<typeof registerHistoryView>;

/**
 * The tree view `History`, with the tree that `open` creates. Nothing is read or loaded before the view is
 * visible.
 */
export function registerHistoryView(open: (onChange: () => void) => Promise<HistoryTree>) {
  const changed = new vscode.EventEmitter<undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed.fire(undefined);
    }, calmMs);
  };
  const tree = new FirstUse(() => open(refresh));
  const view = vscode.window.createTreeView<HistoryTreeNode>('marketData.history', {
    canSelectMany: true,
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await tree.get()).childrenOf(node),
      getTreeItem: async (node) => (await tree.get()).itemOf(node),
      resolveTreeItem: async (item, node) => (await tree.get()).explain(item, node),
    },
  });
  const parts = vscode.Disposable.from(
    view,
    changed,
    // A hidden view isn't refreshed, for example at midnight, when the days get other names.
    view.onDidChangeVisibility(({ visible }) => visible && refresh()),
    onSettingChange('timeZone', refresh),
    { dispose: () => void tree.ifMade((made) => made.dispose()) },
    { dispose: () => clearTimeout(timer) },
  );
  return {
    /** Call when this window has changed the history. */
    refresh,
    /** The selected rows, for commands that VS Code runs without them. */
    get selection(): readonly unknown[] {
      return view.selection;
    },
    dispose: () => void parts.dispose(),
  };
}
