import * as l10n from '@vscode/l10n';
import { urlOf } from '../addresses';

/**
 * The origin of the address in a `Location` header. The rest may contain a secret. `undefined` if nothing can
 * be shown: because `masked` finds a secret in the address, or because it has no host.
 */
export function shownOrigin(
  location: string,
  requestedUrl: string,
  masked: (text: string) => string,
): string | undefined {
  const { host, origin } = urlOf(location, requestedUrl) ?? { host: '', origin: '' };
  return masked(location) === location && masked(host) === host && host !== '' ? origin : undefined;
}

/**
 * The message for a redirect, or null for any other response. Redirects aren't followed, because the password
 * or a key would be sent to their target as well.
 */
export function redirectMessage(
  status: number,
  location: string | undefined,
  requestedUrl: string,
  masked: (text: string) => string,
): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  const origin = shownOrigin(location, requestedUrl, masked);
  return origin === undefined
    ? l10n.t(
        "The service redirected the request to another address. The redirect wasn't followed, and nothing was sent there.",
      )
    : l10n.t(
        "The service redirected the request to {0}. The redirect wasn't followed, and nothing was sent there.",
        new URL(origin).host,
      );
}
