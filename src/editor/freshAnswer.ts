import * as vscode from 'vscode';
import { isWholeAnswer } from '../results/comparison';
import type { Result } from '../results/result';

/**
 * Throws an `Error` fit to be shown where what came of a query asked on the way to something else is
 * of no use for it. `name` says of which one: nobody saw it run.
 */
export function requireWhole(result: Result, name: string): void {
  if (isWholeAnswer(result)) return;
  throw new Error(
    result.table.rows > 0
      ? vscode.l10n.t('The answer for {0} did not arrive in full, so it is not used. Try again, or another day.', name) // prettier-ignore
      : vscode.l10n.t('Nothing came for {0}. Try another day; run that query to see what the service says.', name), // prettier-ignore
  );
}
