/**
 * What a person may not see in a line of text: control characters, line breaks, marks that reorder text, and
 * everything that Unicode or a font draws as nothing, such as tags, variation selectors, fillers, and the empty
 * Braille pattern. Instructions can be written in it that only a program reads.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\u{16fe4}|\u{1d159}/u;
const eachUnseen = new RegExp(unseen, 'gu');

/** After an emoji, they only say how it's drawn. */
const variationSelectors = /\p{Variation_Selector}+/gu;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The first character that a person may not see, as `\u{200e}`; `null` if there is none. */
export function unseenIn(text: string): string | null {
  const [found] = unseen.exec(text) ?? [];
  return found === undefined ? null : escaped(found);
}

/** Whether `text` contains nothing that could change or hide what a person reads. */
export function isOneLine(text: string): boolean {
  return !unseen.test(text);
}

/**
 * Outside text of several lines: whatever could change or hide what a person reads is written as
 * `\u{200e}`.
 */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(eachUnseen, escaped))
    .join('\n');
}

/**
 * Outside text as a single line of at most `limit` characters, safe to display and to pass on: without anything
 * that may not be seen. Longer text ends in `…`.
 */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(variationSelectors, '').replace(eachUnseen, ' ').replace(/\s+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/**
 * Lines for people in a terminal or in the log of a job, without anything that could change how they are read or
 * command the CI system: GitHub Actions (`::` at the beginning of a line, `##[`), Azure Pipelines (`##vso[`),
 * TeamCity (`##teamcity[`), or GitLab (`section_start:`).
 */
export const harmlessLines = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(eachUnseen, ' ')
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replace(/##(?=\w*\[)/gu, '# #')
        .replace(/section_(start|end)(?=:)/giu, 'section_$1 '),
    )
    .join('\n');
