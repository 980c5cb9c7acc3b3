import * as l10n from '@vscode/l10n';
import type { Query } from '../../market/query/query';
import { periodOf } from '../../market/query/queryPeriod';
import { queryOfFile } from '../../queryFiles/queryOfFile';
import type { FileQuery } from '../../queryFiles/queryFile';
import type { FileProblem } from '../../queryFiles/problems';
import { dueText } from './dueText';
import { checksOf, unsentCheck, withheldCheck, type Check } from '../../results/checks/checks';
import { factsFor } from '../../results/checks/responseFacts';
import type { Outcome } from '../../request/outcome';
import { retryAdvice } from '../../request/retryWait';
import type { Progress, Result, ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { errorText } from '../../text/errorText';
import { lineOfSpan, problemsText, queryNamed, refuseProblems, type QuerySource } from '../query/querySource';

/** The checks of one query. */
export interface CheckedQuery {
  readonly query: string;
  /** From 1. */
  readonly line: number;
  /** Empty if the query has no `expect`; it is then not sent. */
  readonly checks: readonly Check[];
  /** The result with the response, if the query was sent. */
  readonly result?: string;
  /** Duration from sending the query to its last check; 0 if it wasn't sent. */
  readonly milliseconds: number;
}

/** The checks of a file. */
export interface CheckedFile {
  /** In the file's order. */
  readonly queries: readonly CheckedQuery[];
  /** Those of all queries. */
  readonly checks: readonly Check[];
}

/** The progress of a query in a run. */
export type QueryStep =
  | { readonly kind: 'begun' }
  /** The service is busy, so the queries after this one wait, too. */
  | Extract<Progress, { kind: 'waiting' }>
  | { readonly kind: 'receiving'; readonly rows: number }
  | { readonly kind: 'ended'; readonly checked: CheckedQuery };

/** What is called while a file is checked. */
export interface Checking {
  /**
   * Once aborted, no more queries are sent, the one in progress ends, and `check` rejects with the reason.
   */
  readonly signal?: AbortSignal;
  /** Called for one query after the other, in file order. */
  readonly onQuery?: (query: FileQuery, step: QueryStep) => void;
  /** Shared by the files of one run. If left out, the file is its own run. */
  readonly busy?: OutcomesOfBusy;
  /** Whether failed checks of a result say nothing of it but that they failed. If left out, all say how. */
  readonly withholds?: (result: Result) => boolean;
}

/** Sends queries without prompts and without opening tabs. */
export interface QuerySender {
  /**
   * Over the connection of this name or, without one, over the one that is selected. Aborting the signal ends
   * the query. Rejects with an `Error` ready to display if there is no such connection.
   */
  send(
    query: Query,
    connection: string | undefined,
    how: {
      readonly by: 'file';
      readonly show: false;
      readonly signal: AbortSignal;
      /** Called with the new result, before anything is sent. */
      readonly onBegun: (result: Result) => void;
    },
  ): Promise<ResultSummary>;
}

/** The responses of services that were too busy for a query of this run, by connection name. */
export type OutcomesOfBusy = Map<string, Outcome>;

/** Checks the queries of a file one after the other, without prompts and without opening tabs. */
export class QueryChecks {
  constructor(
    private readonly store: ResultStore,
    private readonly sender: QuerySender,
    /** The name of the connection of queries that name none. */
    private readonly selected: () => string,
  ) {}

  /**
   * Checks the queries with these names, or all queries of the file. A query that can't be sent gets one
   * failed check named `query`, and so do the remaining queries to a service that was too busy for one of
   * them. Rejects with an `Error` ready to display if the file has no query of a name.
   */
  async checkSource(
    source: QuerySource,
    names: readonly string[] | undefined,
    how: Checking,
  ): Promise<CheckedFile> {
    const { file } = source;
    const chosen = names ? names.map((name) => queryNamed(source, name)) : file.queries;
    // With no query, there is none to report the file's problems at.
    if (chosen.length === 0) refuseProblems(source, file.problems);
    // Checked once, not for each query: a file can have thousands.
    const refusal = file.problems.length > 0 ? reasonOf(source, file.problems) : undefined;
    const queries: CheckedQuery[] = [];
    const busy: OutcomesOfBusy = how.busy ?? new Map<string, Outcome>();
    for (const query of chosen) {
      how.signal?.throwIfAborted();
      how.onQuery?.(query, { kind: 'begun' });
      const checked = refusal
        ? unsent(source, query, refusal)
        : await this.checkQuery(source, query, how, busy);
      queries.push(checked);
      how.onQuery?.(query, { kind: 'ended', checked });
    }
    return { queries, checks: queries.flatMap(({ checks }) => checks) };
  }

  /** The checks of a result of the query; none if the query has no `expect`. */
  async checksOfResult(
    source: QuerySource,
    query: FileQuery,
    result: Result,
    { signal, withholds }: Pick<Checking, 'withholds'> & { readonly signal: AbortSignal },
  ): Promise<readonly Check[]> {
    if (!query.expect) return [];
    const lineOf = (path: string) =>
      lineOfSpan(source, query.spans.get(path) ?? query.spans.get('expect') ?? query.nameSpan);
    const facts = await factsFor(this.store, result, query.expect, signal);
    const { timeZone } = source.file;
    const period = periodOf(result.query);
    // Of a period that has begun to be published, an empty response has another reason.
    const begun = period && { start: period.start, end: period.start + 1 };
    const due = begun ? dueText(result.query.dataset, begun, timeZone, Date.now()) : '';
    const checks = checksOf(query, facts, timeZone, lineOf, due);
    return withholds?.(result) ? checks.map(withheldCheck) : checks;
  }

  private async checkQuery(
    source: QuerySource,
    query: FileQuery,
    how: Checking,
    busy: OutcomesOfBusy,
  ): Promise<CheckedQuery> {
    const { file } = source;
    const asked = queryOfFile(query, file.timeZone, Date.now());
    if ('problems' in asked) return unsent(source, query, reasonOf(source, asked.problems));
    if (!query.expect) return unsent(source, query);
    const failed = (message: string) => {
      const where = query.spans.get('connection') ?? query.nameSpan;
      return unsent(source, query, { line: lineOfSpan(source, where), message });
    };
    const connection = query.connection ?? this.selected();
    // A service that was too busy isn't sent the remaining queries. The next run tries again.
    const refusal = busy.get(connection);
    if (refusal) return failed(busyText(connection, refusal));

    const startedMs = performance.now();
    const { signal = new AbortController().signal } = how;
    let stopWatching: () => void = () => undefined;
    try {
      const { id } = await this.sender.send(asked.query, query.connection, {
        by: 'file',
        show: false,
        signal,
        onBegun: (begun) => {
          stopWatching = tellProgress(this.store, begun, (step) => how.onQuery?.(query, step));
        },
      });
      signal.throwIfAborted();
      const result = this.store.get(id);
      const { progress } = result;
      if (progress.kind === 'ended' && progress.outcome.kind === 'tooManyRequests') {
        busy.set(connection, progress.outcome);
      }
      const checks = await this.checksOfResult(source, query, result, { ...how, signal });
      return { ...unsent(source, query), checks, result: id, milliseconds: performance.now() - startedMs };
    } catch (error) {
      signal.throwIfAborted();
      return failed(errorText(error));
    } finally {
      stopWatching();
    }
  }
}

/** Why a query can't be sent, and the line of that problem. */
interface Reason {
  readonly line: number;
  readonly message: string;
}

/** All problems, at the line of the first one. */
const reasonOf = (source: QuerySource, problems: readonly FileProblem[]): Reason => ({
  line: lineOfSpan(source, problems[0] ?? { start: 0, end: 0 }),
  message: problemsText(source, problems),
});

/** A query that isn't sent, because of a problem or because it has no `expect`. */
const unsent = (source: QuerySource, { name, nameSpan }: FileQuery, reason?: Reason): CheckedQuery => ({
  query: name,
  line: lineOfSpan(source, nameSpan),
  checks: reason ? [unsentCheck(name, reason.line, reason.message)] : [],
  milliseconds: 0,
});

/**
 * Says that a query wasn't sent because the service was too busy for an earlier one, and when to try again.
 */
function busyText(connection: string, { message, retryAfterSeconds }: Outcome): string {
  const words = [
    l10n.t(
      'Not sent, because the service was too busy to run an earlier query on connection "{0}".',
      connection,
    ),
    ...(message === undefined ? [] : [message]),
    retryAdvice(retryAfterSeconds),
  ];
  return words.join(' ');
}

/** Reports the progress of one result. Returns what stops it. */
function tellProgress(store: ResultStore, result: Result, tell: (step: QueryStep) => void): () => void {
  let told = 0;
  return store.onDidChange(({ id, progress, table }) => {
    if (id !== result.id) return;
    if (progress.kind === 'receiving') tell({ kind: 'receiving', rows: table.rows });
    if (progress.kind !== 'waiting' || progress.untilEpochMs === told) return;
    told = progress.untilEpochMs;
    tell(progress);
  });
}
