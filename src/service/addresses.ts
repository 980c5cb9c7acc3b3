import * as l10n from '@vscode/l10n';
import { tokenAddress, type Connection } from '../request/connection';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * Whether credentials may go to an address: a sentence that says why not, or null. `https:` only,
 * `http:` on loopback hosts; nothing that could carry a secret or send it elsewhere. Asked when a
 * connection is read or edited and again before every request.
 */
export function checkAddress(text: string): string | null {
  // The URL parser drops tabs and line ends and takes "\" for "/": what is read is not what is asked.
  if (/[\s\\\p{Cc}]/u.test(text))
    return l10n.t('The address can\'t contain spaces, control characters, or "\\".');
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(text)
      ? l10n.t('The address must use https:.')
      : l10n.t('Enter an address such as https://api.example.org.');
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return l10n.t("The address can't contain a user name or password.");
  if (/[?#]/.test(text)) return l10n.t('The address can\'t contain a query ("?") or a fragment ("#").');
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname)
    ? null
    : l10n.t(
        'The address must use https:. Only addresses on this machine (localhost, 127.0.0.1, [::1]) can use http:.',
      );
}

/**
 * The one spelling of an address: host in lower case and ASCII (so a look-alike shows as punycode),
 * no default port, no trailing slash. Text that is no address stays as it is.
 */
export function trimmedAddress(text: string): string {
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, '');
}

/**
 * The addresses that a connection's credentials are bound to, in full: where the data is and where
 * the token is asked. Two connections have the same home for a secret when these texts are equal.
 */
export function addressesOf(connection: Connection): string[] {
  const token = tokenAddress(connection);
  return [trimmedAddress(connection.baseUrl), URL.canParse(token) ? new URL(token).href : token];
}
