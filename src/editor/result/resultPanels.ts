import * as vscode from 'vscode';
import { isTimeZone } from '../../market/time/zones';
import type { View } from '../../messages';
import { resultTitle } from '../../results/comparedResults';
import { canOverlay, overlayOf } from '../../results/overlaidResults';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { OverlaidResult } from '../../results/workerMessages';
import type { ColumnChoices } from './columnChoices';
import { setContext } from '../shell/commands';
import { webviewOptions } from './panelHtml';
import { plainLabel } from '../shell/plainLabel';
import { ResultPanel, type PanelActions } from './resultPanel';
import { settings } from '../shell/settings';
import type { ShownQueries } from './shownQueries';

const viewType = 'marketData.result';

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
    private readonly shownQueries: ShownQueries,
    private readonly columnChoices: ColumnChoices,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.registration = vscode.window.registerWebviewPanelSerializer(viewType, this);
  }

  /** Opens a tab for the result, or shows it in the tab of the result it takes the place of. */
  show(result: Result, inPlaceOf?: string): void {
    const panel = inPlaceOf === undefined ? undefined : this.find(inPlaceOf);
    this.shownQueries.remember(result);
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

  private attach(panel: vscode.WebviewPanel, result: Result, timeZone = settings.timeZone()): ResultPanel {
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
    if (panel.active || !this.lastActive) activate(); // a reload brings back those behind others, too
    panel.onDidChangeViewState(() => panel.active && activate());
    return attached;
  }

  /** After a reload: from the spool file, or with the offer to run again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id = memberOf(state, 'result');
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    // The note beside the body is on disk at once; what the window remembers may not be.
    const result =
      typeof id === 'string' ? ((await this.store.restore(id)) ?? (await this.again(id))) : undefined;
    const overlays = result ? await this.overlaysAgain(result, memberOf(state, 'overlays')) : [];
    // A large body takes a while to be read, and a person may not wait for it.
    if (closing.signal.aborted) return;
    if (!result) {
      panel.dispose(); // nothing is known of it: an empty tab would be a dead end
      return;
    }
    const zone = memberOf(state, 'timeZone');
    const attached = this.attach(
      panel,
      result,
      typeof zone === 'string' && isTimeZone(zone) ? zone : undefined,
    );
    // Before the view is told of its first state: what it remembers is what it was told of last.
    for (const overlay of overlays) attached.overlay(overlay);
  }

  /** What else was in the chart, as far as it is still there. */
  private async overlaysAgain(result: Result, ids: unknown): Promise<OverlaidResult[]> {
    const wanted: unknown[] = Array.isArray(ids) ? ids : [];
    const others = await Promise.all(
      wanted.filter((id) => typeof id === 'string').map((id) => this.store.restore(id)),
    );
    return others.flatMap((other) =>
      other && canOverlay(result, other) ? [overlayOf(result, other, settings.timeZone())] : [],
    );
  }

  /**
   * What is not on disk: a comparison is made again of what it was made of. Where that is gone as
   * well, as all else, only the question comes back.
   */
  private async again(id: string): Promise<Result | undefined> {
    const gone = this.shownQueries.goneResult(id);
    if (!gone?.comparison) return gone;
    const { first, second } = gone.comparison;
    const [one, other] = await Promise.all([first, second].map((each) => this.store.restore(each.id)));
    if (!one || !other) return gone;
    const made = await this.store.compare(one, other, settings.timeZone()).catch(() => undefined);
    if (made) this.shownQueries.remember(made);
    return made ?? gone;
  }

  dispose(): void {
    this.registration.dispose();
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
