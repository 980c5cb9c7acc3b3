/** Letters that aren't written as a letter with a mark, such as the `ø` of Tromsø. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ß: 'ss' };

/**
 * The words of a text without accents and parentheses, in lower case. Commas, semicolons, and slashes separate words,
 * too.
 */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}()]/gu, '')
    .replace(/[øæß]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[\s,;/]+/)
    .filter(Boolean);

/** Whether the typed words are in the text; the last one may only have been begun. */
export const hasTyped = (text: string, typed: string): boolean =>
  ` ${wordsIn(text).join(' ')}`.includes(` ${wordsIn(typed).join(' ')}`);
