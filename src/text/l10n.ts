import * as l10n from '@vscode/l10n';

/** Translated sentences, keyed by the English ones in the code. */
export type Sentences = Readonly<Record<string, string>>;

/**
 * A sentence in data (datasets, fields, labels). It is looked up each time it is shown, so it
 * doesn't matter whether the language was known when the module was loaded.
 */
export type Sentence = () => string;

/** Singular and plural of a counted noun; `{0}` is the number. */
export type Counted = readonly [one: string, many: string];

let counts: Intl.NumberFormat | undefined;

/** `A to B`, or the only text; empty if there is none. */
export const fromTo = (ends: readonly string[]): string =>
  ends.length > 1 ? l10n.t('{0} to {1}', ends[0] ?? '', ends.at(-1) ?? '') : (ends[0] ?? '');

/**
 * `12,345` in every language: values keep the service's decimal point, so a count with points would
 * be mistaken for a decimal number.
 */
export function formatCount(count: number): string {
  // Built on first use: the first one costs more than the rest of the extension's activation.
  counts ??= new Intl.NumberFormat('en-US');
  return counts.format(count);
}

/** `1 row`, `92 rows` */
export const formatRows = (count: number): string =>
  formatCounted(count, [l10n.t('{0} row'), l10n.t('{0} rows')]);

/** A counted noun: `1 day`, `92 days`. Other values in the sentence follow as `{1}`, `{2}`. */
export function formatCounted(
  count: number,
  [one, many]: Counted,
  ...further: readonly (string | number)[]
): string {
  const values = [formatCount(count), ...further];
  // Both sentences have already been looked up: without values, `l10n.t` leaves their placeholders
  // as they are.
  return (count === 1 ? one : many).replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}

/** The same if there are any; empty for none. */
export const formatAny = (count: number, noun: Counted, ...further: readonly (string | number)[]): string =>
  count > 0 ? formatCounted(count, noun, ...further) : '';
