import * as vscode from 'vscode';
import { noPricesOfStatus } from '../../market/query/priceStatus';
import { isWholeAnswer, resultTitle } from '../../results/comparedResults';
import { isEmptyAnswer, type Result } from '../../results/result';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';

/**
 * Throws an `Error` fit to be shown where what came of a query asked on the way to something else is
 * of no use for it. It says which one: nobody saw it run.
 */
export function requireWhole(result: Result): void {
  if (isWholeAnswer(result)) return;
  const missing = isEmptyAnswer(result) ? noPricesOfStatus(result.query) : null;
  if (missing !== null) throw new Error(missing);
  const name = plainLabel(resultTitle(result, settings.timeZone()));
  throw new Error(
    result.table.rows > 0
      ? vscode.l10n.t(
          'The answer for {0} did not arrive in full, so it is not used. Try again, or another day.',
          name,
        )
      : vscode.l10n.t(
          'Nothing came for {0}. Try another day; run that query to see what the service says.',
          name,
        ),
  );
}
