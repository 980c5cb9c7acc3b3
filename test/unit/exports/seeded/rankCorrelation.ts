/** The rank of each number; equal numbers share the mean of their ranks. */
function ranks(numbers: readonly number[]): number[] {
  const sorted = [...numbers].sort((one, other) => one - other);
  const last = new Map(sorted.map((number, at) => [number, at]));
  const first = new Map(sorted.map((number, at) => [number, at] as const).reverse());
  return numbers.map((number) => ((first.get(number) ?? 0) + (last.get(number) ?? 0)) / 2);
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Spearman's correlation: 1 if the numbers are in the same order, 0 if the orders have nothing in common. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [ranks(one), ranks(other)];
  const [middle, otherMiddle] = [mean(first), mean(second)];
  const sum = (of: (at: number) => number) => first.reduce((total, _, at) => total + of(at), 0);
  const from = (at: number) => (first[at] ?? 0) - middle;
  const to = (at: number) => (second[at] ?? 0) - otherMiddle;
  return sum((at) => from(at) * to(at)) / Math.sqrt(sum((at) => from(at) ** 2) * sum((at) => to(at) ** 2));
}
