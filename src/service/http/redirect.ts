import { t } from '../../text/l10n';

/**
 * What is said of a response that wants the request to go elsewhere, or null for any other. None is
 * followed: the password or a key would travel along. Only the host is named, because the rest of
 * the address may carry a secret; not even the host where `masked` finds one in the address.
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
    ? t('The service sends the request to another address; it was not followed, and nothing was sent there.')
    : t('The service sends the request on to {0}; it was not followed, and nothing was sent there.', host);
}
