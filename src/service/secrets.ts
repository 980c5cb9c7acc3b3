/** Replaces every secret in what is shown, logged, or stored. */
export const mask = '••••';

/** Percent-encoded as in a form (RFC 6749, appendix B), with `+` for a space. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/**
 * Secrets with fewer characters appear in ordinary words, where masking would give them away. A text
 * that contains one is masked as a whole.
 */
const shortestMasked = 4;

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

/**
 * A text for searching without regard to case, as long as the text itself: hosts are lowercase,
 * hexadecimal digits either.
 */
const folded = (text: string): string =>
  Array.from(text, (part) => {
    const lower = part.toUpperCase().toLowerCase();
    return lower.length === part.length ? lower : part;
  }).join('');

/** Where `wanted` is in `text`, from and to (exclusive). */
function placesOf(wanted: string, text: string): [from: number, to: number][] {
  const places: [number, number][] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push([at, at + wanted.length]);
  }
  return places;
}

/**
 * A function that masks secrets in a text of the service. Some services quote the request in their
 * error message, so each secret is searched for in every spelling. A plain search: a secret may be
 * longer than a regular expression can be. A user name with fewer than four characters isn't masked:
 * it would hide most messages, and it opens nothing by itself.
 */
export function maskerOf(secrets: readonly string[], username = ''): (text: string) => string {
  const names = username.length < shortestMasked ? [] : [username];
  const spellings = [...secrets, ...names]
    .filter((secret) => secret !== '')
    .map((secret) => [...new Set(spellingsOf(secret).map(folded))]);
  const short = spellings.filter(([secret = '']) => secret.length < shortestMasked).flat();
  return (text) => {
    const searched = folded(text);
    if (short.some((secret) => searched.includes(secret))) return mask;
    const places = spellings
      .flat()
      .flatMap((secret) => placesOf(secret, searched))
      .sort(([left], [right]) => left - right);
    let shown = '';
    let from = 0;
    for (const [start, end] of places) {
      // Spellings overlap, and one secret may contain another.
      if (start >= from) shown += text.slice(from, start) + mask;
      from = Math.max(from, end);
    }
    return shown + text.slice(from);
  };
}
