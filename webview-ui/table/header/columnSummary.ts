import * as l10n from '@vscode/l10n';
import type { ColumnType } from '#src/market/records/recordKinds';
import { formatCount, formatCounted, type Sentence } from '#src/text/l10n';
import { isEpochTime } from '#src/market/records/epochs';
import type { Column, ColumnSummary } from '#src/protocol/tableTypes';
import { element, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { cellText, isNumeric } from '../grid/cellText';

const types: Readonly<Record<ColumnType, { readonly mark: string; readonly name: Sentence }>> = {
  number: { mark: '#', name: () => l10n.t('Numbers') },
  integer: { mark: '#', name: () => l10n.t('Whole numbers') },
  text: { mark: 'abc', name: () => l10n.t('Text') },
  time: { mark: '', name: () => l10n.t('Times') },
  boolean: { mark: '✓', name: () => l10n.t('Yes or no') },
};

/** Characters of values that fit below the name of a column; longer ones are counted. */
const mostNamed = 10;
/** Year, month and day, and time of day in a time: below the name of a column, only what differs first. */
const timeParts = [
  [0, 4],
  [5, 10],
  [11, 16],
] as const;

/** The extremes of a column. With `isShort`, times are cut to what fits below its name. */
export function rangeText(
  column: Column,
  { least, greatest }: ColumnSummary,
  zone: string,
  isShort: boolean,
): string {
  if (least === null || greatest === null) return '';
  const shown = (text: string) => {
    const instant = column.type === 'time' ? Date.parse(text) : Number(text);
    return isNumeric(column) ? text : cellText(instant, column, zone);
  };
  const [first, last] = [shown(least), shown(greatest)];
  if (first === last) return first;
  const part = timeParts.find(([from, to]) => first.slice(from, to) !== last.slice(from, to));
  const range = (text: string) => (isShort && part && !isNumeric(column) ? text.slice(...part) : text);
  return l10n.t('{0} to {1}', range(first), range(last));
}

const missingText = (missing: number) =>
  missing === 0 ? '' : formatCounted(missing, [l10n.t('{0} missing'), l10n.t('{0} missing')]);

function valuesText({ values, more }: ColumnSummary): string {
  const named = values.map(({ value }) => value).join(', ');
  if (more === 0 && named.length <= mostNamed) return named;
  return formatCounted(values.length + more, [l10n.t('{0} value'), l10n.t('{0} values')]);
}

/** The column in words: `Numbers, -3.20 to 99.10, 3 missing`. */
export function summaryWords(column: Column, summary: ColumnSummary, zone: string): string {
  const { values, more } = summary;
  const others = more > 0 ? [formatCounted(more, [l10n.t('{0} more value'), l10n.t('{0} more values')])] : [];
  return [
    types[column.type].name(),
    rangeText(column, summary, zone, false),
    ...values.map(({ value, rows }) => `${value} (${formatCount(rows)})`),
    ...others,
    missingText(summary.missing),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

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

/** What a column contains, below its name: type and range or values above a small histogram, and what is missing. */
export function createColumnSummary(column: Column) {
  const { mark } = types[column.type];
  const content = element('span', { class: 'summary-content' });
  const missing = element('span');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const bars = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  bars.setAttribute('preserveAspectRatio', 'none');
  bars.append(path);
  const type = mark === '' || isEpochTime(column) ? icon('waiting') : element('span', {}, mark);
  return {
    // The filter field on top of it is described in words.
    element: element(
      'div',
      { class: 'column-summary', 'aria-hidden': 'true' },
      element('div', {}, type, content),
      element('div', {}, bars, missing),
    ),
    show(summary: ColumnSummary, zone: string) {
      const counts = summary.bars.length > 0 ? summary.bars : summary.values.map(({ rows }) => rows);
      setText(content, rangeText(column, summary, zone, true) || valuesText(summary));
      setText(missing, missingText(summary.missing));
      bars.setAttribute('viewBox', `0 0 ${Math.max(1, counts.length)} 1`);
      path.setAttribute('d', barsPath(counts));
    },
  };
}
