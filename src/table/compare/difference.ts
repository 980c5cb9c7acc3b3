import type { NumericColumn } from '../columns/columns';

const decimal = /^-?\d+(?:\.(\d+))?$/;

/** The number without its decimal point: `12.10` with 3 decimals is 12100. */
function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/**
 * Second minus first, exact in every digit: `12.30` minus `12.1` is `0.20`. Numbers written with an
 * exponent are subtracted as doubles. `null` if either is missing or not a number.
 */
export function differenceOf(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null;
  const places = [decimal.exec(first), decimal.exec(second)].map((found) => found?.[1] ?? '');
  if (!decimal.test(first) || !decimal.test(second)) {
    const difference = Number(second) - Number(first);
    return Number.isFinite(difference) ? String(difference) : null;
  }
  const decimals = Math.max(...places.map(({ length }) => length));
  const difference = scaled(second, decimals) - scaled(first, decimals);
  const digits = String(difference < 0n ? -difference : difference).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = difference < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/** Whether two cells contain the same number: 12.10 equals 12.1, and missing equals missing. */
export function isSameNumber(
  first: NumericColumn,
  firstRow: number,
  second: NumericColumn,
  secondRow: number,
): boolean {
  const value = first.value(firstRow);
  const other = second.value(secondRow);
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (value !== other && !(Number.isNaN(value) && Number.isNaN(other))) return false;
  return isExact || first.text(firstRow) === second.text(secondRow);
}
