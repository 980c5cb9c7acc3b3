import type * as vscode from 'vscode';
import type { RowsOfFinding } from '../../../protocol/messages';
import type { Check } from '../../../results/checks/checks';
import type { Runner } from '../../../results/result';
import type { QueryFileSource } from '../queryFileSource';
import type { CheckedFile, Checking, QueryChecks } from '../../../engine/checks/queryChecks';

/**
 * What the workbench does for the Testing view and tasks. It is loaded when the first test or task runs.
 * Every function rejects with an `Error` ready to display.
 */
export interface QueryFileWork {
  /**
   * Checks those queries of the file, as it is now, that still have one of these names. Rejects with an `Error`
   * ready to display if the workspace isn't trusted, if the file can't be read, or if there is no such query.
   */
  check(file: vscode.Uri, names: readonly string[], how: Checking): Promise<CheckedFile>;
  /** For a file whose text must not change between a person's consent and the requests. */
  readonly checkSource: QueryChecks['checkSource'];
  /**
   * Prompts for a sign-in to the connection of this name, or the selected one, if there is none yet. Resolves
   * with `false` if the person canceled.
   */
  ensureSignedIn(connection?: string): Promise<boolean>;
  /** Runs a query and writes the file that its `export` names. Resolves with the written file. */
  export(
    source: QueryFileSource,
    query: string,
    how: { readonly by: Runner; readonly signal: AbortSignal },
  ): Promise<string>;
  /** Opens the result of a check, limited to these rows or with all of them. */
  showRows(check: Check, rows: RowsOfFinding | null): void;
  /** Compares the response that was pinned with the one that a check of its fingerprint is about. */
  compareThenWithNow(check: Check, file: vscode.Uri): Promise<unknown>;
}
