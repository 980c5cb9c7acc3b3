import type { Figures } from '../../src/table/tableTypes';
import { formatCounted } from '../figures';

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
 * `92 numbers, sum 4,402.10, mean 47.8489, min -3.20, max 99.10 EUR/MWh`; or why there is no sum; `null`
 * where the selection holds no numbers at all.
 */
export function figuresText({ count, missing, quantities, numbers }: Figures): string | null {
  if (count === 0) return null;
  const without = missing === 0 ? '' : ` (${formatCounted(missing, ['cell', 'cells'])} without)`;
  const counted = `${formatCounted(count, ['number', 'numbers'])}${without}`;
  if (numbers === null) {
    const names = [...quantities.slice(0, 3), ...(quantities.length > 3 ? ['…'] : [])].join(', ');
    return `${counted}; no sum of different units or fields (${names}): select one of them`;
  }
  const { sum, mean, min, max, decimals, timeWeightedMean } = numbers;
  const meanText = (value: number) => formatNumber(value, decimals + furtherDecimals, decimals);
  const weighted =
    timeWeightedMean === null ? [] : [`time-weighted mean ${meanText(timeWeightedMean)}`];
  const parts = [
    counted,
    `sum ${formatNumber(sum, decimals)}`,
    `mean ${meanText(mean)}`,
    ...weighted,
    `min ${formatNumber(min, decimals)}`,
    `max ${formatNumber(max, decimals)}`,
  ];
  return `${parts.join(', ')} ${quantities[0] ?? ''}`.trim();
}
