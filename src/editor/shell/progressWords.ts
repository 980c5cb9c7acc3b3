import * as vscode from 'vscode';
import type { Result } from '../../results/result';
import { formatCounted } from '../../text/l10n';

/** How far a query has come, in a word or two: "96 rows", "failed", "querying…". */
export function progressWords({
  progress,
  table,
}: Pick<Result, 'progress'> & { readonly table: Pick<Result['table'], 'rows'> }): string {
  switch (progress.kind) {
    case 'asking':
    case 'waiting':
      return vscode.l10n.t('querying…');
    case 'receiving':
      return vscode.l10n.t('receiving…');
    case 'gone':
      return vscode.l10n.t('not loaded');
    case 'ended': {
      const { kind } = progress.outcome;
      if (kind === 'success')
        return formatCounted(table.rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]);
      if (kind === 'noData') return vscode.l10n.t('no data');
      if (kind === 'cancelled') return vscode.l10n.t('canceled');
      return table.rows > 0 ? vscode.l10n.t('incomplete') : vscode.l10n.t('failed');
    }
  }
}

/** The word for a query that ended without success; empty for any other. */
export const troubleOf = (result: Result): string =>
  result.progress.kind === 'ended' && result.progress.outcome.kind !== 'success' ? progressWords(result) : '';
