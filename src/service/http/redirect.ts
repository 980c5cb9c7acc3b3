import * as l10n from '@vscode/l10n';

/**
 * The message for a redirect, or null for any other response. Redirects aren't followed, because
 * the password or a key would be sent along. Only the host is shown, because the rest of the
 * address may contain a secret, and not even the host if `masked` finds a secret in the address.
 */
export function redirectMessage(
  status: number,
  location: string | undefined,
  askedUrl: string,
  masked: (text: string) => string,
): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  const { host } = URL.canParse(location, askedUrl) ? new URL(location, askedUrl) : { host: '' };
  const isFitToShow = masked(location) === location && masked(host) === host && host !== '';
  return !isFitToShow
    ? l10n.t(
        'The service redirected the request to another address. The redirect was not followed, and nothing was sent there.',
      )
    : l10n.t(
        'The service redirected the request to {0}. The redirect was not followed, and nothing was sent there.',
        host,
      );
}
