import { randomUUID } from 'node:crypto';

/**
 * Numbers as the service wrote them. For most of them, the text can be recreated from the double
 * (`String(12.1)`); the others (`12.10`, `1e3`, `-0`, integers beyond 2^53) are kept as `NumberText`.
 */
export class NumberText {
  constructor(readonly text: string) {}
}

/**
 * Matches numbers, and also strings, so that digits inside a string are skipped. Member names never match.
 */
const jsonNumber = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/gs;
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
 * `JSON.parse` that keeps the digits: a number whose double would be written differently becomes a
 * `NumberText`, everything else is parsed as usual. Throws `SyntaxError` exactly when `JSON.parse` does.
 */
export function parseExactly(text: string): unknown {
  if (!maybeOdd.test(text)) return JSON.parse(text) as unknown;
  let odd = 0;
  const marked = text.replace(jsonNumber, (token) => {
    if (token.startsWith('"') || isPlain(token)) return token;
    odd += 1;
    return `"${mark}${token}"`;
  });
  if (odd === 0) return JSON.parse(text) as unknown;
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new NumberText(value.slice(mark.length)) : value,
  );
}

/** JSON text of a parsed value, digits intact; for values in a column of another type. */
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
