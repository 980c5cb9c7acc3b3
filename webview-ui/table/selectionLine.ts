import * as l10n from '@vscode/l10n';
import { errorText } from '#src/text/errorText';
import { joined } from '#src/text/joined';
import { formatAny, formatCounted } from '#src/text/l10n';
import { formatNumber } from '#src/text/numbers';
import type { Column, Figures } from '#src/protocol/tableTypes';
import { debounced, element, setText } from '../controls/dom';
import { isNumeric } from './grid/cellText';
import { countCells, type SelectedCells } from './grid/gridSelection';
import { countRows } from './grid/rowRanges';

/** Additional decimals of a mean. More of them would only look exact. */
const furtherDecimals = 2;

/**
 * `92 numbers, sum 4,402.10, mean 47.8489, minimum -3.20, maximum 99.10 EUR/MWh`, or why there is no sum; `null` if
 * the selection contains neither numbers nor texts in place of them. `of` is the title of a column that is named
 * before the figures.
 */
export function selectionFigures(
  { count, missing, texts = 0, tooLarge = 0, quantities, numbers }: Figures,
  of: string | null = null,
): string | null {
  const textsLeftOut = formatAny(texts, [l10n.t('{0} text left out'), l10n.t('{0} texts left out')]);
  const unread = formatAny(tooLarge, [
    l10n.t('{0} number too large to add up'),
    l10n.t('{0} numbers too large to add up'),
  ]);
  if (count === 0) {
    if (tooLarge > 0) return joined(', ', unread, textsLeftOut);
    return formatAny(texts, [l10n.t('{0} text, no numbers'), l10n.t('{0} texts, no numbers')]) || null;
  }
  const found = formatCounted(count, [l10n.t('{0} number'), l10n.t('{0} numbers')]);
  const withMissing =
    missing === 0
      ? found
      : formatCounted(
          missing,
          [l10n.t('{1} ({0} cell without a value)'), l10n.t('{1} ({0} cells without a value)')],
          found,
        );
  const counted = joined(', ', withMissing, textsLeftOut, unread);
  if (numbers === null) {
    const names = [...quantities.slice(0, 3), ...(quantities.length > 3 ? ['…'] : [])].join(', ');
    return l10n.t(
      "{0}; can't add up values with different units or fields ({1}). Select values of only one unit or field.",
      counted,
      names,
    );
  }
  const { sum, mean, min, max, decimals, timeWeightedMean } = numbers;
  const text = (value: number) => formatNumber(value, { least: decimals, most: decimals });
  const meanText = (value: number) =>
    formatNumber(value, { least: decimals, most: decimals + furtherDecimals });
  const parts = [
    counted,
    sum === null ? l10n.t('sum too large') : l10n.t('sum {0}', text(sum)),
    ...(mean === null ? [] : [l10n.t('mean {0}', meanText(mean))]),
    ...(timeWeightedMean === null ? [] : [l10n.t('time-weighted mean {0}', meanText(timeWeightedMean))]),
    l10n.t('minimum {0}', text(min)),
    l10n.t('maximum {0}', text(max)),
  ];
  const [quantity = ''] = quantities;
  return quantity === of ? parts.join(', ') : `${parts.join(', ')} ${quantity}`.trim();
}

/**
 * The column for the figures of whole rows: the dataset's first main column with numbers, otherwise the first
 * column with numbers.
 */
export function valueColumn<Shown extends Column>(
  columns: readonly Shown[],
  main: readonly string[],
): Shown | undefined {
  const numbers = columns.filter(isNumeric);
  const key = main.find((each) => numbers.some((column) => column.key === each));
  return numbers.find((column) => column.key === key) ?? numbers[0];
}

/** How long the selection must stay the same before its figures are calculated, in milliseconds. */
const settledMs = 150;

const selectedText = (selected: SelectedCells) =>
  selected.areRows
    ? formatCounted(countRows(selected.rows), [l10n.t('{0} row selected'), l10n.t('{0} rows selected')])
    : formatCounted(countCells(selected), [l10n.t('{0} cell selected'), l10n.t('{0} cells selected')]);

const isShown = (selected: SelectedCells) => selected.areRows || countCells(selected) > 1;

/** How many cells or rows are selected and, once they are known, the figures of their numbers. */
export function createSelectionLine(
  /** `of` is the column's title if the figures aren't those of all selected cells. */
  ask: (selected: SelectedCells) => { figures: Promise<Figures>; of: string | null },
) {
  const line = element('span', { class: 'selection-line' });
  let shown: SelectedCells | undefined;
  let asks = 0;

  async function reckon(): Promise<void> {
    if (!shown || !isShown(shown)) return;
    const mine = (asks += 1);
    const selected = selectedText(shown);
    try {
      const { figures, of } = ask(shown);
      const text = selectionFigures(await figures, of);
      if (mine !== asks) return;
      const named = of === null ? selected : `${selected} · ${of}`;
      setText(line, text === null ? selected : `${named}: ${text}`);
    } catch (error) {
      // The host cancels the figures of one selection when the next are requested.
      if (mine !== asks) return;
      const reason = errorText(error);
      setText(line, l10n.t("{0}. Couldn't calculate statistics: {1}", selected, reason));
    }
  }

  const reckonSoon = debounced(settledMs, () => void reckon());

  return {
    element: line,
    /** Call when the selected cells or their rows have changed. */
    show(selected: SelectedCells) {
      shown = selected;
      asks += 1; // figures that haven't arrived yet are of another selection
      setText(line, isShown(selected) ? selectedText(selected) : '');
      if (isShown(selected)) reckonSoon();
    },
  };
}
