import { isRecord } from '../text/json';
import { oneLine } from '../text/plainText';

/** The most characters of an answer to a language model. */
export const mostCharacters = 8000;
/** Of outside words: a message, a name, a value. */
const mostQuoted = 400;
/** Of each part when even short lists leave too much. */
const mostWhenTight = 80;

/** What an answer consists of: plain data. */
export type Told =
  string | number | boolean | null | undefined | readonly Told[] | { readonly [key: string]: Told };

/**
 * Words of others (a service, a file, a connection's name) as data: one line without marks that hide or reorder text, of
 * at most `limit` characters. They belong in a field that is named for where they come from.
 */
export const quotedWords = (words: string, limit = mostQuoted): string =>
  oneLine(words.toWellFormed(), limit);

/**
 * The answer as one JSON text of at most 8,000 characters. If there is more, the longest lists are cut, with a member
 * beside them that counts what was left out (`seriesLeftOut`); then texts are.
 */
export function answerText(told: Readonly<Record<string, Told>>, limit = mostCharacters): string {
  const answer = plain(told);
  let text = JSON.stringify(answer);
  while (text.length > limit) {
    const longest = longestList(answer);
    if (longest) {
      const { holder, key, list } = longest;
      const kept = Math.floor(list.length / 2);
      const before = holder[`${key}LeftOut`];
      holder[key] = list.slice(0, kept);
      holder[`${key}LeftOut`] = (typeof before === 'number' ? before : 0) + list.length - kept;
    } else return JSON.stringify(shortened(answer, limit));
    text = JSON.stringify(answer);
  }
  return text;
}

type Holder = Record<string, unknown>;

/** A copy that may be changed; lone surrogates, which no model reads, are replaced. */
function plain(told: Readonly<Record<string, Told>>): Holder {
  const copy: unknown = JSON.parse(
    JSON.stringify(told, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
  return isRecord(copy) ? { ...copy } : {};
}

/** The list with the longest text, of those that are members of objects and aren't empty. */
function longestList(value: unknown): { holder: Holder; key: string; list: readonly unknown[] } | null {
  let longest: ReturnType<typeof longestList> = null;
  let length = 0;
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) each.forEach(visit);
    else if (typeof each === 'object' && each !== null) {
      const holder = each as Holder;
      for (const [key, member] of Object.entries(holder)) {
        if (Array.isArray(member) && member.length > 0) {
          const size = JSON.stringify(member).length;
          if (size > length) [longest, length] = [{ holder, key, list: member }, size];
        }
        visit(member);
      }
    }
  };
  visit(value);
  return longest;
}

/** Without lists, what is left are texts: the first members that fit, with shorter texts. */
function shortened(answer: Holder, limit: number): Holder {
  const kept: Holder = { isShortened: true };
  for (const [key, value] of Object.entries(answer)) {
    const short = typeof value === 'string' ? oneLine(value, mostWhenTight) : value;
    if (JSON.stringify({ ...kept, [key]: short }).length <= limit) kept[key] = short;
  }
  return kept;
}
