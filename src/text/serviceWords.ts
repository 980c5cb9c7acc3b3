import { isRecord } from './parsedJson';

/**
 * The most characters of one sentence: more than any message needs. A longer one is left out, not cut: secrets
 * are masked later, and a cut could leave half of one, which wouldn't be recognized.
 */
const longestSentence = 64 * 1024;

/** How deep a message is looked for: `errors`, the list of a field, an object in the list, its `error`. */
const mostLevels = 4;

/** How many members of a list or of `errors` are looked at. */
const mostMembers = 16;

/**
 * The service's own words in the JSON body of an error, or of a success that is an error in disguise. A body
 * is a JSON string (docs/api.md, "Response cases"), or an object with the fields of OAuth (RFC 6749, section
 * 5.2), of problem details (RFC 9457), or with a `message`, alone or in a list. They are as the service
 * sent them: mask secrets, and then shorten them to one line, before they're shown.
 */
export const wordsOf = (body: unknown): string | undefined => sentenceOf(body) ?? wordsAt(body, mostLevels);

/** A text with something to read in it. */
function sentenceOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestSentence) return undefined;
  const sentence = value.trim();
  return sentence === '' ? undefined : sentence;
}

function wordsAt(value: unknown, levels: number): string | undefined {
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return firstOf(value, (member) => wordsAt(member, levels - 1));
  if (!isRecord(value)) return undefined;
  const title = sentenceOf(value.title);
  const detail = sentenceOf(value.detail);
  const stated = sentenceOf(value.error_description) ?? sentenceOf(value.message);
  const fieldError = memberWords(value.errors, levels - 1);
  // A title alone is the same for every error of its kind.
  if (stated !== undefined) return joined(stated, fieldError);
  if (title !== undefined) return joined(title, fieldError ?? detail);
  if (detail !== undefined) return joined(detail, fieldError);
  return sentenceOf(value.error) ?? wordsAt(value.error, levels - 1) ?? fieldError;
}

/** The first message in `errors`: by field name or in a list, each a text, an object, or a list of these. */
function memberWords(errors: unknown, levels: number): string | undefined {
  if (levels <= 0 || typeof errors !== 'object' || errors === null) return undefined;
  return firstOf(
    Object.values(errors),
    (member) =>
      sentenceOf(member) ??
      (Array.isArray(member) ? memberWords(member, levels - 1) : wordsAt(member, levels - 1)),
  );
}

function firstOf(
  members: readonly unknown[],
  words: (member: unknown) => string | undefined,
): string | undefined {
  for (const member of members.slice(0, mostMembers)) {
    const found = words(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

function joined(first: string, second: string | undefined): string {
  if (second === undefined || second === first) return first;
  return /[.!?…:]$/u.test(first) ? `${first} ${second}` : `${first}: ${second}`;
}
