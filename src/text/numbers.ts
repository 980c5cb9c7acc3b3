/** How a number is written. */
interface DecimalPlaces {
  /** The number of decimals, at least and at most. */
  readonly least: number;
  readonly most: number;
  /** Differences have a sign, to tell them from values. */
  readonly isDifference?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * `-1,234.50` in every language, like the service's own decimal point; see `formatCount`. What is zero with
 * these decimals has no sign, so that the same figure looks the same wherever it's shown.
 */
export function formatNumber(value: number, { least, most, isDifference = false }: DecimalPlaces): string {
  const key = [least, most, isDifference].join();
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      signDisplay: isDifference ? 'exceptZero' : 'negative',
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** More decimals than any value has. */
export const mostDecimals = 12;

/** A calculated figure, without spurious digits: two decimals, four below one. */
export function calculated(value: number): number {
  return Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2));
}

const powers = [1, 10, 100, 1e3, 1e4];

/** How many decimals a finite number is written with, without an exponent; at least `least`. */
export function decimalsOf(value: number, least = 0): number {
  const few = powers.findIndex(
    (power, at) =>
      at >= least && Math.abs(value * power) < 2 ** 53 && Math.round(value * power) / power === value,
  );
  if (few >= 0) return few;
  const [digits = '', exponent = '0'] = String(value).split('e');
  const fraction = digits.split('.')[1] ?? '';
  return Math.max(least, fraction.length - Number(exponent));
}

/** The most decimals that JavaScript rounds to. */
const mostRounded = 100;

/** Rounds to this many decimals. What is rounded to zero has no sign. */
export const roundedTo = (decimals: number, value: number): number =>
  Number(value.toFixed(Math.min(decimals, mostRounded))) + 0;
