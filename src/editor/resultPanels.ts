import * as vscode from 'vscode';
import { readQuery, type Query } from '../market/query';
import { isTimeZone } from '../market/zones';
import type { View } from '../messages';
import { resultTitle } from '../results/comparison';
import { canOverlay, overlayOf } from '../results/overlaid';
import { goneResult, type Result } from '../results/result';
import type { ResultStore } from '../results/resultStore';
import type { OverlaidResult } from '../results/workerMessages';
import type { ColumnChoices } from './columnChoices';
import { setContext } from './commands';
import { webviewOptions } from './panelHtml';
import { plainLabel } from './plainLabel';
import { ResultPanel, type PanelActions } from './resultPanel';
import { settings } from './settings';

const viewType = 'marketData.result';
const memoryKey = 'marketData.shownQueries';
/** Tabs whose query is still known when their result is not. */
const remembered = 50;

interface ShownQuery {
  id: string;
  dataset: string;
  parameters: Record<string, string>;
  connection: string;
  /** The results that a comparison was made of. */
  compared?: [first: string, second: string];
}

const isShownQuery = (value: unknown): value is ShownQuery =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'connection' in value &&
  typeof value.connection === 'string' &&
  (!('compared' in value) || isPair(value.compared));

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((id) => typeof id === 'string');

/** The result tabs: opened, found again, and brought back after a reload. */
export class ResultPanels implements vscode.WebviewPanelSerializer {
  private readonly panels = new Set<ResultPanel>();
  private readonly registration: vscode.Disposable;
  private lastActive: ResultPanel | undefined;
  /** Set by the composition root: what buttons do needs the queries, which need the panels. */
  act: PanelActions = () => undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly store: ResultStore,
    private readonly memory: vscode.Memento,
    private readonly columnChoices: ColumnChoices,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.registration = vscode.window.registerWebviewPanelSerializer(viewType, this);
  }

  /** Opens a tab for the result, or shows it in the tab of the result it takes the place of. */
  show(result: Result, inPlaceOf?: string): void {
    const panel = inPlaceOf === undefined ? undefined : this.find(inPlaceOf);
    void this.remember(result);
    if (panel) {
      panel.show(result);
      panel.reveal();
      return;
    }
    const title = plainLabel(resultTitle(result, settings.timeZone()), 100);
    const column = vscode.ViewColumn.Active;
    const options = webviewOptions(this.extensionUri);
    this.attach(vscode.window.createWebviewPanel(viewType, title, column, options), result);
  }

  /** Brings the result's tab to the front, opening it where it has none. */
  open(result: Result, view?: View): void {
    if (!this.find(result.id)) this.show(result);
    this.find(result.id)?.reveal(view);
  }

  /** Draws another result into the chart of the one that a tab shows, and shows that chart. */
  overlay(result: Result, other: OverlaidResult): void {
    this.open(result, 'chart');
    this.find(result.id)?.overlay(other);
  }

  /** The result of the tab in front, or of the last one that was. */
  get active(): Result | undefined {
    const active = [...this.panels].find((panel) => panel.isActive);
    return (active ?? this.lastActive)?.result;
  }

  private find(id: string): ResultPanel | undefined {
    return [...this.panels].find(({ result }) => result.id === id);
  }

  private attach(
    panel: vscode.WebviewPanel,
    result: Result,
    timeZone = settings.timeZone(),
  ): ResultPanel {
    const attached: ResultPanel = new ResultPanel(
      panel,
      this.extensionUri,
      result,
      timeZone,
      this.store,
      this.columnChoices,
      (action, about) => this.act(action, about),
      this.log,
      () => {
        this.panels.delete(attached);
        if (this.lastActive === attached) this.lastActive = undefined;
      },
    );
    this.panels.add(attached);
    const activate = () => {
      this.lastActive = attached;
      setContext('comparisonShown', attached.result.comparison !== null);
    };
    activate();
    panel.onDidChangeViewState(() => panel.active && activate());
    return attached;
  }

  private known(): ShownQuery[] {
    const value = this.memory.get<unknown>(memoryKey);
    return Array.isArray(value) ? value.filter(isShownQuery) : [];
  }

  private async remember({ id, query, connection, comparison }: Result): Promise<void> {
    const shown: ShownQuery = {
      id,
      dataset: query.dataset.id,
      parameters: { ...query.parameters },
      connection,
      ...(comparison ? { compared: [comparison.first.id, comparison.second.id] } : {}),
    };
    await this.memory.update(memoryKey, [...this.known(), shown].slice(-remembered));
  }

  /** After a reload: from the spool file, or with the offer to run again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id = memberOf(state, 'result');
    // The note beside the body is on disk at once; what the window remembers may not be.
    const result =
      typeof id === 'string'
        ? ((await this.store.restore(id)) ?? (await this.again(id)))
        : undefined;
    if (!result) {
      panel.dispose(); // nothing is known of it: an empty tab would be a dead end
      return;
    }
    const zone = memberOf(state, 'timeZone');
    const attached = this.attach(panel, result, typeof zone === 'string' && isTimeZone(zone) ? zone : undefined); // prettier-ignore
    await this.restoreOverlays(attached, memberOf(state, 'overlays'));
  }

  /** What else was in the chart comes back as far as it is still there. */
  private async restoreOverlays(attached: ResultPanel, ids: unknown): Promise<void> {
    if (!Array.isArray(ids)) return;
    const { result } = attached;
    for (const id of ids.filter((each) => typeof each === 'string')) {
      const other = await this.store.restore(id);
      // The tab may show another result by now.
      if (!other || attached.result !== result || !canOverlay(result, other)) continue;
      attached.overlay(overlayOf(result, other, settings.timeZone()));
    }
  }

  /** What is not on disk: a comparison is made again of what it was made of, all else offers to run again. */
  private async again(id: string): Promise<Result | undefined> {
    const shown = this.known().find((each) => each.id === id);
    if (!shown?.compared) return this.gone(shown);
    const [first, second] = await Promise.all(shown.compared.map((each) => this.store.restore(each))); // prettier-ignore
    if (!first || !second) return undefined;
    const result = await this.store.compare(first, second, settings.timeZone()).catch(() => undefined); // prettier-ignore
    if (result) void this.remember(result);
    return result;
  }

  private gone(shown: ShownQuery | undefined): Result | undefined {
    const query = shown && queryOf(shown);
    return shown && query && goneResult(shown.id, query, shown.connection);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function queryOf({ dataset, parameters }: ShownQuery): Query | undefined {
  const read = readQuery(dataset, parameters, Date.now(), settings.timeZone());
  return 'query' in read ? read.query : undefined;
}
