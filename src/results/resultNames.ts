import * as l10n from '@vscode/l10n';
import { resultTitles, type RunQuery } from '../market/query/resultLabels';
import { formatCounted } from '../text/l10n';
import { versusLabel } from './comparedResults';
import type { Result } from './result';

type Named = Pick<Result, 'query' | 'connection' | 'startedEpochMs' | 'comparison'>;

const runOf = ({ query, connection, startedEpochMs, comparison }: Named): RunQuery => ({
  query,
  connection,
  startedEpochMs,
  ...(comparison && { versus: versusLabel(comparison) }),
});

/** What the results are called in a list, where each can be told from the others. Times are in `zone`. */
export const titlesOf = (results: readonly Named[], zone: string): string[] =>
  resultTitles(results.map(runOf), zone);

/** What a result is called by itself: "Day-ahead prices · NO1 · 29 Mar 2026". */
export const titleOf = (result: Named, zone: string): string => titlesOf([result], zone)[0] ?? '';

/** What the tabs of the results are called, which also say what failed. */
export const tabTitlesOf = (results: readonly Result[], zone: string): string[] =>
  resultTitles(
    results.map((result) => {
      const isTrouble = result.progress.kind === 'ended' && result.progress.outcome.kind !== 'success';
      return { ...runOf(result), ...(isTrouble && { trouble: progressWords(result) }) };
    }),
    zone,
  );

/** How far a query has come, in a word or two: "96 rows", "failed", "querying…". */
export function progressWords({ progress, table }: Pick<Result, 'progress' | 'table'>): string {
  switch (progress.kind) {
    case 'asking':
    case 'waiting':
      return l10n.t('querying…');
    case 'receiving':
      return l10n.t('receiving…');
    case 'gone':
      return l10n.t('no longer in memory');
    case 'ended': {
      const { kind } = progress.outcome;
      if (kind === 'success') return formatCounted(table.rows, [l10n.t('{0} row'), l10n.t('{0} rows')]);
      if (kind === 'noData') return l10n.t('no data');
      if (kind === 'cancelled') return l10n.t('cancelled');
      return table.rows > 0 ? l10n.t('incomplete') : l10n.t('failed');
    }
  }
}
