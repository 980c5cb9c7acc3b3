import * as l10n from '@vscode/l10n';
import type { Query } from '../../market/query/query';
import type { Connection } from '../../request/connection';
import type { Outcome } from '../../request/outcome';
import { targetOf } from '../../request/requestTarget';
import type { RetryWait } from '../../request/retryWait';
import { LostResult } from '../../disk/lostResult';
import { outcomeOf, summaryOf, type Result, type ResultSummary, type Runner } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { BodyReply, ClientSettings, MarketClient, MarketRequest } from '../../service/clientTypes';
import { ServiceFailure } from '../../service/failure';
import { errorKind } from '../../text/errorText';
import { carryOut, type CarriedOut } from './carryOut';
import { readAfterDrawing } from './readAfterDrawing';

/** What running queries needs from its surroundings. */
interface QueryRunParts {
  readonly store: ResultStore;
  readonly client: () => Promise<MarketClient>;
  /** Read when a request starts. */
  readonly settings: () => ClientSettings;
  /**
   * Called when a response shows whether the service accepts the connection's sign-in, or if there could be none.
   * Other failures say nothing about it.
   */
  readonly onSignIn?: (connection: Connection, end: SignInEnd) => void;
}

/** Whether the service accepts a sign-in; `failed` if it couldn't say. */
export type SignInEnd = 'accepted' | 'refused' | 'failed';

/** How the requests of a query are sent, and its response is read. */
type HowSent = Partial<Pick<MarketRequest, 'beforeSend'> & Pick<Result, 'isBrief'>> & {
  /** Whether rows are counted instead of kept. */
  readonly isCounted?: boolean;
  /** Called before every wait for a busy service. */
  readonly onWait?: (wait: RetryWait) => void;
};

/** Runs checked queries over given connections, the same for a person, a command, and a script. */
export class QueryRuns {
  constructor(private readonly parts: QueryRunParts) {}

  /** Runs a query; without a runner, on behalf of another action. */
  async run(
    query: Query,
    connection: Connection,
    by: Runner | null,
    how: CarriedOut,
    sent: HowSent = {},
  ): Promise<ResultSummary> {
    const { store } = this.parts;
    const target = targetOf(query, connection);
    const result = store.begin(query, connection.name, connection.baseUrl + target, by, sent.isBrief);
    await carryOut(store, result, how, async (drawn) => {
      // Messages to the editor are sent in a task of their own. Yielding here lets it build the new tab while
      // the query is being sent.
      await new Promise((resolve) => setImmediate(resolve));
      return this.request(result, connection, target, drawn, sent).catch((error: unknown): Outcome => ({
        kind: 'unexpectedError',
        message: l10n.t('The query failed because of an internal error ({0}).', errorKind(error)),
      }));
    });
    return summaryOf(result);
  }

  /**
   * The result of a query that runs on behalf of another action, however it ended. The caller must call
   * `ResultStore.forget` in the end. If the signal is aborted, ends the request and rejects with the signal's
   * reason; if `check` throws, rejects with that. The result is then not kept.
   */
  async runOnBehalf(
    query: Query,
    connection: Connection,
    signal: AbortSignal,
    { check, ...sent }: HowSent & { check?: (result: Result) => void } = {},
  ): Promise<Result> {
    const { store } = this.parts;
    signal.throwIfAborted();
    const { id } = await this.run(query, connection, null, { begun: () => undefined, signal }, sent);
    try {
      signal.throwIfAborted();
      const result = store.get(id);
      check?.(result);
      return result;
    } catch (error) {
      store.forget(id); // nobody will ever show this result
      throw error;
    }
  }

  private async request(
    result: Result,
    connection: Connection,
    target: string,
    drawn: Promise<void>,
    { onWait, beforeSend, isCounted }: HowSent,
  ): Promise<Outcome> {
    const { store, settings, onSignIn } = this.parts;
    const client = await this.parts.client();
    const { signal } = result.controller;
    const reply = await client.ask({
      connection,
      target,
      settings: settings(),
      signal,
      ...(beforeSend && { beforeSend }),
      onWait: (wait, reason) => {
        store.change(result, { progress: { kind: 'waiting', reason, ...wait } });
        onWait?.(wait);
      },
    });
    const firstByteMs = reply.trace.status === null ? 0 : store.elapsed(result);
    const timings = { ...result.timings, firstByteMs };
    if (reply.kind === 'ended') {
      const { outcome, bytes, wireBytes } = reply;
      store.change(result, { request: reply.trace, timings, bytes, wireBytes });
      const isAnswered = reply.trace.status !== null && reply.trace.status !== 401;
      if (outcome.kind === 'unauthorized' && outcome.status !== 403) onSignIn?.(connection, 'refused');
      else if (outcome.isOfSignIn) onSignIn?.(connection, 'failed');
      else if (isAnswered) onSignIn?.(connection, 'accepted');
      return outcome;
    }
    onSignIn?.(connection, 'accepted');
    store.change(result, {
      request: reply.trace,
      timings,
      expectedWireBytes: reply.contentLength,
      progress: { kind: 'receiving' },
    });
    const body = readAfterDrawing(reply.body, drawn, signal);
    return this.receive(result, { ...reply, body }, isCounted);
  }

  private async receive(result: Result, reply: BodyReply, isCounted?: boolean): Promise<Outcome> {
    const { body, charset, encoding, status } = reply;
    try {
      const verdict = await this.parts.store.receive(result, body, encoding, charset, isCounted);
      return { ...outcomeOf(verdict, reply.shown, status), status };
    } catch (error) {
      if (error instanceof ServiceFailure) return { kind: error.kind, status, message: error.message };
      if (error instanceof LostResult) return { kind: 'unexpectedResponse', status, message: error.message };
      throw error;
    }
  }
}
