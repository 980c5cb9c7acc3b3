import * as vscode from 'vscode';
import {
  type EditorQuestion,
  type EditorQuestionKind,
  type EditorQuestions,
  type FromView,
  type PageSize,
  type ToView,
  type ViewAction,
} from '../../protocol/messages';
import { overlaysOf } from '../../results/overlaidResults';
import { tableOf, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { OverlaidResult } from '../../protocol/workerMessages';
import type { Chart } from '../../protocol/chartTypes';
import type { ExportChoice } from '../../protocol/exportOrder';
import type { ColumnChoice } from '../../protocol/tableTypes';
import type { Connections } from '../connections/connections';
import type { EditorAnswers } from '../shell/editorAnswers';
import { panelHtml, viewStyles, webviewOptions } from './panelHtml';
import { titleOf, withConnection } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { QuestionRelay } from './questionRelay';
import { stateOf } from './resultState';
import { isUnderWay, newTab, nextTab, stateDelay, type ShownTab, type TabEvent } from './shownTab';
import { isEditorQuestion, readViewMessage } from './viewMessages';
import { hasDecimalComma, localesOf } from '../../text/decimalComma';
import { errorText } from '../../text/errorText';
import { showFailure } from '../shell/failureMessages';
import { troubleOf } from '../shell/progressWords';
import type { Remembered } from '../shell/remembered';
import { settings } from '../shell/settings';

/** The queries that wait until their data is published. */
interface WaitingQueries {
  /** When the query is sent next, in epoch milliseconds; `undefined` if it doesn't wait. */
  nextRequest(of: Pick<Result, 'query' | 'connection'>): number | undefined;
  /** Returns a function that stops listening. */
  onDidChange(listener: () => void): () => void;
}

/** What a tab shares with the other tabs. */
export interface PanelParts {
  readonly store: ResultStore;
  readonly columnChoices: Remembered<ColumnChoice>;
  readonly exportChoices: Remembered<ExportChoice>;
  /** Carries out what a person did in the view of a result. */
  readonly act: (action: ViewAction, result: Result) => unknown;
  readonly waits: WaitingQueries;
  readonly connections: Pick<Connections, 'chosen' | 'onDidSelect'>;
  readonly answers: EditorAnswers;
  readonly log: vscode.LogOutputChannel;
}

/** About as long as a page's scripts take to arrive; a state that waited longer would be missed. */
const initialChartMs = 50;

/**
 * What was asked, what went wrong, and the connection if it isn't the selected one. It doesn't change with other tabs,
 * so a person finds the tab again.
 */
export const tabTitle = (result: Result, selected: string): string =>
  withConnection(plainLabel(titleOf(result, settings.timeZone(), troubleOf(result)), 100), result, selected);

/** One editor tab with one result. Each time the view is `ready`, it gets the whole state. */
export class ResultPanel {
  private tab: ShownTab;
  private page: 'loading' | 'ready' | 'closed' = 'loading';
  /** What the view is told once it's ready, the latest of each kind. */
  private readonly pending = new Map<ToView['kind'], ToView>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly questions: QuestionRelay;
  private drawn: () => void = () => undefined;
  /** Resolves when the view has drawn something, or the tab is closed. */
  readonly whenDrawn = new Promise<void>((resolve) => (this.drawn = resolve));

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    result: Result,
    timeZone: string,
    private readonly parts: PanelParts,
    onDispose: () => void,
  ) {
    const { store, exportChoices, waits, connections } = parts;
    const html = panelHtml(panel.webview, extensionUri, viewStyles(extensionUri));
    this.questions = new QuestionRelay(store);
    this.tab = newTab(result, timeZone);
    panel.webview.options = webviewOptions(extensionUri);
    // A tab draws the icon unchanged: `currentColor` would be black on a dark theme, too.
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    let nextRequest: number | undefined;
    const selection = connections.onDidSelect(() => {
      this.rename();
      this.sendState();
    });
    const stops = [
      () => void selection.dispose(),
      store.onDidChange(({ id, progress }) => {
        if (id === this.result.id) this.change({ kind: 'changed' });
        else if (progress.kind === 'gone') this.change({ kind: 'removeOverlay', id });
      }),
      waits.onDidChange(() => {
        const next = waits.nextRequest(this.result);
        if (next === nextRequest) return;
        nextRequest = next;
        this.sendState();
      }),
      exportChoices.onDidChange((table) => {
        if (table === tableOf(this.result)) this.sendState();
      }),
    ];
    panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message));
    panel.onDidDispose(() => {
      this.page = 'closed';
      this.drawn();
      clearTimeout(this.timer);
      for (const stop of stops) stop();
      store.setClosed(this);
      if (isUnderWay(this.result)) this.result.controller.abort();
      this.questions.giveUp();
      onDispose();
    });
    this.tellStore();
    this.change({ kind: 'changed' });
    panel.webview.html = html;
  }

  get shown(): ShownTab {
    return this.tab;
  }

  get result(): Result {
    return this.tab.result;
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Shows what follows from the event, and tells others of it. */
  change(event: TabEvent): void {
    const before = this.tab;
    const tab = nextTab(before, event);
    if (tab === before || this.page === 'closed') return;
    this.tab = tab;
    const { result } = tab;
    const isOther = result !== before.result;
    // There is no longer a way to cancel the old query.
    if (result.id !== before.result.id && isUnderWay(before.result)) before.result.controller.abort();
    if (isOther || tab.overlaid !== before.overlaid) this.tellStore();
    if (tab.news !== before.news) this.rename();
    if (tab.integrity === 'asked' && (isOther || before.integrity !== 'asked')) void this.judge(result);
    if (!isOther && event.kind !== 'changed' && event.kind !== 'judged') {
      this.sendState();
      return;
    }
    const delay = stateDelay(before, tab, Date.now());
    if (delay > 0 && this.timer !== undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sendState();
    }, delay);
  }

  private rename(): void {
    this.panel.title = tabTitle(this.result, this.parts.connections.chosen);
  }

  private tellStore(): void {
    const { result, overlaid } = this.tab;
    this.parts.store.setShown(
      this,
      result.id,
      overlaid.map(({ id }) => id),
    );
  }

  private get overlays(): readonly OverlaidResult[] {
    const { overlaid, timeZone } = this.tab;
    return overlaysOf(this.result, overlaid, timeZone, this.parts.connections.chosen);
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Tells the view at once, or when it's ready. */
  tell(message: ToView): void {
    if (this.page === 'ready' && this.panel.visible) this.post(message);
    else this.pending.set(message.kind, message);
  }

  private post(message: ToView): void {
    // Nobody waits for the replies of a closed tab, and a disposed view throws at every access.
    if (this.page === 'closed') return;
    void this.panel.webview.postMessage(message);
  }

  private sendState(ahead?: Chart): void {
    if (this.page !== 'ready') return;
    const { result } = this;
    const table = tableOf(result);
    const state = stateOf(this.tab, {
      overlays: this.overlays,
      areasWithData: this.parts.store.areasWithData(result),
      columnChoice: this.parts.columnChoices.of(table),
      exportChoice: this.parts.exportChoices.of(table),
      nextRequest: this.parts.waits.nextRequest(result),
      hasDecimalCommas: localesOf(vscode.env.language, process.env).some(hasDecimalComma),
      selected: this.parts.connections.chosen,
    });
    this.post({ kind: 'state', state, ...(ahead && { ahead }) });
    // The view would show why the previous result's questions failed if it didn't know yet that they are
    // obsolete.
    this.questions.giveUp(result.id);
  }

  private async judge(result: Result): Promise<void> {
    const integrity = await this.parts.store.ask(result.id, 'integrity', {}).catch((error: unknown) => {
      this.parts.log.warn(`integrity of ${result.id}: ${errorText(error)}`);
      return null;
    });
    this.change({ kind: 'judged', result, integrity });
  }

  private receive(message: unknown): void {
    const read = readViewMessage(message);
    if (!read) {
      this.parts.log.warn('A message of the result view was not understood and dropped.');
      return;
    }
    switch (read.kind) {
      case 'ready':
        void this.begin(read.size);
        return;
      case 'drawn':
        this.drawn();
        return;
      case 'ask':
        void this.answer(read);
        return;
      case 'act': {
        const result = this.resultOf(read.result);
        // A double-click on Run Again: the view doesn't show the query that the first click sent yet.
        const isSentAlready = read.action.kind === 'runAgain' && result !== this.result;
        if (result && !isSentAlready) this.parts.act(read.action, result);
      }
    }
  }

  /** The result that the view showed when it sent a message, if it still exists. */
  private resultOf(id: string): Result | undefined {
    if (id === this.result.id) return this.result;
    return this.tab.everShown.has(id) ? this.parts.store.find(id) : undefined;
  }

  /**
   * The page's scripts arrive later than its size. What they will ask first is asked meanwhile, because a
   * question of their own takes as long again as they do.
   */
  private async begin(size: PageSize): Promise<void> {
    const isFirst = this.page === 'loading';
    this.page = 'ready';
    const { result } = this;
    const { revision, table } = result;
    const chart = isFirst && table.rows > 0 ? await this.initialChart(size) : undefined;
    // A chart of fewer rows than the state has would be taken for theirs.
    this.sendState(result === this.result && result.revision === revision ? chart : undefined);
    for (const message of this.pending.values()) this.post(message);
    this.pending.clear();
  }

  private async initialChart(size: PageSize): Promise<Chart | undefined> {
    const late = new Promise<undefined>((give) => setTimeout(() => give(undefined), initialChartMs));
    const asked = this.questions.ask('chart', size, this.result.id, this.overlays);
    return Promise.race([asked.catch(() => undefined), late]);
  }

  private async answer({ ask, asked, result: id }: Extract<FromView, { kind: 'ask' }>): Promise<void> {
    try {
      const result = this.resultOf(id);
      if (!result) {
        throw new Error(vscode.l10n.t('This result is no longer in memory. Run the query again.'));
      }
      const answer = isEditorQuestion(asked)
        ? await this.answerAsEditor(asked, result)
        : await this.questions.ask(asked.kind, asked.question, id, this.overlays);
      this.post({ kind: 'answer', ask, answer });
    } catch (error) {
      // The dialog that ordered the export closed with its result or its tab.
      if (asked.kind === 'export' && (this.page === 'closed' || id !== this.result.id)) showFailure(error);
      else this.post({ kind: 'refusal', ask, message: errorText(error) });
    }
  }

  private async answerAsEditor<Kind extends EditorQuestionKind>(
    { kind, question }: EditorQuestion<Kind>,
    result: Result,
  ): Promise<EditorQuestions[Kind]['answer']> {
    // Its dialog has closed, so nobody could agree to replacing a file.
    if (kind === 'export' && result !== this.result) {
      throw new Error(vscode.l10n.t('This tab now shows a different result. Export it again.'));
    }
    return this.parts.answers[kind](question, result);
  }
}
