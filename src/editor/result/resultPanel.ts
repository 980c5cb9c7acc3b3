import * as vscode from 'vscode';
import type { Finding } from '../../market/integrity/findings';
import { askedOf } from '../../market/integrity/asked';
import { isTimeZone } from '../../market/time/zones';
import { protocolVersion, type ToView, type View, type ViewAction } from '../../messages';
import { resultTitle } from '../../results/comparedResults';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { OverlaidResult, ViewQuestion } from '../../results/viewQuestions';
import { tableOf, type ColumnChoices } from './columnChoices';
import { panelHtml, webviewOptions } from './panelHtml';
import { plainLabel } from '../shell/plainLabel';
import { QuestionRelay } from './questionRelay';
import { stateOf } from './resultState';
import { readViewMessage } from './viewMessages';
import { errorText } from '../../text/errorText';

/** Carries out what a person did in the view of a result. */
export type PanelActions = (action: ViewAction, result: Result) => unknown;

/**
 * How often the view is updated while a body arrives. Drawing a growing table costs as much as drawing a
 * complete one, so it happens only as often as the eye can follow.
 */
const stateEveryMs = { atFirst: 100, later: 400, laterFromMs: 1000 };

type Body<Message> = Message extends unknown ? Omit<Message, 'version'> : never;

/** One editor tab with one result. Each time the view is `ready`, it gets the whole state. */
export class ResultPanel {
  private isReady = false;
  private isClosed = false;
  private pendingView: View | undefined;
  private integrity: readonly Finding[] | null = null;
  /** Other results shown in the chart of this one. */
  private overlays: readonly OverlaidResult[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the view was last told: which result, its progress, and whether it has rows. */
  private lastNews = '';
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly questions: QuestionRelay;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private shown: Result,
    private timeZone: string,
    private readonly store: ResultStore,
    private readonly columnChoices: ColumnChoices,
    private readonly act: PanelActions,
    private readonly log: vscode.LogOutputChannel,
    onDispose: () => void,
  ) {
    this.questions = new QuestionRelay(store);
    panel.webview.options = webviewOptions(extensionUri);
    // A tab draws the icon unchanged: `currentColor` would be black on a dark theme, too.
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const stop = store.onDidChange((result) => {
      if (result.id === this.shown.id) this.changed();
      else if (result.progress.kind === 'gone') this.removeOverlay(result.id);
    });
    this.subscriptions.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      panel.onDidDispose(() => {
        this.isClosed = true;
        clearTimeout(this.timer);
        stop();
        store.setShown(this.shown.id, false);
        if (this.isRunning) this.shown.controller.abort();
        this.questions.giveUp();
        vscode.Disposable.from(...this.subscriptions).dispose();
        onDispose();
      }),
    );
    this.show(shown);
    panel.webview.html = panelHtml(panel.webview, extensionUri);
  }

  get result(): Result {
    return this.shown;
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  private get isRunning(): boolean {
    const { kind } = this.shown.progress;
    return kind !== 'ended' && kind !== 'gone';
  }

  /** Shows this result from now on. */
  show(result: Result): void {
    // There is no longer a way to cancel the old query.
    if (result.id !== this.shown.id && this.isRunning) this.shown.controller.abort();
    if (result.id !== this.shown.id) this.questions.giveUp();
    this.store.setShown(this.shown.id, false);
    this.store.setShown(result.id, true);
    // The same query is still about the same days, so the overlays stay.
    if (JSON.stringify(result.query) !== JSON.stringify(this.shown.query)) this.overlays = [];
    this.shown = result;
    this.integrity = null;
    this.panel.title = plainLabel(resultTitle(result, this.timeZone), 100);
    this.changed();
  }

  /** Adds another result to the chart. Adding the same one again has no effect. */
  overlay(other: OverlaidResult): void {
    this.overlays = [...this.overlays.filter(({ result }) => result !== other.result), other];
    this.sendState();
  }

  /** Removes another result from the chart. */
  removeOverlay(id: string): void {
    const kept = this.overlays.filter(({ result }) => result !== id);
    if (kept.length === this.overlays.length) return;
    this.overlays = kept;
    this.sendState();
  }

  /** Without a time zone, or with an unknown one, the list in the view goes back to its previous value. */
  showZone(zone: string | undefined): void {
    if (zone !== undefined && isTimeZone(zone)) this.timeZone = zone;
    this.sendState();
  }

  reveal(view?: View): void {
    this.panel.reveal();
    if (view === undefined) return;
    if (this.isReady && this.panel.visible) this.post({ kind: 'show', view });
    else this.pendingView = view;
  }

  private post(message: Body<ToView>): void {
    // Nobody waits for the replies of a closed tab, and a disposed view throws at every access.
    if (this.isClosed) return;
    void this.panel.webview.postMessage({ version: protocolVersion, ...message });
  }

  private changed(): void {
    const { id, progress, table } = this.shown;
    const news = `${id} ${progress.kind} ${table.rows > 0}`;
    const delay = news === this.lastNews && this.isRunning ? this.stateEvery() : 0;
    // The first rows are not delayed.
    if (delay === 0) clearTimeout(this.timer);
    if (delay === 0 || this.timer === undefined) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.sendState();
      }, delay);
    }
    this.lastNews = news;
    if (progress.kind === 'ended') void this.judgeIntegrity(this.shown);
  }

  private stateEvery(): number {
    const { atFirst, later, laterFromMs } = stateEveryMs;
    return Date.now() - this.shown.startedEpochMs < laterFromMs ? atFirst : later;
  }

  private sendState(): void {
    if (!this.isReady) return;
    const choice = this.columnChoices.of(tableOf(this.shown));
    const state = stateOf(this.shown, this.timeZone, this.integrity, this.overlays, choice);
    this.post({ kind: 'state', state });
  }

  private async judgeIntegrity(result: Result): Promise<void> {
    if (this.integrity !== null || result.table.rows === 0 || result.comparison) return;
    try {
      const integrity = await this.store.ask(
        result.id,
        'integrity',
        askedOf(result.query, result.startedEpochMs),
      );
      // The tab may have switched to another result in the meantime.
      if (result.id !== this.shown.id) return;
      this.integrity = integrity;
      this.sendState();
    } catch (error) {
      this.log.warn(`integrity of ${result.id}: ${errorText(error)}`);
    }
  }

  private receive(message: unknown): void {
    const read = readViewMessage(message);
    if (!read) {
      this.log.warn('A message of the result view was not understood and dropped.');
      return;
    }
    switch (read.kind) {
      case 'ready':
        this.isReady = true;
        this.sendState();
        if (this.pendingView) this.post({ kind: 'show', view: this.pendingView });
        this.pendingView = undefined;
        return;
      case 'ask':
        void this.answer(read.ask, read.asked);
        return;
      case 'act':
        this.act(read.action, this.shown);
    }
  }

  private async answer(ask: number, { kind, question }: ViewQuestion): Promise<void> {
    try {
      const answer = await this.questions.ask(kind, question, this.shown, this.overlays);
      this.post({ kind: 'answer', ask, answer });
    } catch (error) {
      const message = errorText(error);
      this.post({ kind: 'refusal', ask, message });
    }
  }
}
