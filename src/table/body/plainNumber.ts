import { minus, nine, plus, point, zero } from './jsonBytes';

/** As a small letter, which bit 5 makes of either. */
const letterE = 101;
/** Most digits that fit a double exactly; 10^15 and less divide them with one correct rounding. */
const exactDigits = 15;
const powers = Float64Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Reads the numbers a service writes most: without exponent, of up to 15 digits. */
export class PlainNumber {
  /** Place after the digits that were read last, or -1 where no JSON number begins with them. */
  behind = 0;
  /** How many of them stand after the point. */
  decimals = 0;

  /** The number at `at`; NaN where `String` of a double would not write it the same, or none is there. */
  read(buffer: Buffer, at: number): number {
    const isNegative = buffer[at] === minus;
    const first = isNegative ? at + 1 : at;
    let place = first;
    let value = 0;
    let pointAt = -1;
    let byte = buffer[place] as number;
    for (; ; byte = buffer[place] as number) {
      if (byte >= zero && byte <= nine) value = value * 10 + (byte - zero);
      else if (byte === point && pointAt < 0) pointAt = place;
      else break;
      place += 1;
    }
    const whole = (pointAt < 0 ? place : pointAt) - first;
    const decimals = pointAt < 0 ? 0 : place - pointAt - 1;
    const isNumber =
      whole > 0 && pointAt !== place - 1 && (whole === 1 || (buffer[first] as number) !== zero);
    this.behind = isNumber ? place : -1;
    this.decimals = decimals;
    const hasExponent = (byte | 32) === letterE;
    // Below a millionth `String` writes an exponent.
    const isTiny = decimals > 6 && value < (powers[decimals - 6] ?? Infinity);
    const isMinusZero = isNegative && value === 0;
    if (hasExponent || whole + decimals > exactDigits || isTiny || isMinusZero) return Number.NaN;
    if (decimals > 0) value /= powers[decimals] as number;
    return isNegative ? -value : value;
  }
}

/** Place after the exponent at `at`, `at` itself where there is none, or -1 where it is broken off. */
export function behindExponent(buffer: Buffer, at: number): number {
  if (((buffer[at] as number) | 32) !== letterE) return at;
  let place = at + 1;
  if (buffer[place] === plus || buffer[place] === minus) place += 1;
  const digits = place;
  while ((buffer[place] as number) >= zero && (buffer[place] as number) <= nine) place += 1;
  return place === digits ? -1 : place;
}
