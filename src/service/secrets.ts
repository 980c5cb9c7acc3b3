/** Stands for every secret in what is shown, logged or kept. */
export const mask = '••••';

/** Percent-encoded as in a form (RFC 6749, appendix B): once, with `+` for a space. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The shortest text that is masked wherever it turns up; a shorter one would mask ordinary words. */
const shortestSecret = 4;

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A text as services write it: in a form or an address, in JSON, in JSON within JSON, in HTML. */
function spellingsOf(text: string): string[] {
  const form = formEncoded(text);
  const json = inJson(text);
  const escaped = [
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`),
    // As .NET does by default.
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

/** In capitals and small letters alike: hosts are written in small ones, hexadecimal digits in both. */
const patternOf = (text: string) =>
  new RegExp(Array.from(text, (part) => `\\u{${part.codePointAt(0)?.toString(16)}}`).join(''), 'giu');

/**
 * A function that masks secrets in a text of the service: some services quote the request in their
 * error, so each secret is looked for in every spelling.
 */
export function maskerOf(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellingsOf);
  const patterns = [...new Set(spellings)]
    // Longer ones first: a secret that is part of another must not leave the rest of it standing.
    .sort((left, right) => right.length - left.length)
    .map(patternOf);
  return (text) => patterns.reduce((rest, secret) => rest.replace(secret, mask), text);
}
