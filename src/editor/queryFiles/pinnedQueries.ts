import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { queryKey } from '../../market/query/sameQuery';
import type { FileQuery } from '../../queryFiles/queryFile';
import { withFingerprint } from '../../queryFiles/edits';
import { readQueryFile } from '../../queryFiles/readQueryFile';
import { isWholeAnswer } from '../../results/comparedResults';
import type { ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { Comparisons } from '../compare/comparisons';
import type { Queries } from '../query/queries';
import { plainLabel } from '../shell/plainLabel';
import { changeQueryFile } from './queryFileChange';
import { askableQuery, type AskableQuery, type QuerySource } from './queryFileSource';

/** The history, as far as pinned responses are concerned. Rejects with an `Error` fit to be shown. */
export interface PinnedResponses {
  /** Keeps the response of a result for as long as it's pinned, and remembers its fingerprint. */
  pin(result: string, fingerprint: string): Promise<void>;
  /** The result with the pinned response that has this fingerprint, read again if needed; `undefined` if it's gone. */
  withFingerprint(fingerprint: string): Promise<string | undefined>;
  /** The result with the newest complete response to the query over the connection; `undefined` if there is none. */
  lastOf(query: Query, connection: string): Promise<string | undefined>;
}

/** Pins what a person relies on, and compares it with what came later. Rejects with an `Error` fit to be shown. */
export class PinnedQueries {
  constructor(
    private readonly store: ResultStore,
    private readonly queries: Queries,
    private readonly comparisons: Pick<Comparisons, 'compareResults'>,
    private readonly pinned: PinnedResponses,
    /** The name of the selected connection. */
    private readonly selected: () => string,
  ) {}

  /**
   * Runs a query, keeps its response pinned in the history, and writes its fingerprint into the file. Only a response
   * with data that was received whole can be pinned. Resolves with the fingerprint; with the signal's reason, it rejects.
   */
  async pin(
    source: QuerySource,
    query: FileQuery,
    { show, signal }: { show: boolean; signal: AbortSignal },
  ): Promise<string> {
    const asked = askableQuery(source, query);
    const summary = await this.send(asked, { show, signal });
    if (summary.outcome !== 'success' || summary.rows === 0) throw notPinned(query, summary);
    const { fingerprint } = await this.store.ask(summary.id, 'fingerprint', {}, { signal });
    signal.throwIfAborted();
    await this.pinned.pin(summary.id, fingerprint);
    await changeQueryFile(source.uri, (text) => {
      refuseChanged(source, query, text);
      return withFingerprint(text, query.name, fingerprint);
    });
    return fingerprint;
  }

  private send(
    { query, connection }: AskableQuery,
    { show, signal }: { show: boolean; signal: AbortSignal },
  ): Promise<ResultSummary> {
    return this.queries.send(query, connection, { by: 'file', show, mayReplace: show, signal });
  }

  /** Compares the response that a query is pinned to with a later result, by default a new one, and shows it. */
  async compareThenWithNow(
    source: QuerySource,
    query: FileQuery,
    later: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const fingerprint = query.expect?.fingerprint;
    const name = plainLabel(query.name, 60);
    if (fingerprint === undefined) {
      throw new Error(vscode.l10n.t('"{0}" isn\'t pinned, so there is nothing to compare with.', name));
    }
    const then = await this.pinned.withFingerprint(fingerprint);
    if (then === undefined) {
      throw new Error(
        vscode.l10n.t(
          'The response that "{0}" was pinned to is no longer in the history of this machine. Pin the query again to rely on the current response.',
          name,
        ),
      );
    }
    const asked = askableQuery(source, query);
    const now = later !== undefined && this.store.find(later) ? later : await this.newest(asked, signal);
    await this.comparisons.compareResults(this.store.get(then), this.store.get(now));
  }

  /** Runs a query and compares its previous response with the new one, and shows it. */
  async compareWithLast(source: QuerySource, query: FileQuery, signal: AbortSignal): Promise<void> {
    const asked = askableQuery(source, query);
    const connection = asked.connection ?? this.selected();
    const last =
      this.lastInMemory(asked.query, connection) ?? (await this.pinned.lastOf(asked.query, connection));
    if (last === undefined) {
      throw new Error(
        vscode.l10n.t(
          'There is no earlier response to "{0}" on this machine. Run the query, and compare later.',
          plainLabel(query.name, 60),
        ),
      );
    }
    const now = await this.newest(asked, signal);
    await this.comparisons.compareResults(this.store.get(last), this.store.get(now));
  }

  private async newest(asked: AskableQuery, signal: AbortSignal): Promise<string> {
    const { id } = await this.send(asked, { show: false, signal });
    signal.throwIfAborted();
    return id;
  }

  private lastInMemory(query: Query, connection: string): string | undefined {
    const keyOf = ({ dataset, parameters }: Query) => queryKey(dataset, Object.entries(parameters));
    const key = keyOf(query);
    return this.store.offered
      .filter((each) => each.connection === connection && !each.file && isWholeAnswer(each))
      .filter((each) => keyOf(each.query) === key)
      .at(-1)?.id;
  }
}

/** Throws an `Error` if the file's query isn't what was sent any longer: the fingerprint would be that of another one. */
function refuseChanged(source: QuerySource, sent: FileQuery, text: string): void {
  const file = readQueryFile(text);
  const query = file.queries.find(({ name }) => name === sent.name);
  const asksFor = (each: FileQuery | undefined, timeZone: string) =>
    each &&
    JSON.stringify([each.dataset?.id, Object.entries(each.parameters).sort(), each.connection, timeZone]);
  if (asksFor(query, file.timeZone) === asksFor(sent, source.file.timeZone)) return;
  throw new Error(
    vscode.l10n.t(
      '"{0}" was changed in {1} while it ran, so its fingerprint was not written. Pin it again.',
      plainLabel(sent.name, 60),
      source.name,
    ),
  );
}

function notPinned({ name }: FileQuery, { outcome, message, rows }: ResultSummary): Error {
  const label = plainLabel(name, 60);
  if (outcome === 'noData' || (outcome === 'success' && rows === 0)) {
    return new Error(vscode.l10n.t('"{0}" can\'t be pinned: the response contains no data.', label));
  }
  return new Error(
    message === undefined
      ? vscode.l10n.t('"{0}" can\'t be pinned: the response was not received whole ({1}).', label, outcome)
      : vscode.l10n.t('"{0}" can\'t be pinned ({1}): {2}', label, outcome, plainLabel(message)),
  );
}
