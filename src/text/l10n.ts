import * as l10n from '@vscode/l10n';

/** Sentences of another language by the English ones that stand in the code. */
export type Sentences = Readonly<Record<string, string>>;

/**
 * A sentence that data holds (datasets, fields, labels): looked up each time it is shown, so that it
 * does not matter whether the language was known when the module was loaded.
 */
export type Sentence = () => string;

/** What is said of one and of any other number of things; `{0}` is the number. */
export type Counted = readonly [one: string, many: string];

const counts = new Intl.NumberFormat('en-US');

/** `A to B`, or the only text there is; empty where there is none. */
export const fromTo = (ends: readonly string[]): string =>
  ends.length > 1 ? l10n.t('{0} to {1}', ends[0] ?? '', ends.at(-1) ?? '') : (ends[0] ?? '');

/**
 * `12,345`, in every language: values are shown with the decimal point of the service, and a count
 * with points in it would be taken for one.
 */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 row`, `92 rows`; what else the words name follows as `{1}`, `{2}`. */
export function formatCounted(
  count: number,
  [one, many]: Counted,
  ...further: readonly (string | number)[]
): string {
  const values = [formatCount(count), ...further];
  // Both are looked up already: `l10n.t` leaves the places of a sentence without values as they are.
  return (count === 1 ? one : many).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(values[Number(index)] ?? place),
  );
}
