/** Sums up values, each with the length of its interval. */
export function lengthWeighted(): {
  add(value: number, length: number, unit: string): void;
  /**
   * The mean with a sign and two decimals, or up to four below one; `null` without values, or for values in
   * several units.
   */
  text(): string | null;
} {
  let [sum, lengths] = [0, 0];
  const units = new Set<string>();
  return {
    add(value, length, unit) {
      if (!(length > 0)) return;
      sum += value * length;
      lengths += length;
      units.add(unit);
    },
    text() {
      if (units.size !== 1) return null;
      const mean = sum / lengths;
      const rounded = Number(mean.toFixed(Math.abs(mean) < 1 ? 4 : 2));
      const brief = rounded.toFixed(2);
      const text = Number(brief) === rounded ? brief : String(rounded);
      return rounded > 0 ? `+${text}` : text;
    },
  };
}
