import type { Connection } from '../request/connection';
import type { Credentials } from './clientTypes';

/** Replaces every secret in text that is shown, logged, or stored. */
export const mask = '••••';

/** Percent-encoded as in a form (RFC 6749, appendix B), with `+` for a space. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/**
 * Shorter secrets appear in ordinary words, where masking would reveal them. A text that contains one is
 * masked as a whole.
 */
const shortestMasked = 4;

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
const inBase64 = (text: string): string[] => {
  const bytes = Buffer.from(text);
  const plain = bytes.toString('base64').replace(/=+$/, '');
  return [plain, formEncoded(plain), bytes.toString('base64url')];
};
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * The spellings of a text in services' messages: in a form or an address, in JSON, in nested JSON, in HTML, and in
 * Base64 without what fills it up.
 */
function spellingsOf(text: string): string[] {
  const form = formEncoded(text);
  const json = inJson(text);
  const escaped = [
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`),
    // JSON as .NET writes it by default.
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
    ...(text.length < shortestMasked ? [] : inBase64(text)),
  ];
}

/**
 * A text for case-insensitive search, as long as the text itself. Hosts are sent in lowercase, and
 * hexadecimal digits in either case.
 */
const folded = (text: string): string =>
  Array.from(text, (part) => {
    const lower = part.toUpperCase().toLowerCase();
    return lower.length === part.length ? lower : part;
  }).join('');

/** The ranges of `text` that contain `wanted`, each with an exclusive end. */
function rangesOf(wanted: string, text: string): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    ranges.push([at, at + wanted.length]);
  }
  return ranges;
}

/**
 * The client credentials as in RFC 6749, section 2.3.1: each half is form-encoded before they are joined.
 */
export const clientPair = ({ clientId }: Connection, { clientSecret = '' }: Credentials): string =>
  `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;

/** What signs in, and what it's joined to where it's sent as Basic: nobody may see it, whoever sends it back. */
export function secretsOf(connection: Connection, credentials: Credentials): string[] {
  const { username, password, clientSecret = '' } = credentials;
  const ofAccount = [password, `${username}:${password}`];
  if (clientSecret === '') return ofAccount;
  const pairs = [`${connection.clientId}:${clientSecret}`, clientPair(connection, credentials)];
  return [...ofAccount, clientSecret, ...pairs];
}

/**
 * Returns a function that masks secrets in a text of the service. Some services quote the request in their
 * error message, so each secret is searched for in every spelling. This is a plain search, because a secret
 * may be longer than a regular expression can be. A user name with fewer than four characters isn't masked:
 * it would hide most messages, and it gives no access by itself.
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
    const ranges = spellings
      .flat()
      .flatMap((secret) => rangesOf(secret, searched))
      .sort(([left], [right]) => left - right);
    let shown = '';
    let from = 0;
    for (const [start, end] of ranges) {
      // Spellings overlap, and one secret may contain another.
      if (start >= from) shown += text.slice(from, start) + mask;
      from = Math.max(from, end);
    }
    return shown + text.slice(from);
  };
}
