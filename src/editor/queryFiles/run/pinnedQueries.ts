import * as vscode from 'vscode';
import type { Query } from '#src/market/query/query';
import { keyOfQuery } from '#src/market/query/sameQuery';
import { isNew } from '#src/protocol/source';
import type { FileQuery } from '#src/queryFiles/queryFile';
import { withFingerprint } from '#src/queryFiles/edit/edits';
import { isSameQuery } from '#src/queryFiles/isSameQuery';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { isWholeResponse } from '#src/results/comparedResults';
import type { Result, ResultSummary } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import type { Comparisons } from '../../compare/comparisons';
import type { QueryHistory } from '../../history/queryHistory';
import type { Queries, Sending } from '../../query/queries';
import { plainLabel } from '#src/text/plainLabel';
import { changeFile } from '../changeFile';
import { askableQuery, type AskableQuery } from '#src/engine/query/querySource';
import type { QueryFileSource } from '../queryFileSource';
import { queryFileUri } from '../queryFileUri';

/** The outcome of pinning. */
interface Pinned {
  readonly fingerprint: string;
  /** Whether the history keeps the response, so that later ones can be compared with it. */
  readonly isKept: boolean;
}

/**
 * Pins the responses of queries, and compares them with later ones. Rejects with an `Error` ready to display.
 */
export class PinnedQueries {
  constructor(
    private readonly store: ResultStore,
    private readonly queries: Queries,
    private readonly comparisons: Pick<Comparisons, 'compareResults'>,
    private readonly history: Pick<QueryHistory, 'pin' | 'entry' | 'spare' | 'pinnedResult' | 'lastResult'>,
    /** The name of the selected connection. */
    private readonly selected: () => string,
  ) {}

  /**
   * Runs a query, pins its response in the history, and writes its fingerprint to the file, which must be in
   * the workspace. Only a complete response with data can be pinned. The fingerprint is written even if the
   * history can't keep the response; if it can't be written, the response isn't pinned. `mayPin` decides whether
   * the response is pinned; if not, resolves with `undefined`. Rejects with an `Error` ready to display, or with
   * the signal's reason.
   */
  async pin(
    source: QueryFileSource,
    query: FileQuery,
    {
      show,
      signal,
      mayPin,
    }: { show: boolean; signal: AbortSignal; mayPin?: (result: Result) => Promise<boolean> },
  ): Promise<Pinned | undefined> {
    const asked = askableQuery(source, query);
    const uri = await queryFileUri(source.uri);
    let endSparing: () => void = () => undefined;
    try {
      const summary = await this.send(asked, {
        show,
        signal,
        // Until it is pinned, the response could be removed to make room for others.
        onBegun: ({ id }) => {
          endSparing = this.history.spare(id);
        },
      });
      if (summary.outcome !== 'success' || summary.rows === 0) throw notPinnedError(query, summary);
      const { id } = summary;
      if (mayPin && !(await mayPin(this.store.get(id)))) return undefined;
      const { fingerprint } = await this.store.ask(id, 'fingerprint', {}, { signal });
      signal.throwIfAborted();
      // The person may have pinned it in the meantime.
      const wasPinned = (await this.history.entry(id))?.isPinned;
      await this.history.pin({ id, pinned: true }, fingerprint);
      const withPin = (text = '') => {
        refuseChanged(source, query, text);
        return withFingerprint(text, query.name, fingerprint);
      };
      try {
        const isKept = (await this.history.entry(id))?.sha256 !== undefined;
        await changeFile(uri, withPin, { savesUnsaved: true });
        return { fingerprint, isKept };
      } catch (error) {
        // The reason why the file couldn't be changed matters more.
        if (!wasPinned) await this.history.pin({ id, pinned: false }).catch(() => undefined);
        throw error;
      }
    } finally {
      endSparing();
    }
  }

  private send(
    { query, connection }: AskableQuery,
    sending: Pick<Sending, 'show' | 'signal' | 'onBegun'>,
  ): Promise<ResultSummary> {
    return this.queries.send(query, connection, { ...sending, by: 'file', mayReplace: sending.show });
  }

  /**
   * Compares a query's pinned response with a later result, by default a new one, and shows the comparison.
   */
  async compareThenWithNow(
    source: QueryFileSource,
    query: FileQuery,
    later: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const fingerprint = query.expect?.fingerprint;
    const name = plainLabel(query.name, 60);
    if (fingerprint === undefined) {
      throw new Error(vscode.l10n.t('"{0}" isn\'t pinned, so there is nothing to compare it with.', name));
    }
    const kept = later === undefined ? undefined : this.store.find(later);
    const open = () => this.history.pinnedResult(fingerprint);
    const then = await (kept ? this.store.whileKeeping(kept, open) : open());
    if (then === undefined) {
      throw new Error(
        vscode.l10n.t(
          '"{0}" is pinned to a response that is no longer in the history on this machine. Pin the query again to rely on the current response.',
          name,
        ),
      );
    }
    const asked = askableQuery(source, query);
    await this.store.whileKeeping(then, async () =>
      this.comparisons.compareResults(then, kept ?? (await this.newest(asked, signal))),
    );
  }

  /** Runs a query, compares its previous response with the new one, and shows the comparison. */
  async compareWithLast(source: QueryFileSource, query: FileQuery, signal: AbortSignal): Promise<void> {
    const asked = askableQuery(source, query);
    const connection = asked.connection ?? this.selected();
    const last =
      this.lastInMemory(asked.query, connection) ?? (await this.history.lastResult(asked.query, connection));
    if (last === undefined) {
      throw new Error(
        vscode.l10n.t(
          'There is no earlier response to "{0}" on this machine. Run the query now, and compare its responses later.',
          plainLabel(query.name, 60),
        ),
      );
    }
    await this.store.whileKeeping(last, async () =>
      this.comparisons.compareResults(last, await this.newest(asked, signal)),
    );
  }

  private async newest(asked: AskableQuery, signal: AbortSignal): Promise<Result> {
    const { id } = await this.send(asked, { show: false, signal });
    signal.throwIfAborted();
    return this.store.get(id);
  }

  /**
   * The newest complete result of the query in memory, without those reopened from the history, which are
   * older than they seem.
   */
  private lastInMemory(query: Query, connection: string): Result | undefined {
    const key = keyOfQuery(query);
    return this.store.offered
      .filter((each) => each.connection === connection && isNew(each.source))
      .filter((each) => isWholeResponse(each) && keyOfQuery(each.query) === key)
      .at(-1);
  }
}

/**
 * Throws an `Error` if the query in the file is no longer the one that was sent: the fingerprint would not be
 * its own.
 */
function refuseChanged(source: QueryFileSource, sent: FileQuery, text: string): void {
  if (isSameQuery(sent, source.file, readQueryFile(text))) return;
  throw new Error(
    vscode.l10n.t(
      '"{0}" was changed in {1} while it ran, so its fingerprint wasn\'t written. Pin the query again.',
      plainLabel(sent.name, 60),
      source.name,
    ),
  );
}

function notPinnedError({ name }: FileQuery, { outcome, message, rows }: ResultSummary): Error {
  const label = plainLabel(name, 60);
  if (outcome === 'noData' || (outcome === 'success' && rows === 0)) {
    return new Error(vscode.l10n.t('"{0}" can\'t be pinned: the response contains no data.', label));
  }
  return new Error(
    message === undefined
      ? vscode.l10n.t('"{0}" can\'t be pinned: the response wasn\'t received in full ({1}).', label, outcome)
      : vscode.l10n.t('"{0}" can\'t be pinned ({1}): {2}', label, outcome, plainLabel(message)),
  );
}
