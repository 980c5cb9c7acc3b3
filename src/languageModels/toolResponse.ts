import { isRecord } from '../text/parsedJson';
import { oneLine } from '../text/plainText';

/** The most characters of a tool's response to a language model. */
export const mostCharacters = 8000;
/** The most characters of a quotation, such as a message, a name, or a value. */
const mostQuoted = 400;
/** The most characters of each text if the response is too long even without lists. */
const mostWhenTight = 80;

/** The data that a response consists of. */
export type Described =
  string | number | boolean | null | undefined | readonly Described[] | { readonly [key: string]: Described };
/** What a tool responds with. */
export type ToolResponse = Readonly<Record<string, Described>>;

/**
 * Outside text (from a service, a file, or a connection's name) as one line of at most `limit` characters,
 * without marks that hide or reorder text. It belongs in a field whose name says where it comes from.
 */
export const quotedWords = (words: string, limit = mostQuoted): string =>
  oneLine(words.toWellFormed(), limit);

/**
 * The response as one JSON text of at most 8,000 characters. If it would be longer, the longest lists are cut
 * first, each with a count of what was left out next to it (`seriesLeftOut`), then texts.
 */
export function responseText(told: ToolResponse, limit = mostCharacters): string {
  const response = plain(told);
  let text = JSON.stringify(response);
  while (text.length > limit) {
    const longest = longestList(response);
    if (longest) {
      const { holder, key, list } = longest;
      const kept = Math.floor(list.length / 2);
      const before = holder[`${key}LeftOut`];
      holder[key] = list.slice(0, kept);
      holder[`${key}LeftOut`] = (typeof before === 'number' ? before : 0) + list.length - kept;
    } else return JSON.stringify(shortened(response, limit));
    text = JSON.stringify(response);
  }
  return text;
}

type Holder = Record<string, unknown>;

/** A copy that can be changed, without lone surrogates, which aren't valid in UTF-8. */
function plain(told: ToolResponse): Holder {
  const copy: unknown = JSON.parse(
    JSON.stringify(told, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
  return isRecord(copy) ? { ...copy } : {};
}

/** The non-empty list with the longest JSON text, among the members of objects. */
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

/** The first members that fit, with their texts shortened; used once all lists are empty. */
function shortened(response: Holder, limit: number): Holder {
  const kept: Holder = { isShortened: true };
  for (const [key, value] of Object.entries(response)) {
    const short = typeof value === 'string' ? oneLine(value, mostWhenTight) : value;
    if (JSON.stringify({ ...kept, [key]: short }).length <= limit) kept[key] = short;
  }
  return kept;
}
