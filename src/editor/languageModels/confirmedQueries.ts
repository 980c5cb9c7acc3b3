import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import type { Connection } from '../../request/connection';

/** The most inputs that are remembered. Each is shown in a dialog first. */
const mostInputs = 100;

/** What an input means now, as far as a request depends on it: words such as `today` and settings change. */
export interface ConfirmedQuery {
  readonly query: Query;
  readonly connectionName: string;
  /** As configured; `undefined` for the sample service. */
  readonly connection: Connection | undefined;
}

const meaningOf = ({ query, connectionName, connection }: ConfirmedQuery): string =>
  JSON.stringify([query.dataset.id, query.parameters, connectionName, connection ?? null]);

/**
 * Remembers what was shown for confirmation, until the call comes. The editor confirms and calls without a
 * common id, so calls are told apart by their input. Nothing is forgotten after a time: a person may confirm
 * late, and the call would then count as one that needed no confirmation.
 */
export class ConfirmedQueries {
  private readonly shown = new Map<string, { readonly meanings: Set<string>; calls: number }>();

  /** Call when the query is shown. */
  note(input: string, asked: ConfirmedQuery): void {
    const { meanings, calls } = this.shown.get(input) ?? { meanings: new Set(), calls: 0 };
    this.shown.delete(input);
    this.shown.set(input, { meanings: meanings.add(meaningOf(asked)), calls: calls + 1 });
    const [oldest] = this.shown.keys();
    if (this.shown.size > mostInputs && oldest !== undefined) this.shown.delete(oldest);
  }

  /**
   * Call before the query is sent. Throws an `Error` ready to display if something else was shown for the same
   * input. An input that was never shown needed no confirmation.
   */
  take(input: string, asked: ConfirmedQuery): void {
    const shown = this.shown.get(input);
    if (!shown) return;
    shown.calls -= 1;
    const isSame = [...shown.meanings].every((meaning) => meaning === meaningOf(asked));
    if (!isSame || shown.calls === 0) this.shown.delete(input);
    if (isSame) return;
    throw new Error(
      vscode.l10n.t(
        'Nothing was sent: the connection or the period has changed since the query was shown to the user. Call the tool again.',
      ),
    );
  }
}

/** Whether requests are still sent to the addresses that the query was asked for. */
export const isSameConnection = ({ connection }: ConfirmedQuery, now: Connection): boolean =>
  connection === undefined || JSON.stringify(connection) === JSON.stringify(now);
