import * as l10n from '@vscode/l10n';
import type { ColumnType } from '#src/market/records/recordKinds';
import { joined } from '#src/text/joined';
import { formatAny, formatCounted, type Sentence } from '#src/text/l10n';
import { isEpochTime } from '#src/market/records/epochs';
import type { Column, ColumnSummary } from '#src/protocol/tableTypes';
import { element, setText } from '../../controls/dom';
import { cellText } from '../grid/cellText';

const typeNames: Readonly<Record<ColumnType, Sentence>> = {
  number: () => l10n.t('Numbers'),
  integer: () => l10n.t('Whole numbers'),
  text: () => l10n.t('Text'),
  time: () => l10n.t('Times'),
  boolean: () => l10n.t('Yes or no'),
};

/** Characters of values that a tooltip names; if there are more, they're counted. */
const mostNamed = 10;

/** The extremes of a column. */
function rangeText(column: Column, { least, greatest }: ColumnSummary, zone: string): string {
  const [first, last] = [cellText(least, column, zone), cellText(greatest, column, zone)];
  return first === last ? first : l10n.t('{0} to {1}', first, last);
}

const missingText = (missing: number) => formatAny(missing, [l10n.t('{0} missing'), l10n.t('{0} missing')]);

function valuesText({ values, more }: ColumnSummary): string {
  const named = values.map(({ value }) => value).join(', ');
  if (more === 0 && named.length <= mostNamed) return named;
  return formatCounted(values.length + more, [l10n.t('{0} value'), l10n.t('{0} values')]);
}

/** The column in words: `Numbers, -3.20 to 99.10, 3 missing`. */
export const summaryWords = (column: Column, summary: ColumnSummary, zone: string): string =>
  joined(
    ', ',
    typeNames[isEpochTime(column) ? 'time' : column.type](),
    rangeText(column, summary, zone) || valuesText(summary),
    missingText(summary.missing),
  );

/** The outline of a histogram in a box that is 1 high and as wide as there are bars. */
export function barsPath(counts: readonly number[]): string {
  const most = Math.max(...counts);
  // A few rows among many are seen as well.
  const height = (count: number) => Math.max(count / most, 0.1);
  return counts.flatMap((count, at) => (count > 0 ? [`M${at} 1v${-height(count)}h.85V1z`] : [])).join('');
}

/** Answers what columns contain. */
export interface Summaries {
  /** Which rows the answers are about; `null` while more arrive. */
  about(): string | null;
  of(column: string): Promise<ColumnSummary>;
}

/** How often a column has which values, as a small histogram, and how many are missing. */
export function createColumnBars() {
  const missing = element('span');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const bars = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  bars.setAttribute('preserveAspectRatio', 'none');
  bars.append(path);
  return {
    // The filter field above it is described in words.
    element: element('div', { class: 'column-bars', 'aria-hidden': 'true' }, bars, missing),
    show(summary: ColumnSummary | undefined) {
      const { values = [], bars: counted = [], missing: rows = 0 } = summary ?? {};
      const counts = counted.length > 0 ? counted : values.map((value) => value.rows);
      setText(missing, missingText(rows));
      bars.setAttribute('viewBox', `0 0 ${Math.max(1, counts.length)} 1`);
      path.setAttribute('d', barsPath(counts));
    },
  };
}
