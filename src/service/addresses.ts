import * as l10n from '@vscode/l10n';
import { tokenAddress, type Connection } from '../request/connection';

/**
 * The URL of an address, which may be relative to another one; `undefined` if it has none. In Node 20, `URL.canParse`
 * says no to letters such as ü once it was called often.
 */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** The host and port of an address, in ASCII, in which no letter can pass for another. */
export const hostOf = (address: string): string => new URL(address).host;

/** Whether the host name of a parsed address means this machine. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * Whether credentials may be sent to an address: a sentence that says why not, or null. Accepts only
 * `https:`, and `http:` on loopback hosts, and nothing that could contain a secret or redirect it. Called
 * when a connection is read or edited, and again before every request.
 */
export function checkAddress(text: string): string | null {
  // The URL parser drops tabs and line breaks and reads "\" as "/", so the address used would
  // differ from the one shown.
  if (/[\s\\\p{Cc}]/u.test(text))
    return l10n.t('The address can\'t contain spaces, control characters, or "\\".');
  if (!/^https?:\/\/[^/]/i.test(text) || !urlOf(text)) {
    return /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(text)
      ? l10n.t('The address must use HTTPS.')
      : l10n.t('Enter an address such as https://api.example.org.');
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return l10n.t("The address can't contain a user name or password.");
  if (/[?#]/.test(text)) return l10n.t('The address can\'t contain a query ("?") or a fragment ("#").');
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname)
    ? null
    : l10n.t(
        'The address must use HTTPS. Only addresses on this machine (localhost, 127.0.0.1, [::1]) can use HTTP.',
      );
}

/**
 * The canonical form of an address: lowercase ASCII host (so a look-alike shows as punycode), no default
 * port, no trailing slash. Text that isn't an address isn't changed, except for trailing slashes.
 */
export function trimmedAddress(text: string): string {
  return (urlOf(text)?.href ?? text).replace(/\/+$/, '');
}

/**
 * The full addresses that a connection's credentials are bound to: the data address and the token address.
 * Two connections share secrets only if these texts are equal.
 */
export function addressesOf(connection: Connection): string[] {
  const token = tokenAddress(connection);
  return [trimmedAddress(connection.baseUrl), urlOf(token)?.href ?? token];
}
