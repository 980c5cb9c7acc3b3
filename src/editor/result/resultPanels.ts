import * as vscode from 'vscode';
import type { ExportPreset } from '../../protocol/exportOrder';
import type { ExportFormat } from '../../protocol/formats';
import type { ContextItem, RowsOfFinding, ToView, View, ViewAction } from '../../protocol/messages';
import { comparisonOf } from '../../protocol/source';
import type { Result } from '../../results/result';
import { setContext } from '../shell/commands';
import { webviewOptions } from './panelHtml';
import { resultViewType } from './tabRegistration';
import { ResultPanel, tabTitle, type PanelParts } from './resultPanel';
import { haveSameQuery, isReplaceable } from './shownTab';
import { settings } from '../shell/settings';
import type { ShownQueries } from './shownQueries';

/** Where a result is shown. By default, in a new tab. */
interface WhereToShow {
  /** The id of the result whose tab is reused, even if that tab now shows another result. */
  readonly inPlaceOf?: string;
  /** Whether a tab that nobody has used or kept may be reused. */
  readonly mayReplace?: boolean;
}

/** Opens, finds, and names the result tabs. */
export class ResultPanels {
  private readonly panels = new Set<ResultPanel>();
  private lastActive: ResultPanel | undefined;
  private parts!: PanelParts;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly shownQueries: ShownQueries,
    /** Called with the result of the active tab. */
    private readonly onActive: (result: Result) => void,
  ) {}

  /** Gives the tabs what they need of the other rooms. Call once, before the first tab opens. */
  connect(parts: PanelParts): void {
    this.parts = parts;
  }

  /** Carries out an action as if the person had taken it in the result's view. */
  act(action: ViewAction, result: Result): unknown {
    return this.parts.act(action, result);
  }

  /**
   * Shows the result in the tab that `where` names, or opens one. Resolves when the tab has drawn something,
   * or is closed. Throws if there can't be a tab.
   */
  show(result: Result, where: WhereToShow = {}): Promise<void> {
    const { inPlaceOf, mayReplace = false } = where;
    const panel =
      (inPlaceOf === undefined ? undefined : (this.tabOf(inPlaceOf) ?? this.lastTabOf(inPlaceOf))) ??
      (mayReplace ? [...this.panels].filter(({ shown }) => isReplaceable(shown)).at(-1) : undefined);
    this.shownQueries.remember(result);
    if (panel) {
      panel.change({ kind: 'show', result });
      // Not if it is already active: revealing would take the focus from the view's button for the next day.
      if (inPlaceOf === undefined || !panel.isActive) panel.reveal();
      return panel.whenDrawn;
    }
    const column = vscode.ViewColumn.Active;
    const options = webviewOptions(this.extensionUri);
    const title = tabTitle(result, this.parts.connections.chosen);
    const opened = vscode.window.createWebviewPanel(resultViewType, title, column, options);
    try {
      return this.attach(opened, result).whenDrawn;
    } catch (error) {
      opened.dispose(); // it would stay empty
      throw error;
    }
  }

  /**
   * Shows the result in the last tab with an earlier response to the same query, without bringing it to the front.
   * Returns whether there is one.
   */
  fill(result: Result): boolean {
    const panel = [...this.panels].filter((each) => haveSameQuery(each.result, result)).at(-1);
    if (!panel) return false;
    this.shownQueries.remember(result);
    panel.change({ kind: 'show', result });
    return true;
  }

  /** Brings the result's tab to the front, or opens one, and tells its view what to show. */
  private tell(result: Result, message?: ToView): void {
    if (!this.tabOf(result.id)) void this.show(result);
    const tab = this.tabOf(result.id);
    tab?.reveal();
    if (message) tab?.tell(message);
  }

  /** Brings the result's tab to the front, or opens one. */
  open(result: Result, view?: View): void {
    this.tell(result, view && { kind: 'show', view });
  }

  /** Brings the result's tab to the front, or opens one, and limits its table to these rows. */
  openRows(result: Result, rows: RowsOfFinding | null): void {
    this.tell(result, { kind: 'rows', result: result.id, rows });
  }

  /** Brings the result's tab to the front, or opens one, and opens the export dialog in it. */
  openExport(result: Result, preset: ExportPreset, format?: ExportFormat): void {
    this.tell(result, { kind: 'export', preset, ...(format && { format }) });
  }

  /** Adds another result to the chart of a result, and shows that chart. */
  overlay(result: Result, other: Result): void {
    this.open(result, 'chart');
    this.tabOf(result.id)?.change({ kind: 'overlay', other });
  }

  private get activePanel(): ResultPanel | undefined {
    return [...this.panels].find((panel) => panel.isActive) ?? this.lastActive;
  }

  /** The result in the active tab, or in the last active one. */
  get active(): Result | undefined {
    return this.activePanel?.result;
  }

  /** Does what a person chose in the context menu of the active tab. */
  choose(item: ContextItem): void {
    this.activePanel?.tell({ kind: 'menu', item });
  }

  /** The tab that shows the result with this id. */
  tabOf(id: string): ResultPanel | undefined {
    return [...this.panels].find(({ result }) => result.id === id);
  }

  /**
   * The tab that last showed the result with this id. While a prompt was open, the tab may have moved on to
   * another result.
   */
  private lastTabOf(id: string): ResultPanel | undefined {
    return [...this.panels].filter(({ shown }) => shown.everShown.has(id)).at(-1);
  }

  /** Shows the result in a panel of the editor, which is new or restored. */
  attach(panel: vscode.WebviewPanel, result: Result, timeZone = settings.timeZone()): ResultPanel {
    const attached: ResultPanel = new ResultPanel(panel, this.extensionUri, result, timeZone, this.parts, {
      show: () => {
        const active = [...this.panels].find((each) => each.isActive);
        if (active) this.onActive(active.result);
      },
      dispose: () => {
        this.panels.delete(attached);
        if (this.lastActive === attached) this.lastActive = undefined;
      },
    });
    this.panels.add(attached);
    const activate = () => {
      this.lastActive = attached;
      setContext('comparisonShown', comparisonOf(attached.result) !== undefined);
      this.onActive(attached.result);
    };
    if (panel.active || !this.lastActive) activate(); // a reload also restores tabs in the background
    panel.onDidChangeViewState(() => panel.active && activate());
    return attached;
  }
}
