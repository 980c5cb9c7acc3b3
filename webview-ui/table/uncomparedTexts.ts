import * as l10n from '@vscode/l10n';
import type { Finding } from '#src/market/integrity/findings';
import type { FindingKind } from '#src/market/integrity/judgement';
import type { Column } from '#src/protocol/tableTypes';
import type { Filter } from '#src/protocol/rowsQuestion';
import { formatCounted, type Counted } from '#src/text/l10n';

const uncompared: { readonly [Kind in FindingKind]?: () => Counted } = {
  texts: () => [
    l10n.t('{0} value in "{1}" is text and isn\'t compared.'),
    l10n.t('{0} values in "{1}" are text and aren\'t compared.'),
  ],
  tooLarge: () => [
    l10n.t('{0} number in "{1}" is too large to be compared.'),
    l10n.t('{0} numbers in "{1}" are too large to be compared.'),
  ],
};

/**
 * What to say about filters that compare numbers if the service sent some of them as text, or too large: these rows are
 * left out, although they look like numbers.
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
    const words = compares && uncompared[kind];
    if (!words) return [];
    return formatCounted(count, words(), columns.find(({ key }) => key === of)?.title ?? of ?? '');
  });
}
