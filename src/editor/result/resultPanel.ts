import * as vscode from 'vscode';
import type { ExportPreset } from '../../protocol/exportOrder';
import type { ExportFormat } from '../../protocol/formats';
import type { Finding } from '../../market/integrity/findings';
import { isTimeZone } from '../../market/time/zones';
import {
  type EditorQuestion,
  type EditorQuestionKind,
  type EditorQuestions,
  type FromView,
  type ContextItem,
  type PageSize,
  type RowsOfFinding,
  type ToView,
  type View,
  type ViewAction,
} from '../../protocol/messages';
import { overlaysOf } from '../../results/overlaidResults';
import { tableOf, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { OverlaidResult } from '../../protocol/workerMessages';
import type { Chart } from '../../protocol/chartTypes';
import type { ColumnChoices } from './columnChoices';
import type { ExportChoices } from '../export/exportChoices';
import type { EditorAnswers } from '../shell/editorAnswers';
import { panelHtml, viewStyles, webviewOptions } from './panelHtml';
import { titleOf } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { QuestionRelay } from './questionRelay';
import { stateOf } from './resultState';
import { isEditorQuestion, readViewMessage } from './viewMessages';
import { hasDecimalComma, localesOf } from '../../text/decimalComma';
import { errorText } from '../../text/errorText';
import { showFailure } from '../shell/failureMessages';
import { troubleOf } from '../shell/progressWords';
import { settings } from '../shell/settings';

/** Carries out what a person did in the view of a result. */
export type PanelActions = (action: ViewAction, result: Result) => unknown;

/** The queries that wait until their data is published. */
export interface WaitingQueries {
  /** When the query is sent next, in epoch milliseconds; `undefined` if it doesn't wait. */
  nextRequest(of: Pick<Result, 'query' | 'connection'>): number | undefined;
  /** Returns a function that stops listening. */
  onDidChange(listener: () => void): () => void;
}

/** What a tab shares with the other tabs. */
export interface PanelParts {
  readonly store: ResultStore;
  readonly columnChoices: ColumnChoices;
  readonly exportChoices: ExportChoices;
  readonly act: PanelActions;
  readonly waits: WaitingQueries;
  readonly answers: EditorAnswers;
  readonly log: vscode.LogOutputChannel;
}

/**
 * How often the view is updated while a body arrives. Drawing a growing table costs as much as drawing a
 * complete one, so it happens only as often as the eye can follow.
 */
const stateEveryMs = { atFirst: 100, later: 400, laterFromMs: 1000 };

/**
 * A query without rows is shown so late that a quick response replaces what the tab showed, without an empty
 * chart.
 */
const unansweredMs = 40;

/** About as long as a page's scripts take to arrive; a state that waited longer would be missed. */
const initialChartMs = 50;

/** How many results a tab can go back. */
const mostEarlier = 50;

const uriOf = ({ source }: Result) => ('uri' in source ? source.uri : undefined);

/** Whether two results are about the same query of the same connection or file. */
export const isSameQuery = (one: Result, other: Result): boolean =>
  one.connection === other.connection &&
  uriOf(one) === uriOf(other) &&
  one.query.dataset.id === other.query.dataset.id &&
  JSON.stringify(one.query.parameters) === JSON.stringify(other.query.parameters);

/** What was asked, and what went wrong. It doesn't change with other tabs, so a person finds the tab again. */
export const tabTitle = (result: Result): string =>
  plainLabel(titleOf(result, settings.timeZone(), troubleOf(result)), 100);

/** One editor tab with one result. Each time the view is `ready`, it gets the whole state. */
export class ResultPanel {
  private isReady = false;
  private isClosed = false;
  /** What the view is told once it's ready, the latest of each kind. */
  private readonly pending = new Map<ToView['kind'], ToView>();
  private integrity: readonly Finding[] | null = null;
  /** Whether the integrity of the ended result is known, or can't be. */
  private isJudged = false;
  /** The result whose integrity is being checked. */
  private judging: string | undefined;
  /** What this tab showed before, to which it can go back: each result with the others in its chart. */
  private readonly earlier: { readonly result: Result; readonly overlaid: readonly Result[] }[] = [];
  /** The ids of all results that this tab has shown. */
  private readonly everShown = new Set<string>();
  /** The last result that ran the same query again, failed, and left the rows before it in place. */
  private failedAgain: Result | undefined;
  /** The person has used the tab or chose to keep it, so the next query opens another one. */
  private isKept = false;
  /** Other results shown in the chart of this one. */
  private overlaid: readonly Result[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the view was last told: which result, its progress, and whether it has rows. */
  private lastNews = '';
  /** The result of the last state that the view was sent. */
  private told: string;
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly questions: QuestionRelay;
  private drawn: () => void = () => undefined;
  /** Resolves when the view has drawn something, or the tab is closed. */
  readonly whenDrawn = new Promise<void>((resolve) => (this.drawn = resolve));

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private shown: Result,
    private timeZone: string,
    private readonly parts: PanelParts,
    private readonly on: { readonly show: () => void; readonly dispose: () => void },
  ) {
    const { store, exportChoices } = parts;
    const html = panelHtml(panel.webview, extensionUri, viewStyles(extensionUri));
    this.questions = new QuestionRelay(store);
    this.told = shown.id;
    panel.webview.options = webviewOptions(extensionUri);
    // A tab draws the icon unchanged: `currentColor` would be black on a dark theme, too.
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const stop = store.onDidChange((result) => {
      if (result.id === this.shown.id) this.changed();
      else if (result.progress.kind === 'gone') this.removeOverlay(result.id);
    });
    let nextRequest: number | undefined;
    const stopWaits = parts.waits.onDidChange(() => {
      const next = parts.waits.nextRequest(this.shown);
      if (next === nextRequest) return;
      nextRequest = next;
      this.sendState();
    });
    const stopChoices = exportChoices.onDidChange((table) => {
      if (table === tableOf(this.shown)) this.sendState();
    });
    this.subscriptions.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      panel.onDidDispose(() => {
        this.isClosed = true;
        this.drawn();
        clearTimeout(this.timer);
        stop();
        stopWaits();
        stopChoices();
        store.setClosed(this);
        if (this.isRunning) this.shown.controller.abort();
        this.questions.giveUp();
        vscode.Disposable.from(...this.subscriptions).dispose();
        on.dispose();
      }),
    );
    this.show(shown);
    panel.webview.html = html;
  }

  get result(): Result {
    return this.shown;
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Whether this tab shows the result or showed it before. */
  hasShown(id: string): boolean {
    return this.everShown.has(id);
  }

  private get isRunning(): boolean {
    const { kind } = this.shown.progress;
    return kind !== 'ended' && kind !== 'gone';
  }

  /** Whether the next query may take over this tab. A download would end if it did. */
  get isReplaceable(): boolean {
    return !this.isKept && !this.isRunning && this.shown.source.kind !== 'comparison';
  }

  /** From now on, only changes of its own query replace the result in this tab. */
  keep(): void {
    if (this.isKept) return;
    this.isKept = true;
    this.sendState();
  }

  /** Shows this result from now on. The one before can be brought back, unless it was still running. */
  show(result: Result): void {
    // There is no longer a way to cancel the old query, and nobody wants half of its rows back.
    if (result.id !== this.shown.id && this.isRunning) this.shown.controller.abort();
    else if (result.id !== this.shown.id) {
      this.earlier.push({ result: this.shown, overlaid: this.overlaid });
      if (this.earlier.length > mostEarlier) this.earlier.shift();
    }
    this.display(result);
  }

  /** Shows the result before this one again; without rows if they are no longer in memory. */
  back(): void {
    const before = this.earlier.pop();
    if (!before) return;
    if (this.isRunning) this.shown.controller.abort();
    this.display(before.result, before.overlaid);
  }

  /** `overlaid` are the results that were in its chart before. */
  private display(result: Result, overlaid: readonly Result[] = []): void {
    // The same query is still about the same days, so the overlays stay.
    if (!isSameQuery(result, this.shown)) {
      this.overlaid = overlaid.filter(({ progress }) => progress.kind !== 'gone');
    }
    this.shown = result;
    this.everShown.add(result.id);
    this.tellStore();
    this.failedAgain = undefined;
    this.integrity = null;
    this.isJudged = false;
    this.judging = undefined;
    this.on.show();
    this.changed();
  }

  /** A query that ran again and brought nothing leaves the rows that were there in place. */
  private keepRowsBefore(): void {
    const before = this.earlier.at(-1)?.result;
    const { progress, table } = this.shown;
    if (!before || before.table.rows === 0 || before.progress.kind === 'gone') return;
    if (progress.kind !== 'ended' || table.rows > 0 || !isSameQuery(before, this.shown)) return;
    const { kind } = progress.outcome;
    if (kind === 'success' || kind === 'noData') return;
    const failed = this.shown;
    this.earlier.pop();
    this.display(before);
    this.failedAgain = failed;
  }

  /** Adds another result to the chart. Adding the same one again has no effect. */
  overlay(other: Result): void {
    this.overlaid = [...this.overlaid.filter(({ id }) => id !== other.id), other];
    this.tellStore();
    this.sendState();
  }

  /** Removes another result from the chart. */
  removeOverlay(id: string): void {
    const kept = this.overlaid.filter((each) => each.id !== id);
    if (kept.length === this.overlaid.length) return;
    this.overlaid = kept;
    this.tellStore();
    this.sendState();
  }

  private tellStore(): void {
    this.parts.store.setShown(
      this,
      this.shown.id,
      this.overlaid.map(({ id }) => id),
    );
  }

  private readonly overlays = (): readonly OverlaidResult[] =>
    overlaysOf(this.shown, this.overlaid, this.timeZone);

  /** Without a time zone, or with an unknown one, the list in the view goes back to its previous value. */
  showZone(zone: string | undefined): void {
    if (zone !== undefined && isTimeZone(zone)) this.timeZone = zone;
    this.sendState();
  }

  reveal(view?: View): void {
    this.panel.reveal();
    if (view !== undefined) this.tell({ kind: 'show', view });
  }

  /** Shows the tab and, in its table, only these rows of its result. */
  showRows(rows: RowsOfFinding | null): void {
    this.panel.reveal();
    this.tell({ kind: 'rows', result: this.shown.id, rows });
  }

  /** Does what a person chose in the context menu of the shown view. */
  choose(item: ContextItem): void {
    this.tell({ kind: 'menu', item });
  }

  /** Shows the tab and opens the export dialog in its view. */
  openExport(preset: ExportPreset, format?: ExportFormat): void {
    this.panel.reveal();
    this.tell({ kind: 'export', preset, ...(format && { format }) });
  }

  /** At once, or when the view is ready. */
  private tell(message: ToView): void {
    if (this.isReady && this.panel.visible) this.post(message);
    else this.pending.set(message.kind, message);
  }

  private post(message: ToView): void {
    // Nobody waits for the replies of a closed tab, and a disposed view throws at every access.
    if (this.isClosed) return;
    void this.panel.webview.postMessage(message);
  }

  private changed(): void {
    this.keepRowsBefore();
    const { id, progress, table } = this.shown;
    if (progress.kind === 'ended' && !this.isJudged) void this.judgeIntegrity(this.shown);
    const news = `${id} ${progress.kind} ${table.rows > 0}`;
    if (news !== this.lastNews) this.panel.title = tabTitle(this.shown);
    const isMoreOfSame = news === this.lastNews && this.isRunning;
    const isUnanswered = this.isRunning && table.rows === 0;
    // The first rows are not delayed.
    const delay = isMoreOfSame ? this.stateEvery() : isUnanswered ? unansweredMs : 0;
    if (delay === 0) clearTimeout(this.timer);
    if (delay === 0 || this.timer === undefined) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.sendState();
      }, delay);
    }
    this.lastNews = news;
  }

  private stateEvery(): number {
    const { atFirst, later, laterFromMs } = stateEveryMs;
    return Date.now() - this.shown.startedEpochMs < laterFromMs ? atFirst : later;
  }

  private sendState(ahead?: Chart): void {
    if (!this.isReady) return;
    const table = tableOf(this.shown);
    const state = stateOf(this.shown, {
      timeZone: this.timeZone,
      integrity: this.integrity,
      isJudged: this.isJudged,
      overlays: this.overlays(),
      areasWithData: this.parts.store.areasWithData(this.shown),
      columnChoice: this.parts.columnChoices.of(table),
      exportChoice: this.parts.exportChoices.of(table),
      failedAgain: this.failedAgain,
      nextRequest: this.parts.waits.nextRequest(this.shown),
      canGoBack: this.earlier.length > 0,
      isReplaceable: this.isReplaceable,
      hasDecimalCommas: localesOf(vscode.env.language, process.env).some(hasDecimalComma),
    });
    this.post({ kind: 'state', state, ...(ahead && { ahead }) });
    if (this.told === this.shown.id) return;
    this.told = this.shown.id;
    // The view would show why the previous result's questions failed if it didn't know yet that they are
    // obsolete.
    this.questions.giveUp();
  }

  private async judgeIntegrity(result: Result): Promise<void> {
    if (this.judging === result.id) return;
    this.judging = result.id;
    const needsCheck = result.table.rows > 0 && result.source.kind !== 'comparison';
    const integrity = needsCheck
      ? await this.parts.store.ask(result.id, 'integrity', {}).catch((error: unknown) => {
          this.parts.log.warn(`integrity of ${result.id}: ${errorText(error)}`);
          return null;
        })
      : null;
    // The tab may have switched to another result in the meantime.
    if (this.judging !== result.id) return;
    this.judging = undefined;
    this.integrity = integrity;
    this.isJudged = true;
    this.changed();
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
        const isSentAlready = read.action.kind === 'runAgain' && result !== this.shown;
        if (result && !isSentAlready) this.parts.act(read.action, result);
      }
    }
  }

  /** The result that the view showed when it sent a message, if it still exists. */
  private resultOf(id: string): Result | undefined {
    if (id === this.shown.id) return this.shown;
    return this.everShown.has(id) ? this.parts.store.find(id) : undefined;
  }

  /**
   * The page's scripts arrive later than its size. What they will ask first is asked meanwhile, because a
   * question of their own takes as long again as they do.
   */
  private async begin(size: PageSize): Promise<void> {
    const isFirst = !this.isReady;
    this.isReady = true;
    const { shown } = this;
    const { revision, table } = shown;
    const chart = isFirst && table.rows > 0 ? await this.initialChart(size) : undefined;
    // A chart of fewer rows than the state has would be taken for theirs.
    this.sendState(shown === this.shown && shown.revision === revision ? chart : undefined);
    for (const message of this.pending.values()) this.post(message);
    this.pending.clear();
  }

  private async initialChart(size: PageSize): Promise<Chart | undefined> {
    const late = new Promise<undefined>((give) => setTimeout(() => give(undefined), initialChartMs));
    const asked = this.questions.ask('chart', size, this.shown, this.overlays());
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
        : await this.questions.ask(asked.kind, asked.question, result, this.overlays());
      this.post({ kind: 'answer', ask, answer });
    } catch (error) {
      // The dialog that ordered the export closed with its result or its tab.
      if (asked.kind === 'export' && (this.isClosed || id !== this.shown.id)) showFailure(error);
      else this.post({ kind: 'refusal', ask, message: errorText(error) });
    }
  }

  private async answerAsEditor(
    { kind, question }: EditorQuestion,
    result: Result,
  ): Promise<EditorQuestions[EditorQuestionKind]['answer']> {
    // Its dialog has closed, so nobody could agree to replacing a file.
    if (kind === 'export' && result !== this.shown) {
      throw new Error(vscode.l10n.t('This tab now shows a different result. Export it again.'));
    }
    // The compiler can't see that kind and question belong together.
    const answer = this.parts.answers[kind] as (
      ...asked: unknown[]
    ) => ReturnType<EditorAnswers[typeof kind]>;
    return answer(question, result);
  }
}
