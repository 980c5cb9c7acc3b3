/** Sentences of another language by the English ones that stand in the code. */
export type Sentences = Readonly<Record<string, string>>;

let spoken: Sentences = {};

/**
 * Sets the language, once and before the modules are loaded that hold words as data (datasets,
 * fields). The host and the thread do so in their first import, the page in a script that
 * runs first, because each has a copy of this module. Left out, the words are English.
 */
export function speak(sentences: Sentences | undefined): void {
  spoken = sentences ?? {};
}

/**
 * The sentence in the language of the editor, `{0}`, `{1}` being the values. Takes what
 * `vscode.l10n.t` takes and reads the same bundle, for everything that knows nothing of VS Code.
 * `npm run l10n` finds the calls, so the sentence must stand in them as it is.
 */
export function t(sentence: string, ...values: readonly (string | number)[]): string {
  return filled(spoken[sentence] ?? sentence, values);
}

const filled = (sentence: string, values: readonly (string | number)[]) =>
  sentence.replace(/\{(\d+)\}/g, (place, number: string) => String(values[Number(number)] ?? place));

/** What is said of one and of any other number of things; `{0}` is the number. */
export type Counted = readonly [one: string, many: string];

const counts = new Intl.NumberFormat('en-US');

/** `A to B`, or the only text there is; empty where there is none. */
export const fromTo = (ends: readonly string[]): string =>
  ends.length > 1 ? t('{0} to {1}', ends[0] ?? '', ends.at(-1) ?? '') : (ends[0] ?? '');

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
  return filled(count === 1 ? one : many, [formatCount(count), ...further]);
}
