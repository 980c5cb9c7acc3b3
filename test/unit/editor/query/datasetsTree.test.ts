import { expect, it } from 'vitest';
import type { Event } from 'vscode';
import { createDatasetsTree } from '#src/editor/query/datasetsTree';
import { isDatasetNode } from '#src/editor/shell/commandArguments';
import type { StoredValues } from '#src/editor/shell/storedValues';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { newResult, type Result } from '#src/results/result';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { selectedConnection } from '../selectedConnection';

interface Tree {
  readonly onDidChangeTreeData: Event<unknown>;
  getChildren(): (string | { datasetNode: string })[];
  getTreeItem(row: unknown): { label: string; description?: string; command: { command: string } };
  resolveTreeItem(item: object, row: unknown, token?: unknown): { tooltip?: unknown };
}

/** The tree, and what it has stored: whether there has been a result. */
function opened(kept = new Map<string, unknown>([['marketData.hasRun', true]])) {
  const connections = selectedConnection();
  const stored = doubleOf<StoredValues>({
    get: (key) => kept.get(key),
    keep: (key, value) => void kept.set(key, value),
  });
  const made = createDatasetsTree(connections, stored, () => undefined);
  const { provider, view } = editor.trees.get('marketData.datasets')!;
  return { ...made, connections, kept, tree: provider as Tree, view };
}

const ended = (connection: string, rows: number, startedEpochMs: number): Result => ({
  ...newResult('id', { dataset: findDataset('dayahead-prices')!, parameters: {} }, connection, ''),
  startedEpochMs,
  progress: { kind: 'ended', outcome: { kind: rows > 0 ? 'success' : 'unreachable' } },
  table: { records: 1, rows, bytes: 1, memory: 1, columns: [] },
});

it('the tree names the selected connection, and shows only what that one returned', () => {
  const { note, connections, tree } = opened();
  const shown = () => {
    const items = tree.getChildren().map((row) => tree.getTreeItem(row));
    return [items[0]?.label, items.find(({ label }) => label === 'Day-ahead prices')?.description];
  };
  expect(tree.getChildren()).toHaveLength(1 + datasets.length);
  note(ended('sandbox', 96, 1));
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
  note(ended('production', 0, 2));
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
  let redrawn = 0;
  tree.onDidChangeTreeData(() => (redrawn += 1));
  connections.select('production');
  expect(redrawn).toBe(1);
  expect(shown()).toEqual(['Connection: production', 'failed']);
  connections.select('staging');
  expect(shown()).toEqual(['Connection: staging', undefined]);
  connections.select('sandbox');
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
});

it('the row that names the connection selects another, and is not a dataset', () => {
  const { tree } = opened();
  const [row] = tree.getChildren();
  expect(isDatasetNode(row)).toBe(false);
  expect(tree.getTreeItem(row)).toMatchObject({ command: { command: 'marketData.connection.select' } });
  expect(tree.getTreeItem(row)).not.toHaveProperty('contextValue');
});

it('the start view stays in sight, goes after the first result, not after a failure, and no hover covers the result', () => {
  const { note, kept, tree, view } = opened(new Map());
  const tooltips = () => tree.getChildren().map((node) => tree.resolveTreeItem({}, node).tooltip);
  expect(tooltips().filter(Boolean)).toHaveLength(datasets.length);
  const welcome = ['setContext', 'marketData.welcome'];
  note(ended('sandbox', 0, 1));
  view.show(false);
  view.show(true);
  note(ended('sandbox', 96, 2));
  // The list below it would move while the pointer rests on it.
  expect(editor.commands).toEqual([[...welcome, true]]);
  view.show(false);
  expect(editor.commands.at(-1)).toEqual([...welcome, false]);
  expect([...kept]).toEqual([['marketData.hasRun', true]]);
  expect(tooltips()[0]).toBeUndefined();
});

it('the start view has gone before the list is opened for the first time if there has been a result', () => {
  const { note, view } = opened(new Map());
  view.show(false);
  note(ended('sandbox', 96, 1));
  expect(editor.commands.at(-1)).toEqual(['setContext', 'marketData.welcome', false]);
});

it('the selection follows the active tab, but never opens the view or takes the focus', () => {
  const { follow, view } = opened();
  const selected = () => view.revealed.map(([node, how]) => [isDatasetNode(node) && node.datasetNode, how]);
  const how = { select: true, focus: false };
  view.show(false);
  follow(ended('sandbox', 96, 1));
  expect(selected()).toEqual([]);
  view.show(true);
  expect(selected()).toEqual([['dayahead-prices', how]]);
  follow({ ...ended('sandbox', 96, 2), query: { dataset: findDataset('uk-flows')!, parameters: {} } });
  expect(selected().at(-1)).toEqual(['uk-flows', how]);
});
