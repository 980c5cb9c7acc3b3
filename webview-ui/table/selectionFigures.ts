import * as l10n from '@vscode/l10n';
import { errorText } from '../../src/text/errorText';
import { formatCounted } from '../../src/text/l10n';
import type { Figures } from '../../src/table/tableTypes';
import { debounced, element, setText } from '../controls/dom';
import type { Block } from './grid/gridSelection';
import { cellsOf } from './grid/gridSelection';

/** Decimals of a mean beyond those of the numbers: more would only look exact. */
const furtherDecimals = 2;

function formatNumber(value: number, decimals: number, least = decimals): string {
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: decimals,
  });
  // A sum of nearly nothing is not a negative nothing.
  return format.format(value).replace(/^-(?=0(\.0*)?$)/, '');
}

/**
 * `92 numbers, sum 4,402.10, mean 47.8489, minimum -3.20, maximum 99.10 EUR/MWh`; or why there is no sum; `null`
 * where the selection contains no numbers at all.
 */
export function selectionFigures({ count, missing, quantities, numbers }: Figures): string | null {
  if (count === 0) return null;
  const found = formatCounted(count, [l10n.t('{0} number'), l10n.t('{0} numbers')]);
  const counted =
    missing === 0
      ? found
      : formatCounted(
          missing,
          [l10n.t('{1} ({0} cell without a value)'), l10n.t('{1} ({0} cells without a value)')],
          found,
        );
  if (numbers === null) {
    const names = [...quantities.slice(0, 3), ...(quantities.length > 3 ? ['…'] : [])].join(', ');
    return l10n.t(
      "{0}; can't add up values with different units or fields ({1}). Select only one of them.",
      counted,
      names,
    );
  }
  const { sum, mean, min, max, decimals, timeWeightedMean } = numbers;
  const meanText = (value: number) => formatNumber(value, decimals + furtherDecimals, decimals);
  const parts = [
    counted,
    sum === null ? l10n.t('sum too large') : l10n.t('sum {0}', formatNumber(sum, decimals)),
    ...(mean === null ? [] : [l10n.t('mean {0}', meanText(mean))]),
    ...(timeWeightedMean === null ? [] : [l10n.t('time-weighted mean {0}', meanText(timeWeightedMean))]),
    l10n.t('minimum {0}', formatNumber(min, decimals)),
    l10n.t('maximum {0}', formatNumber(max, decimals)),
  ];
  return `${parts.join(', ')} ${quantities[0] ?? ''}`.trim();
}

/** Delay before a changing selection is calculated, in milliseconds. */
const settledMs = 150;

export interface SelectionLine {
  readonly element: HTMLElement;
  /** The selected block, when it or its rows have changed. */
  show(block: Block): void;
}

const selectedText = (block: Block) =>
  formatCounted(cellsOf(block), [l10n.t('{0} cell selected'), l10n.t('{0} cells selected')]);

/** How many cells are selected, and the figures of the numbers among them, once they are known. */
export function createSelectionLine(ask: (block: Block) => Promise<Figures>): SelectionLine {
  const line = element('span', { class: 'selection-line' });
  let shown: Block | undefined;
  let asks = 0;

  async function reckon(): Promise<void> {
    const block = shown;
    if (!block || cellsOf(block) < 2) return;
    const mine = (asks += 1);
    const selected = selectedText(block);
    try {
      const text = selectionFigures(await ask(block));
      if (mine === asks) setText(line, text === null ? selected : `${selected}: ${text}`);
    } catch (error) {
      // The host cancels the figures of one selection for those of the next.
      if (mine !== asks) return;
      const reason = errorText(error);
      setText(line, l10n.t("{0}. Couldn't calculate figures: {1}", selected, reason));
    }
  }
  const reckonSoon = debounced(settledMs, () => void reckon());

  return {
    element: line,
    show(block) {
      shown = block;
      asks += 1; // figures still on their way belong to another selection
      const cells = cellsOf(block);
      setText(line, cells > 1 ? selectedText(block) : '');
      if (cells > 1) reckonSoon();
    },
  };
}
