import * as vscode from 'vscode';
import type { Finding } from '../../market/integrity/findings';
import { askedOf } from '../../market/integrity/asked';
import { isTimeZone } from '../../market/time/zones';
import {
  protocolVersion,
  type FromView,
  type Question,
  type ToView,
  type View,
  type ViewAction,
} from '../../messages';
import { resultTitle } from '../../results/comparedResults';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { OverlaidResult } from '../../results/workerMessages';
import { tableOf, type ColumnChoices } from './columnChoices';
import { panelHtml, webviewOptions } from './panelHtml';
import { plainLabel } from '../shell/plainLabel';
import { stateOf } from './resultState';
import { pickTimeZone } from '../shell/timeZones';
import { readViewMessage } from './viewMessages';
import { errorText } from '../../text/errorText';

/** What a panel hands on: everything a person can do in the view that is not looking. */
export type PanelActions = (action: ViewAction, result: Result) => unknown;

/** Often enough for the eye while a body arrives: every picture of a growing table costs what a whole one does. */
const stateEveryMs = { atFirst: 100, later: 400, laterFromMs: 1000 };

/** Questions that may take long and of which a person waits for the newest only. */
type Supersedable = 'rows' | 'find' | 'findCount' | 'figures' | 'values' | 'chart' | 'jsonFind';

type Body<Message> = Message extends unknown ? Omit<Message, 'version'> : never;

/** One editor tab with one result. Every `ready` of the view gets the whole state. */
export class ResultPanel {
  private isReady = false;
  private isClosed = false;
  /** What the thread works on for this tab, and what it is about. */
  private readonly underWay = new Map<Supersedable, { about: string; stop: AbortController }>();
  private pendingView: View | undefined;
  private integrity: readonly Finding[] | null = null;
  /** Other results in the chart of this one. */
  private overlays: readonly OverlaidResult[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Which result, how far, and whether it has rows: what the view was told of last. */
  private lastNews = '';
  private readonly subscriptions: vscode.Disposable[] = [];

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
    panel.webview.options = webviewOptions(extensionUri);
    // A tab draws the picture as it is: `currentColor` would be black on a dark theme, too.
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
        this.giveUpQuestions();
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
    // Nobody could cancel the old query any more.
    if (result.id !== this.shown.id && this.isRunning) this.shown.controller.abort();
    if (result.id !== this.shown.id) this.giveUpQuestions();
    this.store.setShown(this.shown.id, false);
    this.store.setShown(result.id, true);
    // The same question once more is still about the same days.
    if (JSON.stringify(result.query) !== JSON.stringify(this.shown.query)) this.overlays = [];
    this.shown = result;
    this.integrity = null;
    this.panel.title = plainLabel(resultTitle(result, this.timeZone), 100);
    this.changed();
  }

  /** Draws another result into the chart, in the place of itself where it is there already. */
  overlay(other: OverlaidResult): void {
    this.overlays = [...this.overlays.filter(({ result }) => result !== other.result), other];
    this.sendState();
  }

  private removeOverlay(id: string): void {
    const kept = this.overlays.filter(({ result }) => result !== id);
    if (kept.length === this.overlays.length) return;
    this.overlays = kept;
    this.sendState();
  }

  reveal(view?: View): void {
    this.panel.reveal();
    if (view === undefined) return;
    if (this.isReady && this.panel.visible) this.post({ kind: 'show', view });
    else this.pendingView = view;
  }

  private post(message: Body<ToView>): void {
    // Who closes a tab does not wait for its answers; a view that is gone throws at every touch.
    if (this.isClosed) return;
    void this.panel.webview.postMessage({ version: protocolVersion, ...message });
  }

  private changed(): void {
    const { id, progress, table } = this.shown;
    const news = `${id} ${progress.kind} ${table.rows > 0}`;
    const delay = news === this.lastNews && this.isRunning ? this.stateEvery() : 0;
    // The first rows do not wait for their turn.
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
      // The tab may show another result by now.
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
    this.handle(read);
  }

  private handle(message: FromView): void {
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        this.sendState();
        if (this.pendingView) this.post({ kind: 'show', view: this.pendingView });
        this.pendingView = undefined;
        return;
      case 'ask':
        void this.answer(message.ask, message.asked);
        return;
      case 'act':
        this.take(message.action);
    }
  }

  private take(action: ViewAction): void {
    if (action.kind === 'cancel') this.shown.controller.abort();
    else if (action.kind === 'removeFromChart') this.removeOverlay(action.result);
    else if (action.kind === 'timeZone') this.showZone(action.zone);
    else if (action.kind === 'otherZone') void pickTimeZone().then((zone) => this.showZone(zone));
    else if (action.kind === 'columns') {
      this.columnChoices.remember(tableOf(this.shown), action.choice);
    } else this.act(action, this.shown);
  }

  /** Without a zone, or with one that there is not, the switch of the view goes back to what it was. */
  private showZone(zone: string | undefined): void {
    if (zone !== undefined && isTimeZone(zone)) this.timeZone = zone;
    this.sendState();
  }

  private async answer(ask: number, question: Question): Promise<void> {
    try {
      const answer = await this.ask(question);
      this.post({ kind: 'answer', ask, answer });
    } catch (error) {
      const message = errorText(error);
      this.post({ kind: 'refusal', ask, message });
    }
  }

  /** Aborted by the next question of the kind that is about something else. */
  private superseded(kind: Supersedable, ...subject: unknown[]): AbortSignal {
    const about = JSON.stringify(subject);
    const before = this.underWay.get(kind);
    if (before?.about === about) return before.stop.signal;
    before?.stop.abort();
    const stop = new AbortController();
    this.underWay.set(kind, { about, stop });
    return stop.signal;
  }

  private giveUpQuestions(): void {
    for (const { stop } of this.underWay.values()) stop.abort();
    this.underWay.clear();
  }

  private ask(asked: Question) {
    const { id, query, startedEpochMs } = this.shown;
    const against = { asked: askedOf(query, startedEpochMs) };
    switch (asked.kind) {
      case 'rows': {
        // Pages of one order are all wanted; whoever scrolls in another waits for the old one no longer.
        const { sort, filter, finding } = asked.question;
        const signal = this.superseded('rows', sort, filter, finding);
        const question = { ...asked.question, ...against };
        return this.store.ask(id, 'page', question, { signal });
      }
      case 'gaps':
        return this.store.ask(id, 'gaps', { ...asked.question, ...against });
      case 'chart': {
        const signal = this.superseded('chart', asked.question);
        const about = { plan: query.dataset.chart, with: this.overlays, ...against };
        const question = { ...asked.question, ...about };
        return this.store.ask(id, 'chart', question, { signal });
      }
      case 'find':
      case 'findCount':
      case 'figures': {
        const signal = this.superseded(asked.kind, asked.question);
        return this.store.ask(id, asked.kind, { ...asked.question, ...against }, { signal });
      }
      case 'values': {
        const signal = this.superseded('values', asked.question);
        return this.store.ask(id, 'values', asked.question, { signal });
      }
      case 'record':
        return this.store.ask(id, 'record', asked.question);
      case 'json':
        return this.store.ask(id, 'json', asked.question);
      case 'jsonFind': {
        const signal = this.superseded('jsonFind', asked.question);
        return this.store.ask(id, 'jsonFind', asked.question, { signal });
      }
    }
  }
}
