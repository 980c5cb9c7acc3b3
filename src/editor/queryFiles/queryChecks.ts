import type * as vscode from 'vscode';
import type { FileQuery } from '../../queryFiles/queryFile';
import type { Check } from '../../results/checks';
import type { Runner } from '../../results/result';

/** What was checked of one query. */
export interface CheckedQuery {
  readonly query: string;
  /** From 1. */
  readonly line: number;
  /** Empty if nothing is expected of the query: it's not sent then. */
  readonly checks: readonly Check[];
  /** The result with the response, if the query was sent. */
  readonly result?: string;
  /** From sending the query to the last check; 0 if it wasn't sent. */
  readonly milliseconds: number;
}

/** What was checked of a file. */
export interface CheckedFile {
  /** In the file's order. */
  readonly queries: readonly CheckedQuery[];
  /** Those of all queries. */
  readonly checks: readonly Check[];
}

/** How far a query of a run has come. */
export type QueryStep =
  | { readonly kind: 'begun' }
  /** The service asked to wait; the queries after this one wait as well. Epoch milliseconds, and the service's words. */
  | { readonly kind: 'waiting'; readonly untilEpochMs: number; readonly reason: string }
  | { readonly kind: 'receiving'; readonly rows: number }
  | { readonly kind: 'ended'; readonly checked: CheckedQuery };

/** For whom a file is checked, and who hears about it. */
export interface Checking {
  readonly by: Runner;
  /** Once aborted, no query is sent any longer, the one in progress ends, and `check` rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Called in the order of the file, for one query after the other. */
  readonly onQuery?: (query: FileQuery, step: QueryStep) => void;
}

/**
 * Checks the queries of a file, one after the other, with one token. Nobody is asked anything, and no tab is opened.
 * The Testing view and tasks reach it through the workbench, as `queryChecks`.
 */
export interface FileChecks {
  /**
   * Checks the queries of these names, or all of the file. A query that can't be sent has one failed check named
   * `query`. Rejects with an `Error` fit to be shown if the workspace isn't trusted, if the file can't be read, or if
   * it has no query of a name.
   */
  check(file: vscode.Uri, names: readonly string[] | undefined, how: Checking): Promise<CheckedFile>;
}
