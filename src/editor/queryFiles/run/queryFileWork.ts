import type * as vscode from 'vscode';
import type { RowsOfFinding } from '#src/protocol/messages';
import type { Check } from '#src/results/checks/checks';
import type { CheckedFile, Checking } from '#src/engine/checks/queryChecks';

/**
 * What the workbench does for the Testing view. It is loaded when the first test runs.
 * Every function rejects with an `Error` ready to display.
 */
export interface QueryFileWork {
  /**
   * Checks those queries of the file, as it is now, that still have one of these names. Rejects with an `Error`
   * ready to display if the workspace isn't trusted, if the file can't be read, or if there is no such query.
   */
  check(file: vscode.Uri, names: readonly string[], how: Checking): Promise<CheckedFile>;
  /**
   * Prompts for a sign-in to the connection of this name, or the selected one, if there is none yet. Resolves
   * with `false` if the person canceled.
   */
  ensureSignedIn(connection?: string): Promise<boolean>;
  /** Opens the result of a check, limited to these rows or with all of them. */
  showRows(check: Check, rows: RowsOfFinding | null): void;
  /** Compares the response that was pinned with the one that a check of its fingerprint is about. */
  compareThenWithNow(check: Check, file: vscode.Uri): Promise<unknown>;
}
