import * as l10n from '@vscode/l10n';
import type { Finding } from '#src/market/integrity/findings';
import type { Column } from '#src/protocol/tableTypes';
import type { Filter } from '#src/protocol/rowsQuestion';
import { formatCounted } from '#src/text/l10n';

/**
 * What to say about filters that compare numbers if the service sent some of them as text: these rows are left
 * out, although they look like numbers.
 */
export function uncomparedTexts(
  filters: readonly Filter[],
  columns: readonly Pick<Column, 'key' | 'title'>[],
  findings: readonly Finding[],
): string[] {
  return findings.flatMap(({ kind, of, count }) => {
    const compares = filters.some(
      ({ column, op, value }) => column === of && op !== 'contains' && value !== null,
    );
    if (kind !== 'texts' || !compares) return [];
    const title = columns.find(({ key }) => key === of)?.title ?? of ?? '';
    return formatCounted(
      count,
      [
        l10n.t('{0} value in "{1}" is text and isn\'t compared.'),
        l10n.t('{0} values in "{1}" are text and aren\'t compared.'),
      ],
      title,
    );
  });
}
