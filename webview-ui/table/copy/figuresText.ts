import * as l10n from '@vscode/l10n';
import { formatCounted } from '../../../src/text/l10n';
import type { Figures } from '../../../src/table/tableTypes';

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
 * where the selection holds no numbers at all.
 */
export function figuresText({ count, missing, quantities, numbers }: Figures): string | null {
  if (count === 0) return null;
  const found = formatCounted(count, [l10n.t('{0} number'), l10n.t('{0} numbers')]);
  const counted =
    missing === 0
      ? found
      : formatCounted(missing, [l10n.t('{1} ({0} cell without)'), l10n.t('{1} ({0} cells without)')], found);
  if (numbers === null) {
    const names = [...quantities.slice(0, 3), ...(quantities.length > 3 ? ['…'] : [])].join(', ');
    return l10n.t('{0}; no sum of different units or fields ({1}): select one of them', counted, names);
  }
  const { sum, mean, min, max, decimals, timeWeightedMean } = numbers;
  const meanText = (value: number) => formatNumber(value, decimals + furtherDecimals, decimals);
  const weighted =
    timeWeightedMean === null ? [] : [l10n.t('time-weighted mean {0}', meanText(timeWeightedMean))];
  const parts = [
    counted,
    l10n.t('sum {0}', formatNumber(sum, decimals)),
    l10n.t('mean {0}', meanText(mean)),
    ...weighted,
    l10n.t('minimum {0}', formatNumber(min, decimals)),
    l10n.t('maximum {0}', formatNumber(max, decimals)),
  ];
  return `${parts.join(', ')} ${quantities[0] ?? ''}`.trim();
}
