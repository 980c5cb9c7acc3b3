import { knownAreas } from '../datasets/areas';
import type { Choice } from '../datasets/dataset';
import { wordsIn } from '../../text/wordsIn';

/**
 * The codes by what people write for them, in plain words: "no1", "norway oslo", and "oslo" if only one name ends
 * with it. A note in parentheses isn't part of a name.
 */
function codesByName(choices: readonly Choice[]): ReadonlyMap<string, string> {
  const names = choices.map(({ value, label }) => ({
    value,
    words: wordsIn((label?.() ?? value).replace(/\(.*/, '')),
  }));
  const ends = names.flatMap(({ value, words }) =>
    words.map((_, at) => [words.slice(at).join(' '), value] as const),
  );
  const count = new Map<string, number>();
  for (const [end] of ends) count.set(end, (count.get(end) ?? 0) + 1);
  return new Map([
    ...ends.filter(([end]) => count.get(end) === 1),
    // Of two areas with the same name, such as those of Poland, the first one is usual.
    ...names.map(({ value, words }) => [words.join(' '), value] as const).reverse(),
    ...[...knownAreas, ...choices].map(({ value }) => [value.toLowerCase(), value] as const),
  ]);
}

/** The code of an area in all European data, such as `10YNO-1--------2`. */
const energyCode = /^\d{2}[A-Z][\dA-Z-]{13}$/i;

/** No name has more words. */
const mostWords = 6;

/**
 * Reads delivery areas by their codes or by the names of the `choices`, in any letter case, separated by spaces,
 * commas, or semicolons: `NO1 se3`, `Oslo; Stockholm`. A name may have a comma or a slash of its own: `Norway, Oslo`.
 * A piece between commas in which nothing is known stays one code. An area that is written twice is read once. Words
 * that are neither a known code nor a name are `unknown`, but areas all the same: no complete list is documented.
 */
export function readAreas(text: string, choices: readonly Choice[] = []) {
  const codes = codesByName(choices);
  const pieces = text.split(/[,;]/).map((piece) => ({ text: piece.trim(), isKnown: false }));
  const words = pieces.flatMap((piece) =>
    piece.text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({ word, piece })),
  );
  const codeOf = (some: typeof words) => codes.get(wordsIn(some.map(({ word }) => word).join(' ')).join(' '));
  const read: (string | (typeof words)[number])[] = [];
  for (let at = 0; at < words.length;) {
    let count = Math.min(mostWords, words.length - at);
    while (count > 1 && codeOf(words.slice(at, at + count)) === undefined) count -= 1;
    const named = words.slice(at, at + count);
    const code = codeOf(named);
    if (code !== undefined) for (const { piece } of named) piece.isKnown = true;
    read.push(...(code === undefined ? named : [code]));
    at += count;
  }
  const areas = read.map((each) => {
    if (typeof each === 'string') return each;
    return each.piece.isKnown ? each.word : each.piece.text;
  });
  const known = new Set(codes.values());
  const distinct = [...new Set(areas)];
  return { areas: distinct, unknown: distinct.filter((area) => !known.has(area) && !energyCode.test(area)) };
}
