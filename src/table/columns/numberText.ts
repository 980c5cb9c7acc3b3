import { randomUUID } from 'node:crypto';

/**
 * Numbers as the service wrote them. For most of them, the text can be recreated from the double
 * (`String(12.1)`); the others (`12.10`, `1e3`, `-0`, integers beyond 2^53) are kept as `NumberText`.
 */
export class NumberText {
  constructor(readonly text: string) {}
}

/** The start of a string, whose digits mean nothing, or a number. Member names never match. */
const quoteOrNumber = /"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g;
/**
 * Marks an odd number that goes through `JSON.parse` as a string. It is random, so no body can contain it.
 */
const mark = `${randomUUID()}:`;
/**
 * A cheap test of a whole batch for odd numbers: a long run of digits, a trailing decimal zero, an
 * exponent, or `-0`. Times such as `00:00:00.000Z`, which every record contains, don't match.
 */
const maybeOdd = /\d{16}|\.\d*0(?!\d|Z")|\d[eE]|-0(?![\d.])|\d\.\d{7}|\d{10}\.\d/;

const isPlain = (text: string) => String(Number(text)) === text;

/** The number of a JSON token; as text if its double would be written differently. */
export const exactNumber = (token: string): number | NumberText =>
  isPlain(token) ? Number(token) : new NumberText(token);

/**
 * The offset after the string that starts at `from`; the end of the text if it doesn't end. Searches for
 * quotes, because a regular expression that repeats a choice overflows the stack with a string of a few
 * megabytes.
 */
function afterString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text[escapes - 1] === '\\') escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The text with every odd number replaced by a marked string; the text itself if there are none. */
function marked(text: string): string {
  let result = '';
  let copied = 0;
  quoteOrNumber.lastIndex = 0;
  for (let found = quoteOrNumber.exec(text); found !== null; found = quoteOrNumber.exec(text)) {
    const [token] = found;
    if (token === '"') quoteOrNumber.lastIndex = afterString(text, found.index);
    else if (!isPlain(token)) {
      result += `${text.slice(copied, found.index)}"${mark}${token}"`;
      copied = quoteOrNumber.lastIndex;
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/**
 * `JSON.parse` that keeps the digits: a number whose double would be written differently becomes a
 * `NumberText`, everything else is parsed as usual. Throws `SyntaxError` exactly when `JSON.parse` does.
 */
export function parseExactly(text: string): unknown {
  const prepared = maybeOdd.test(text) ? marked(text) : text;
  if (prepared === text) return JSON.parse(text) as unknown;
  return JSON.parse(prepared, unmarked);
}

const unmarked = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(mark) ? new NumberText(value.slice(mark.length)) : value;

/** The result of `parseExactly`, or `undefined` if the text isn't valid JSON. */
export function parsedExactly(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON text of a parsed value with its digits intact, for values in a column of another type. No value is
 * nested more than 64 levels deep, because the reader rejects such bodies.
 */
export function toJsonText(value: unknown): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toJsonText(member)}`).join(',')}}`;
  }
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** A JSON text as it is shown: strings without their quotes, everything else unchanged. */
export function unquotedText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
