import { minus, nine, plus, point, zero } from './jsonBytes';

/** `e`. Setting bit 5 turns `E` into it. */
const letterE = 101;
/** Integers of this many digits fit in a double exactly; dividing them by 10^15 or less rounds only once. */
const exactDigits = 15;
const powers = Float64Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Reads the most common numbers: without an exponent, up to 15 digits. */
export class PlainNumber {
  /** Offset after the number that was read last, or -1 if there was no JSON number. */
  end = 0;
  /** How many of that number's digits are after the decimal point. */
  decimals = 0;

  /** The number at `at`; NaN if there is none, or if `String` would write its double differently. */
  read(buffer: Buffer, at: number): number {
    const isNegative = buffer[at] === minus;
    const first = isNegative ? at + 1 : at;
    let offset = first;
    let value = 0;
    let pointAt = -1;
    let byte = buffer[offset] as number;
    for (; ; byte = buffer[offset] as number) {
      if (byte >= zero && byte <= nine) value = value * 10 + (byte - zero);
      else if (byte === point && pointAt < 0) pointAt = offset;
      else break;
      offset += 1;
    }
    const whole = (pointAt < 0 ? offset : pointAt) - first;
    const decimals = pointAt < 0 ? 0 : offset - pointAt - 1;
    const isNumber =
      whole > 0 && pointAt !== offset - 1 && (whole === 1 || (buffer[first] as number) !== zero);
    this.end = isNumber ? offset : -1;
    this.decimals = decimals;
    const hasExponent = (byte | 32) === letterE;
    // Below one millionth, `String` writes an exponent.
    const isTiny = decimals > 6 && value < (powers[decimals - 6] ?? Infinity);
    const isMinusZero = isNegative && value === 0;
    if (hasExponent || whole + decimals > exactDigits || isTiny || isMinusZero) return Number.NaN;
    if (decimals > 0) value /= powers[decimals] as number;
    return isNegative ? -value : value;
  }
}

/** Offset after the exponent at `at`; `at` itself if there is none, or -1 if it is incomplete. */
export function afterExponent(buffer: Buffer, at: number): number {
  if (((buffer[at] as number) | 32) !== letterE) return at;
  let offset = at + 1;
  if (buffer[offset] === plus || buffer[offset] === minus) offset += 1;
  const digits = offset;
  while ((buffer[offset] as number) >= zero && (buffer[offset] as number) <= nine) offset += 1;
  return offset === digits ? -1 : offset;
}
