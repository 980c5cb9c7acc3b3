import * as vscode from 'vscode';
import type { CheckOff } from '../shell/walkthroughSteps';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';
import { isNew } from '../../protocol/source';
import type { Result } from '../../results/result';
import { progressWords } from '../shell/progressWords';
import type { DatasetNode } from '../shell/commandArguments';
import { commandIds, setContext } from '../shell/commands';
import type { Connections } from '../connections/connections';
import type { StoredValues } from '../shell/storedValues';
import { plainLabel } from '../../text/plainLabel';

interface TreeNode extends DatasetNode {
  readonly dataset: Dataset;
}

/** The first row, which selects a connection. */
const connectionRow = 'connection';
type Row = TreeNode | typeof connectionRow;

/** How far a dataset's newest query has come. */
interface DatasetState {
  readonly words: string;
  readonly startedEpochMs: number;
}

const nodes: readonly TreeNode[] = datasets.map((dataset) => ({
  datasetNode: dataset.id,
  dataset,
}));

/** The selected connection, and the datasets, each with the state of its last query over that. */
class DatasetsTree implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  /** By connection, then by dataset. */
  private readonly states = new Map<string, Map<string, DatasetState>>();

  constructor(
    private readonly connections: Pick<Connections, 'chosen' | 'onDidSelect'>,
    /** Called once VS Code has the items that it asked for: it can't reveal one before. */
    private readonly onListed: () => void,
  ) {}

  /** Draws everything anew. */
  redraw(): void {
    this.changed.fire(undefined);
  }

  /**
   * Notes a result's state and redraws the element only if its text changes. Only the dataset's newest query
   * counts, since an earlier one may end later.
   */
  note(result: Result): void {
    const { connection, startedEpochMs, query } = result;
    const states = this.states.get(connection) ?? new Map<string, DatasetState>();
    this.states.set(connection, states);
    const { id } = query.dataset;
    const newest = states.get(id);
    if (newest !== undefined && startedEpochMs < newest.startedEpochMs) return;
    const words = progressWords(result);
    states.set(id, { words, startedEpochMs });
    if (newest?.words === words || connection !== this.connections.chosen) return;
    const node = nodes.find(({ datasetNode }) => datasetNode === id);
    if (node) this.changed.fire(node);
  }

  private stateOf({ id }: Dataset): string | undefined {
    return this.states.get(this.connections.chosen)?.get(id)?.words;
  }

  getChildren(row?: Row): Row[] {
    if (row) return [];
    setTimeout(this.onListed);
    return [connectionRow, ...nodes];
  }

  /** Without it, no item can be revealed. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if (row === connectionRow) return connectionItem(this.connections.chosen);
    const { dataset } = row;
    const item = new vscode.TreeItem(dataset.title());
    const state = this.stateOf(dataset);
    item.id = dataset.id;
    item.iconPath = new vscode.ThemeIcon(dataset.icon);
    // The item's menus depend on this: `view/item/context` in package.json.
    item.contextValue = state === undefined ? 'dataset' : 'dataset+result';
    if (state !== undefined) item.description = state;
    item.accessibilityInformation = {
      label: state === undefined ? dataset.title() : `${dataset.title()}, ${state}`,
    };
    item.command = {
      command: commandIds.run,
      title: vscode.l10n.t('Run Query'),
      arguments: [{ datasetNode: dataset.id }],
    };
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
    // Without a tooltip once there is a result: it would cover what the person has just opened.
    if (row !== connectionRow && this.stateOf(row.dataset) === undefined)
      item.tooltip = tooltipOf(row.dataset);
    return item;
  }
}

function connectionItem(name: string): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Connection: {0}', plainLabel(name)));
  item.id = connectionRow;
  item.iconPath = new vscode.ThemeIcon('plug');
  item.command = { command: commandIds.select, title: vscode.l10n.t('Select Connection') };
  return item;
}

/** Contains only our own text, because text from a service might be read as Markdown. */
function tooltipOf(dataset: Dataset): vscode.MarkdownString {
  const parameters = dataset.parameters.map(
    ({ name, help, required }) =>
      `- ${required ? vscode.l10n.t('{0} (required): {1}', `\`${name}\``, help()) : `\`${name}\`: ${help()}`}`,
  );
  return new vscode.MarkdownString(
    [`**${dataset.title()}**`, dataset.summary(), parameters.join('\n'), `\`GET ${dataset.path}\``].join(
      '\n\n',
    ),
  );
}

/** The tree view `Datasets`. It follows the selected connection and the results that it is notified of. */
export function createDatasetsTree(
  connections: Pick<Connections, 'chosen' | 'onDidSelect'>,
  stored: StoredValues,
  tick: CheckOff,
): {
  note: (result: Result) => void;
  /** Selects the dataset of the result in the active tab, if the view is visible. */
  follow: (result: Result) => void;
  dispose: () => void;
} {
  const tree = new DatasetsTree(connections, () => select());
  const view = vscode.window.createTreeView('marketData.datasets', { treeDataProvider: tree });
  const hasRun = () => stored.get('marketData.hasRun') === true;
  const welcome = () => {
    // In sight, the list would move away from under the pointer.
    if (!view.visible) setContext('welcome', !hasRun());
  };
  setContext('welcome', !hasRun());
  const note = (result: Result) => {
    const { progress, onBehalf, source } = result;
    // Only queries count that were sent to a service now, and not on behalf of another action.
    if (onBehalf || !isNew(source)) return;
    tree.note(result);
    if (progress.kind !== 'ended') return;
    if (progress.outcome.kind !== 'success') return;
    tick('hasRows');
    if (hasRun()) return;
    stored.keep('marketData.hasRun', true);
    welcome();
  };
  let active: TreeNode | undefined;
  const select = () => {
    // Revealing in a hidden view would open it.
    if (!active || !view.visible) return;
    // Rejects if the view was hidden in the meantime.
    view.reveal(active, { select: true, focus: false }).then(undefined, () => undefined);
  };
  const follow = ({ query }: Result) => {
    active = nodes.find(({ datasetNode }) => datasetNode === query.dataset.id);
    select();
  };
  // Always empty, so that it shows the manifest's welcome content.
  const start = vscode.window.registerTreeDataProvider<never>('marketData.start', {
    getChildren: () => [],
    getTreeItem: (node) => node,
  });
  const parts = vscode.Disposable.from(
    view,
    start,
    connections.onDidSelect(() => tree.redraw()),
    view.onDidChangeVisibility(() => {
      welcome();
      select();
    }),
  );
  return { note, follow, dispose: () => void parts.dispose() };
}
