import * as vscode from 'vscode';
import { isTimeZone } from '../../market/time/zones';
import type { RowsOfFinding, View } from '../../messages';
import { canOverlay } from '../../results/overlaidResults';
import type { Result } from '../../results/result';
import { titleOf, titlesOf } from '../../results/resultNames';
import { setContext } from '../shell/commands';
import { webviewOptions } from './panelHtml';
import { plainLabel } from '../shell/plainLabel';
import { troubleOf } from '../shell/progressWords';
import { resultViewType } from './tabRegistration';
import { ResultPanel, type PanelParts } from './resultPanel';
import { settings } from '../shell/settings';
import type { ShownQueries } from './shownQueries';

/** Where a result is shown. A tab of its own if there is none of these. */
export interface WhereToShow {
  /** The result whose tab it takes, even if that tab shows another one by now. */
  readonly inPlaceOf?: string;
  /** It may take a tab that nobody has used or kept. */
  readonly mayReplace?: boolean;
}

/** The result tabs: opens them, finds them, and restores them after a reload. */
export class ResultPanels implements vscode.WebviewPanelSerializer {
  private readonly panels = new Set<ResultPanel>();
  private lastActive: ResultPanel | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly shownQueries: ShownQueries,
    private readonly parts: PanelParts,
    /** Reads the response of an earlier session again; `undefined` if it's no longer kept anywhere. */
    private readonly readAgain: (id: string) => Promise<Result | undefined>,
  ) {
    parts.store.onDidChange(({ id, progress }) => {
      if (progress.kind === 'ended' && this.tabOf(id)) this.nameTabs();
    });
  }

  /**
   * Shows the result in the tab that `where` names, or opens one. Resolves when the tab has drawn something, or
   * is closed.
   */
  show(result: Result, where: WhereToShow = {}): Promise<void> {
    const { inPlaceOf, mayReplace = false } = where;
    const panel =
      (inPlaceOf === undefined ? undefined : (this.tabOf(inPlaceOf) ?? this.lastTabOf(inPlaceOf))) ??
      (mayReplace ? [...this.panels].filter(({ isReplaceable }) => isReplaceable).at(-1) : undefined);
    this.shownQueries.remember(result);
    if (panel) {
      panel.show(result);
      // Revealing takes the focus from the button in the view with which the person goes from day to day.
      if (inPlaceOf === undefined || !panel.isActive) panel.reveal();
      return panel.whenDrawn;
    }
    const title = plainLabel(titleOf(result, settings.timeZone()), 100);
    const column = vscode.ViewColumn.Active;
    const options = webviewOptions(this.extensionUri);
    const opened = vscode.window.createWebviewPanel(resultViewType, title, column, options);
    return this.attach(opened, result).whenDrawn;
  }

  /** Brings the result's tab to the front, or opens one. */
  open(result: Result, view?: View): void {
    if (!this.tabOf(result.id)) void this.show(result);
    this.tabOf(result.id)?.reveal(view);
  }

  /** Brings the result's tab to the front, or opens one, and limits its table to these rows. */
  openRows(result: Result, rows: RowsOfFinding | null): void {
    if (!this.tabOf(result.id)) void this.show(result);
    this.tabOf(result.id)?.showRows(rows);
  }

  /** Opens the export dialog in the tab of the result with this id; `null` if it has no tab. */
  exportOf(id: string): (() => void) | null {
    const tab = this.tabOf(id);
    return tab ? () => tab.openExport() : null;
  }

  /** Adds another result to the chart of a result, and shows that chart. */
  overlay(result: Result, other: Result): void {
    this.open(result, 'chart');
    this.tabOf(result.id)?.overlay(other);
  }

  /** The result in the active tab, or in the last active one. */
  get active(): Result | undefined {
    const active = [...this.panels].find((panel) => panel.isActive);
    return (active ?? this.lastActive)?.result;
  }

  /** The tab that shows the result with this id. */
  tabOf(id: string): ResultPanel | undefined {
    return [...this.panels].find(({ result }) => result.id === id);
  }

  /** A prompt may outlive its result: while it was open, the tab may have moved on to another one. */
  private lastTabOf(id: string): ResultPanel | undefined {
    return [...this.panels].filter((panel) => panel.hasShown(id)).at(-1);
  }

  /** Each tab is named by what tells it from the others, so opening or closing one may rename another. */
  private nameTabs(): void {
    const panels = [...this.panels];
    const titles = titlesOf(
      panels.map(({ result }) => result),
      settings.timeZone(),
      troubleOf,
    );
    panels.forEach((panel, index) => panel.name(titles[index] ?? ''));
  }

  private attach(panel: vscode.WebviewPanel, result: Result, timeZone = settings.timeZone()): ResultPanel {
    const attached: ResultPanel = new ResultPanel(panel, this.extensionUri, result, timeZone, this.parts, {
      show: () => this.nameTabs(),
      dispose: () => {
        this.panels.delete(attached);
        if (this.lastActive === attached) this.lastActive = undefined;
        this.nameTabs();
      },
    });
    this.panels.add(attached);
    this.nameTabs();
    const activate = () => {
      this.lastActive = attached;
      setContext('comparisonShown', attached.result.comparison !== null);
    };
    if (panel.active || !this.lastActive) activate(); // a reload also restores tabs in the background
    panel.onDidChangeViewState(() => panel.active && activate());
    return attached;
  }

  /** Restores a tab after a reload, from a kept response or with an offer to run the query again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id = memberOf(state, 'result');
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    // The note next to the body is written immediately; the window's memory may not be.
    const result = typeof id === 'string' ? ((await this.kept(id)) ?? (await this.again(id))) : undefined;
    const overlays = result ? await this.overlaysAgain(result, memberOf(state, 'overlays')) : [];
    // Reading a large body takes a while, and the person may have closed the tab.
    if (closing.signal.aborted) return;
    if (!result) {
      panel.dispose(); // nothing is known about this result, and an empty tab would be a dead end
      return;
    }
    const zone = memberOf(state, 'timeZone');
    const attached = this.attach(
      panel,
      result,
      typeof zone === 'string' && isTimeZone(zone) ? zone : undefined,
    );
    // What was open before a reload is not given away.
    attached.keep();
    // Must happen before the view gets its first state, because it remembers the last state that it got.
    for (const overlay of overlays) attached.overlay(overlay);
  }

  /** The other results in the chart that still exist. */
  private async overlaysAgain(result: Result, ids: unknown): Promise<Result[]> {
    const wanted: unknown[] = Array.isArray(ids) ? ids : [];
    const others = await Promise.all(
      wanted.filter((id) => typeof id === 'string').map((id) => this.kept(id)),
    );
    return others.flatMap((other) => (other && canOverlay(result, other) ? [other] : []));
  }

  /** A result whose response is on disk: the files of a window that has ended are removed after a day. */
  private async kept(id: string): Promise<Result | undefined> {
    return (await this.parts.store.restore(id)) ?? this.readAgain(id);
  }

  /**
   * Restores a result that is not on disk. A comparison is computed again from its two results. If those are
   * gone, too, or for any other result, only the query is restored.
   */
  private async again(id: string): Promise<Result | undefined> {
    const gone = this.shownQueries.goneResult(id);
    if (!gone?.comparison) return gone;
    const { first, second } = gone.comparison;
    const [one, other] = await Promise.all([first, second].map((each) => this.kept(each.id)));
    if (!one || !other) return gone;
    const made = await this.parts.store.compare(one, other, settings.timeZone()).catch(() => undefined);
    if (made) this.shownQueries.remember(made);
    return made ?? gone;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
