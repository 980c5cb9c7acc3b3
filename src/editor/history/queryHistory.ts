import * as vscode from 'vscode';
import type { History } from '../../history/history';
import type { KeptEntry } from '../../history/historyFolder';
import { DamagedBody } from '../../history/keptBody';
import { entryOf } from '../../history/storedEntry';
import type { Query } from '../../market/query/query';
import { keyOfQuery } from '../../market/query/sameQuery';
import type { OutcomeKind } from '../../request/outcome';
import { queryOfKept } from '../../results/keptResult';
import { LostResult } from '../../disk/lostResult';
import { summaryOf, type Result, type ResultSummary, type Runner } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { notReadMessage } from '../../disk/spool';
import type { ResultPanels } from '../result/resultPanels';
import { errorKind } from '../../text/errorText';
import { plainLabel } from '../../text/plainLabel';

/** A history entry as other extensions get it. Public API: `marketData.history.list` resolves with these. */
interface HistoryEntry {
  /** The id of its result. */
  id: string;
  /** When the service was asked, RFC 3339 in UTC. */
  at: string;
  by: Runner;
  connection: string;
  dataset: string;
  /** As sent: times in RFC 3339 UTC. */
  parameters: Record<string, string>;
  outcome: OutcomeKind;
  /** Rows of the table. */
  rows: number;
  /** Body after decompression. */
  bytes: number;
  /** Whether the response is kept, even if it is incomplete. */
  hasResponse: boolean;
  pinned: boolean;
}

/** A query and its connection, with which it can be run again. */
interface EarlierQuery extends Pick<Result, 'id' | 'connection'> {
  readonly query: Query;
}

/** The queries that were run, and their responses. Rejects with an `Error` ready to display. */
export class QueryHistory {
  /** The ids of the results that were recorded. */
  private readonly recorded = new Set<string>();

  constructor(
    private readonly history: History,
    private readonly store: ResultStore,
    /** The path of the stored body of the result with this id. */
    private readonly bodyPath: (id: string) => string,
    private readonly panels: ResultPanels,
  ) {}

  /**
   * Call for every change of every result. Records the result once it has ended, unless its query ran on
   * behalf of another action.
   */
  note(result: Result): void {
    const { id, progress } = result;
    if (progress.kind !== 'ended' || this.recorded.has(id)) return;
    const entry = entryOf(result, progress.outcome);
    if (!entry) return;
    this.recorded.add(id);
    this.history.record(id, entry, entry.hadBody ? this.bodyPath(id) : undefined);
  }

  /** All entries, newest first. Waits for pending writes. */
  entries(): Promise<KeptEntry[]> {
    return this.history.list();
  }

  /** The same as other extensions get them. */
  async list(): Promise<HistoryEntry[]> {
    return (await this.entries()).map(publicEntry);
  }

  /**
   * The result of an entry, whose response is read again without a request. It's shown if `show`, with
   * `mayReplace` in a tab that nobody has used. Rejects if the response isn't kept.
   */
  async open(id: string, show: boolean, mayReplace = false): Promise<ResultSummary> {
    const result = await this.result(id);
    if (show) this.show(result, mayReplace);
    return summaryOf(result);
  }

  /** Shows an entry to the person, even one without a response as long as its result is in memory. */
  async openForPerson(id: string): Promise<void> {
    const inMemory = this.store.find(id);
    if (inMemory) this.show(inMemory, true);
    else await this.open(id, true, true);
  }

  private show(result: Result, mayReplace: boolean): void {
    if (this.panels.tabOf(result.id)) this.panels.open(result);
    else void this.panels.show(result, { mayReplace });
  }

  /** The result of an entry, from memory or from disk. Rejects if the response isn't kept. */
  async result(id: string): Promise<Result> {
    const entry = await this.find(id);
    if (entry.sha256 === undefined) throw new Error(whyGone(entry));
    const inMemory = this.store.find(id);
    if (inMemory) return inMemory;
    this.store.prepare();
    return this.store
      .reopen(id, async (path) => {
        await this.history.extract(entry, path);
        return { ...entry.stored, source: { kind: 'history' } };
      })
      .catch((error: unknown) => {
        throw new Error(whyUnread(error));
      });
  }

  /** Like `result`, but resolves with `undefined` if the response isn't kept or can't be read. */
  async resultIfKept(id: string): Promise<Result | undefined> {
    return this.result(id).catch(() => undefined);
  }

  /** The query of an entry, with its days as they were entered. */
  async queryOf(id: string): Promise<EarlierQuery> {
    const { stored } = await this.find(id);
    return { id, query: queryOfKept(stored), connection: stored.connection };
  }

  private async find(id: string): Promise<KeptEntry> {
    const entry = await this.entry(id);
    if (entry) return entry;
    throw new Error(
      vscode.l10n.t('Query "{0}" isn\'t in the history. It may have been deleted.', plainLabel(id, 100)),
    );
  }

  /**
   * Pins or unpins an entry. `fingerprint` is noted with the pin; without it, an earlier fingerprint stays.
   */
  async pin({ id, pinned }: { id: string; pinned: boolean }, fingerprint?: string): Promise<void> {
    await this.find(id);
    await this.history.pin(id, pinned, fingerprint).catch(rejectInWords);
  }

  /**
   * Protects the response of a result that is about to be pinned from being removed. Returns a function that
   * ends the protection.
   */
  spare(id: string): () => void {
    return this.history.spare(id);
  }

  /** An entry, `undefined` if there is none. Waits for pending writes. */
  entry(id: string): Promise<KeptEntry | undefined> {
    return this.history.find(id);
  }

  /**
   * The result of the newest entry that was pinned with this fingerprint; `undefined` if there is none.
   * Rejects if its response isn't kept.
   */
  async pinnedResult(fingerprint: string): Promise<Result | undefined> {
    const entry = await this.history.pinnedWith(fingerprint);
    return entry && this.result(entry.id);
  }

  /** The result of a query's last successful run over a connection, among those whose response is kept. */
  async lastResult(query: Query, connection: string): Promise<Result | undefined> {
    const key = keyOfQuery(query);
    const last = (await this.entries()).find(
      ({ stored, sha256 }) =>
        sha256 !== undefined &&
        stored.outcome.kind === 'success' &&
        stored.connection === connection &&
        keyOfQuery(queryOfKept(stored)) === key,
    );
    return last && this.result(last.id);
  }

  /**
   * Removes all entries, or only their responses, including pinned entries and those still being written.
   * Their files are gone when it resolves.
   */
  async clear(responsesOnly = false): Promise<void> {
    await this.history.clear(responsesOnly ? 'responses' : 'everything').catch(rejectInWords);
  }

  /** Removes entries and their responses, even if pinned. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.history.delete(ids).catch(rejectInWords);
  }
}

const publicEntry = ({ id, stored, sha256, isPinned }: KeptEntry): HistoryEntry => ({
  id,
  at: stored.at,
  by: stored.by,
  connection: stored.connection,
  dataset: stored.dataset,
  parameters: { ...stored.parameters },
  outcome: stored.outcome.kind,
  rows: stored.rows,
  bytes: stored.bytes,
  hasResponse: sha256 !== undefined,
  pinned: isPinned,
});

/** Why an entry has no response, and what the person can do. */
const whyGone = ({ stored }: KeptEntry): string =>
  stored.hadBody
    ? vscode.l10n.t(
        'The response is no longer in the history. It may have exceeded the limit of the "{0}" setting. Run the query again.',
        'marketData.historyMegabytes',
      )
    : vscode.l10n.t('This query ended without a response. Run it again.');

function whyUnread(error: unknown): string {
  if (error instanceof DamagedBody) {
    return vscode.l10n.t('The stored response was damaged and has been removed. Run the query again.');
  }
  return error instanceof LostResult ? error.message : notReadMessage(error);
}

/** The error's code, without a path. */
function rejectInWords(error: unknown): never {
  throw new Error(vscode.l10n.t("The history couldn't be changed ({0}).", errorKind(error)));
}
