import type { NumericColumn } from '../columns/columns';

const decimal = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** An integer times a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

/** `null` if the text isn't a number, or has a longer exponent than any double. */
function decimalOf(text: string): Decimal | null {
  const [, whole, fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  return whole === undefined
    ? null
    : { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

/**
 * Second minus first, exact in every digit: `12.30` minus `12.1` is `0.20`. Numbers with an exponent of more than
 * three digits are subtracted as doubles. `null` if either is missing or not a number.
 */
export function differenceOf(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null;
  const [one, other] = [decimalOf(first), decimalOf(second)];
  if (!one || !other) {
    const difference = Number(second) - Number(first);
    return Number.isFinite(difference) ? String(difference) : null;
  }
  const decimals = Math.max(0, -one.power, -other.power);
  const scaled = ({ digits, power }: Decimal) => digits * 10n ** BigInt(power + decimals);
  const difference = scaled(other) - scaled(one);
  const digits = String(difference < 0n ? -difference : difference).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = difference < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

const isShortest = (column: NumericColumn, row: number) =>
  !column.exact.has(row) && column.writtenDecimals(row) === null;

/**
 * Whether two cells contain the same number in every digit: 12.10 equals 12.1, and missing equals missing. Agrees with
 * `differenceOf`.
 */
export function isSameNumber(
  first: NumericColumn,
  firstRow: number,
  second: NumericColumn,
  secondRow: number,
): boolean {
  const value = first.value(firstRow);
  const other = second.value(secondRow);
  if (value !== other && !(Number.isNaN(value) && Number.isNaN(other))) return false;
  if (isShortest(first, firstRow) && isShortest(second, secondRow)) return true;
  const [text, otherText] = [first.text(firstRow), second.text(secondRow)];
  if (text === otherText) return true;
  return !Number.isNaN(value) && !/[1-9]/.test(differenceOf(text, otherText) ?? '');
}
