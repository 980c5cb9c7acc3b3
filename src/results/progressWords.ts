import * as l10n from '@vscode/l10n';
import { formatCounted } from '../text/l10n';
import type { Result } from './result';

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
