import * as vscode from 'vscode';
import {
  queryUntilPublished,
  beginWaiting,
  hasRequestedData,
  mayBePublished,
  type Received,
  type Waiting,
} from '../../engine/query/whenPublished';
import { shortfallsOf } from '../../market/integrity/shortfalls';
import { readQuery, type Query } from '../../market/query/query';
import { keyOfQuery } from '../../market/query/sameQuery';
import { outcomeTitle } from '../../request/outcome';
import { isReceivedWhole, type Result, type ResultSummary } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/store/resultStore';
import { formatCount } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { FailureWithNext, showingFailure } from '../shell/failureMessages';
import type { StoredValues } from '../shell/storedValues';
import { settings } from '../shell/settings';
import { showInformation, showWarning } from '../shell/shownMessages';
import { keepWaits, keptWaits } from './keptWaits';
import type { Queries, ShowResult } from './queries';
import { waitStateOf, WaitingItem, type ShownWait } from './waitingItem';

/** How many queries of a window may wait at the same time. */
const mostWaits = 5;

/** Timers stand still while the machine sleeps, so the clock is read at least this often. */
const longestSleepMs = 15_000;

/** Shows results, and brings their tabs to the front. */
export interface WaitingTabs {
  readonly show: ShowResult;
  readonly open: (result: Result) => void;
  /** Shows the result in a tab with an earlier response to the same query; returns whether there is one. */
  readonly fill: (result: Result) => boolean;
}

/** For whom a query waits. */
interface For {
  readonly by: 'person' | 'file' | 'command';
  /** Whether a tab shows the result. A person gets a message instead, from which it can be opened. */
  readonly show: boolean;
}

interface Wait {
  readonly query: Query;
  readonly connection: string;
  readonly controller: AbortController;
  waiting: Waiting;
  by: For['by'];
  show: boolean;
  isAsking: boolean;
  lacks: readonly string[];
  /** The id of the last result. */
  last: string | undefined;
  /** How many programs wait for it. */
  callers: number;
}

interface Begun {
  readonly wait: Wait;
  readonly ended: Promise<ResultSummary>;
}

interface Got extends Received {
  readonly summary: ResultSummary;
  readonly lacks: readonly string[];
}

type Subject = Pick<Result, 'query' | 'connection'>;

const isPersons = ({ by }: Wait) => by !== 'command';

const keyOf = ({ query, connection }: Subject) => `${connection} ${keyOfQuery(query)}`;

/** Queries that wait until their data is published. One that a person began survives a reload of the window. */
export class PublicationWaits {
  private readonly waits = new Map<string, Begun>();
  private readonly item = new WaitingItem();
  private readonly listeners = new Set<() => void>();
  private isOver = false;

  constructor(
    private readonly store: ResultStore,
    private readonly queries: Pick<Queries, 'send'>,
    private readonly stored: StoredValues,
    private readonly tabs: WaitingTabs,
  ) {}

  /** Calls the listener whenever a query begins, goes on, or ends to wait. Returns a function that stops. */
  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** When the query is sent next, in epoch milliseconds; `undefined` if it doesn't wait. */
  nextRequest(of: Subject): number | undefined {
    return this.waits.get(keyOf(of))?.wait.waiting.next;
  }

  /** Continues the queries that a person left waiting in this window, unless their day is over. */
  restore(): void {
    for (const kept of keptWaits(this.stored)) {
      const read = readQuery(kept.dataset, kept.parameters, Date.now(), 'UTC');
      if (!('query' in read) || !mayBePublished(read.query, Date.now())) continue;
      const { connection, by, since, tries, next } = kept;
      const subject = { query: read.query, connection };
      if (this.waits.has(keyOf(subject)) || this.waits.size >= mostWaits) continue;
      void showingFailure(() => this.begin(subject, { by, show: false }, { since, tries, next }).ended);
    }
    this.changed();
  }

  /**
   * Resolves with the summary of the first response that holds what was asked, or of the last one. A query that
   * waits already isn't sent twice. Aborting the signal ends the wait of a program. Rejects with an `Error` ready
   * to display if the query can't wait.
   */
  async wait(subject: Subject, given: For, signal?: AbortSignal): Promise<ResultSummary> {
    const { wait, ended } = this.waits.get(keyOf(subject)) ?? this.beginAnother(subject, given);
    // Others may wait for the same: what a person waits for is told and kept, whoever was first.
    if (given.by !== 'command') wait.by = given.by;
    wait.show ||= given.show;
    this.changed();
    return signal ? this.untilAborted(wait, ended, signal) : ended;
  }

  private async untilAborted(
    wait: Wait,
    ended: Promise<ResultSummary>,
    signal: AbortSignal,
  ): Promise<ResultSummary> {
    wait.callers += 1;
    const listening = new AbortController();
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true, signal: listening.signal });
    });
    try {
      const summary = await Promise.race([ended, aborted]);
      if (summary) return summary;
      wait.callers -= 1;
      if (wait.callers === 0 && !isPersons(wait)) wait.controller.abort();
      // Nothing is sent any more, so it ends as canceled.
      return await this.queries.send(wait.query, wait.connection, { by: null, show: false, signal });
    } finally {
      listening.abort();
    }
  }

  /** Ends the wait for this query, if there is one. */
  cancel(subject: Subject): void {
    this.waits.get(keyOf(subject))?.wait.controller.abort();
  }

  /** Ends the wait for the query that the person selects. */
  async promptToCancel(): Promise<void> {
    const items = [...this.waits.values()].map(({ wait }) => {
      const shown = shownOf(wait);
      return { label: `$(close) ${plainLabel(shown.title, 100)}`, description: waitStateOf(shown), wait };
    });
    if (items.length === 0) {
      void showInformation(vscode.l10n.t('No queries are waiting until their data is published.'));
      return;
    }
    const placeHolder = vscode.l10n.t('Select a query to cancel');
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    chosen?.wait.controller.abort();
  }

  /** Ends with the session. What a person began is still in memory. */
  dispose(): void {
    this.isOver = true;
    for (const { wait } of this.waits.values()) wait.controller.abort();
    this.item.dispose();
  }

  private beginAnother(subject: Subject, given: For): Begun {
    const waiting = beginWaiting(subject.query, Date.now());
    if (this.waits.size < mostWaits) return this.begin(subject, given, waiting);
    const message = vscode.l10n.t(
      '{0} queries are already waiting until their data is published. Cancel one of them first.',
      formatCount(mostWaits),
    );
    throw new FailureWithNext(message, [
      { label: vscode.l10n.t('Select Query to Cancel…'), take: () => this.promptToCancel() },
    ]);
  }

  private begin({ query, connection }: Subject, given: For, waiting: Waiting): Begun {
    const wait: Wait = {
      ...given,
      query,
      connection,
      waiting,
      controller: new AbortController(),
      isAsking: false,
      lacks: [],
      last: undefined,
      callers: 0,
    };
    const ended = this.carryOut(wait).finally(() => {
      this.waits.delete(keyOf(wait));
      this.changed();
    });
    const begun = { wait, ended };
    this.waits.set(keyOf(wait), begun);
    return begun;
  }

  private async carryOut(wait: Wait): Promise<ResultSummary> {
    const { signal } = wait.controller;
    const got = await queryUntilPublished(wait.query, wait.waiting, {
      sleepUntil: (epochMs) => sleepUntil(epochMs, signal),
      ask: () => this.ask(wait),
      onChange: (waiting, { lacks }) => {
        Object.assign(wait, { waiting, lacks, isAsking: false });
        this.changed();
      },
    });
    if (got.outcome.kind !== 'cancelled' && !this.isOver) this.tell(wait, got);
    return got.summary;
  }

  private async ask(wait: Wait): Promise<Got> {
    // Nothing may start again while the session ends.
    if (this.isOver) return new Promise(() => undefined);
    wait.isAsking = true;
    this.changed();
    const { signal } = wait.controller;
    const summary = await this.queries.send(wait.query, wait.connection, { by: null, show: false, signal });
    if (wait.last !== undefined) this.store.forget(wait.last);
    wait.last = summary.id;
    const result = this.store.get(summary.id);
    const { rows } = result.table;
    const findings = rows === 0 ? [] : await this.store.ask(summary.id, 'integrity', {}).catch(() => null);
    return {
      summary,
      outcome: { ...summary, kind: summary.outcome },
      isThere: hasRequestedData({ isWhole: isReceivedWhole(result), rows, findings }),
      lacks: shortfallsOf(findings ?? []),
    };
  }

  /** Makes the last result one that was asked for, and says what it is. */
  private tell(wait: Wait, { summary, outcome, isThere, lacks }: Got): void {
    const result = this.store.get(summary.id);
    this.store.change(result, { by: wait.by, onBehalf: false });
    const isFilled = this.tabs.fill(result);
    if (wait.show && !isFilled) void showingFailure(() => this.tabs.show(result));
    if (!isPersons(wait)) return;
    const title = plainLabel(titleOf(result, settings.timeZone()));
    const show = vscode.l10n.t('Show');
    const reason = lacks.length > 0 ? lacks.join(', ') : outcomeTitle(outcome, result.table.rows > 0);
    const told = isThere
      ? showInformation(vscode.l10n.t('Published: {0}', title), show)
      : showWarning(
          vscode.l10n.t('No longer waiting for {0}. Last response: {1}', title, plainLabel(reason)),
          show,
        );
    void showingFailure(async () => {
      if ((await told) === show) this.tabs.open(result);
    });
  }

  private changed(): void {
    if (this.isOver) return;
    const waits = [...this.waits.values()].map(({ wait }) => wait);
    const kept = waits.flatMap(({ query: { dataset, parameters }, connection, by, waiting }) =>
      by === 'command' ? [] : [{ dataset: dataset.id, parameters, connection, by, ...waiting }],
    );
    keepWaits(this.stored, kept);
    this.item.show(waits.filter((wait) => wait.show || isPersons(wait)).map(shownOf));
    for (const listener of this.listeners) listener();
  }
}

const shownOf = ({ query, connection, waiting, isAsking, lacks }: Wait): ShownWait => ({
  title: titleOf({ query, connection, startedEpochMs: waiting.since }, settings.timeZone()),
  next: waiting.next,
  isAsking,
  lacks,
});

/** Resolves when the clock has reached this time, or when the signal is aborted. */
async function sleepUntil(epochMs: number, signal: AbortSignal): Promise<void> {
  for (let rest = epochMs - Date.now(); rest > 0 && !signal.aborted; rest = epochMs - Date.now()) {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(rest, longestSleepMs));
      signal.addEventListener('abort', wake);
    });
  }
}
