/** Replaces every secret in what is shown, logged, or stored. */
export const mask = '••••';

/** Percent-encoded as in a form (RFC 6749, appendix B), with `+` for a space. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The shortest text that is always masked. A shorter one would mask ordinary words. */
const shortestSecret = 4;

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * The spellings of a text in services' messages: in a form or an address, in JSON, in nested JSON,
 * in HTML.
 */
function spellingsOf(text: string): string[] {
  const form = formEncoded(text);
  const json = inJson(text);
  const escaped = [
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`),
    // The default of .NET.
    json.replaceAll('\\"', '"').replace(/[^\x20-\x7e]|["&'+<>`]/g, (unit) => `\\u${hex(unit)}`),
  ];
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [
    text,
    form,
    form.replaceAll('+', '%20'),
    encodeURIComponent(text.toWellFormed()),
    ...escaped,
    ...escaped.map(inJson),
    html,
    html.replaceAll("'", '&#39;'),
    html.replaceAll("'", '&#x27;'),
  ];
}

/** Case-insensitive: hosts are lowercase, hexadecimal digits either. */
const patternOf = (text: string) =>
  new RegExp(Array.from(text, (part) => `\\u{${part.codePointAt(0)?.toString(16)}}`).join(''), 'giu');

/**
 * A function that masks secrets in a text of the service. Some services quote the request in their
 * error message, so each secret is searched for in every spelling.
 */
export function maskerOf(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellingsOf);
  const patterns = [...new Set(spellings)]
    // Longer secrets first: if one contains another, no remainder must be left.
    .sort((left, right) => right.length - left.length)
    .map(patternOf);
  return (text) => patterns.reduce((rest, secret) => rest.replace(secret, mask), text);
}
