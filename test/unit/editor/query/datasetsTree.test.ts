import { expect, it } from 'vitest';
import type { Disposable } from 'vscode';
import type { Connections } from '#src/editor/connections/connections';
import { createDatasetsTree } from '#src/editor/query/datasetsTree';
import { isDatasetNode } from '#src/editor/shell/commandArguments';
import type { StoredValues } from '#src/editor/shell/storedValues';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { newResult, type Result } from '#src/results/result';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

interface Tree {
  getChildren(): { datasetNode: string }[];
  getTreeItem(node: object): { label: string; description?: string };
  resolveTreeItem(item: object, node: object): { tooltip?: unknown };
}

const treeOf = () => editor.trees.get('marketData.datasets')!;

const ended = (connection: string, rows: number, startedEpochMs: number): Result => ({
  ...newResult('id', { dataset: findDataset('dayahead-prices')!, parameters: {} }, connection, ''),
  startedEpochMs,
  progress: { kind: 'ended', outcome: { kind: rows > 0 ? 'success' : 'unreachable' } },
  table: { records: 1, rows, bytes: 1, memory: 1, columns: [] },
});

it('the tree names the selected connection, and shows only what that one returned', () => {
  const selection = { selected: 'sandbox', changed: (): void => undefined };
  const { note } = createDatasetsTree(
    doubleOf<Connections>({
      get selected() {
        return selection.selected;
      },
      missing: undefined,
      onDidChange: (listener: () => void) => {
        selection.changed = listener;
        return doubleOf<Disposable>({});
      },
    }),
    doubleOf<StoredValues>({ get: () => true }),
    () => undefined,
  );
  const tree = treeOf().provider as Tree;
  const select = (name: string) => {
    selection.selected = name;
    selection.changed();
  };
  const shown = () => {
    const node = tree.getChildren().find(({ datasetNode }) => datasetNode === 'dayahead-prices');
    return [treeOf().view.message, node && tree.getTreeItem(node).description];
  };
  expect(tree.getChildren()).toHaveLength(datasets.length);
  note(ended('sandbox', 96, 1));
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
  note(ended('production', 0, 2));
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
  select('production');
  expect(shown()).toEqual(['Connection: production', 'failed']);
  select('staging');
  expect(shown()).toEqual(['Connection: staging', undefined]);
  select('sandbox');
  expect(shown()).toEqual(['Connection: sandbox', '96 rows']);
});

it('the start view goes with the first result, not with a failure, and no hover covers the result', () => {
  const kept = new Map<string, unknown>();
  const { note } = createDatasetsTree(
    doubleOf<Connections>({
      selected: 'sandbox',
      missing: undefined,
      onDidChange: () => doubleOf<Disposable>({}),
    }),
    doubleOf<StoredValues>({ get: (key) => kept.get(key), keep: (key, value) => void kept.set(key, value) }),
    () => undefined,
  );
  const tree = treeOf().provider as Tree;
  const tooltips = () => tree.getChildren().map((node) => tree.resolveTreeItem({}, node).tooltip);
  expect(tooltips().filter(Boolean)).toHaveLength(datasets.length);
  const welcome = ['setContext', 'marketData.welcome'];
  note(ended('sandbox', 0, 1));
  expect(editor.commands).toEqual([[...welcome, true]]);
  note(ended('sandbox', 96, 2));
  expect(editor.commands).toEqual([
    [...welcome, true],
    [...welcome, false],
  ]);
  expect([...kept]).toEqual([['marketData.hasRun', true]]);
  expect(tooltips()[0]).toBeUndefined();
});

it('the selection follows the active tab, but never opens the view or takes the focus', () => {
  const { follow } = createDatasetsTree(
    doubleOf<Connections>({
      selected: 'sandbox',
      missing: undefined,
      onDidChange: () => doubleOf<Disposable>({}),
    }),
    doubleOf<StoredValues>({ get: () => true }),
    () => undefined,
  );
  const { view } = treeOf();
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
