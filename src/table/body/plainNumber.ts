/** Most digits that fit a double exactly; 10^15 and less divide them with one correct rounding. */
const exactDigits = 15;
const powers = Float64Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Reads the numbers a service writes most: without exponent, of up to 15 digits. */
export class PlainNumber {
  /** Place behind the digits that were read last, or -1 where no JSON number begins with them. */
  behind = 0;
  /** How many of them stand behind the point. */
  decimals = 0;

  /** The number at `at`; NaN where `String` of a double would not write it the same, or none is there. */
  read(buffer: Buffer, at: number): number {
    const isNegative = buffer[at] === 45;
    const first = isNegative ? at + 1 : at;
    let place = first;
    let value = 0;
    let point = -1;
    let byte = buffer[place] as number;
    for (; ; byte = buffer[place] as number) {
      if (byte >= 48 && byte <= 57) value = value * 10 + (byte - 48);
      else if (byte === 46 && point < 0) point = place;
      else break;
      place += 1;
    }
    const whole = (point < 0 ? place : point) - first;
    const decimals = point < 0 ? 0 : place - point - 1;
    const isNumber = whole > 0 && point !== place - 1 && (whole === 1 || (buffer[first] as number) !== 48);
    this.behind = isNumber ? place : -1;
    this.decimals = decimals;
    const hasExponent = (byte | 32) === 101;
    // Below a millionth `String` writes an exponent.
    const isTiny = decimals > 6 && value < (powers[decimals - 6] ?? Infinity);
    const isMinusZero = isNegative && value === 0;
    if (hasExponent || whole + decimals > exactDigits || isTiny || isMinusZero) return Number.NaN;
    if (decimals > 0) value /= powers[decimals] as number;
    return isNegative ? -value : value;
  }
}

/** Place behind the exponent at `at`, `at` itself where there is none, or -1 where it is broken off. */
export function behindExponent(buffer: Buffer, at: number): number {
  if (((buffer[at] as number) | 32) !== 101) return at;
  let place = at + 1;
  if (buffer[place] === 43 || buffer[place] === 45) place += 1;
  const digits = place;
  while ((buffer[place] as number) >= 48 && (buffer[place] as number) <= 57) place += 1;
  return place === digits ? -1 : place;
}
