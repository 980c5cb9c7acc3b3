/** A number's text: sign, digits before and after the point, exponent. */
const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** How many digits come before the decimal point; negative for zeros after it. */
  readonly point: number;
  /** Without zeros at either end. */
  readonly digits: string;
}

/** `null` if the text isn't a number. */
function decimalOf(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text.trim()) ?? [];
  if (sign === undefined || whole.length + fraction.length === 0) return null;
  const all = whole + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  let end = all.length;
  // A regular expression for trailing zeros would take quadratic time for long runs of zeros.
  while (end > leading && all[end - 1] === '0') end -= 1;
  const digits = all.slice(leading, end);
  if (digits === '') return { sign: 0, point: 0, digits };
  return { sign: sign === '-' ? -1 : 1, point: whole.length - leading + Number(exponent), digits };
}

/** Whether the text is a number as JSON or a person writes it. */
export const isDecimal = (text: string): boolean => decimalOf(text) !== null;

/**
 * The order of two numbers by all digits of their texts: negative, 0, or positive. Works for numbers that no
 * double can represent, too. NaN if one of the texts isn't a number.
 */
export function decimalOrder(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (!a || !b) return Number.NaN;
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.point !== b.point) return (a.point - b.point) * a.sign;
  // With equal points, digits are in the order of texts: a prefix comes before what it is a prefix of.
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign;
}
