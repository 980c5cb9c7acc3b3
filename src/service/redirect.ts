/**
 * What is said of an answer that wants the request to go elsewhere, or null for any other. None is
 * followed: the password or a key would travel along. Only the host is named, because the rest of
 * the address may carry a secret.
 */
export function redirectMessage(
  status: number,
  location: string | undefined,
  askedUrl: string,
): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  const host = URL.canParse(location, askedUrl) ? new URL(location, askedUrl).host : '';
  const elsewhere = host === '' ? 'to another address' : `on to ${host}`;
  return `The service sends the request ${elsewhere}; it was not followed, and nothing was sent there.`;
}
