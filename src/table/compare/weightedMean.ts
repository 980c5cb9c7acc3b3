import { ExactSum } from '../columns/exactSum';
import { calculated, formatNumber } from '../../text/numbers';

/** Sums up values, each with the length of its interval. */
export function lengthWeighted(): {
  add(value: number, length: number, unit: string): void;
  /**
   * The mean with a sign and two decimals, or up to four below one; `null` without values, or for values in
   * several units.
   */
  text(): string | null;
} {
  const sum = new ExactSum();
  let lengths = 0;
  const units = new Set<string>();
  return {
    add(value, length, unit) {
      if (!(length > 0)) return;
      sum.add(value * length);
      lengths += length;
      units.add(unit);
    },
    text() {
      if (units.size !== 1) return null;
      return formatNumber(calculated(sum.total / lengths), { least: 2, most: 4, isDifference: true });
    },
  };
}
