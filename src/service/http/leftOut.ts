/**
 * Replaces packages in the bundles (see scripts/bundles.mjs) that the HTTP library uses for what our requests never
 * are: forms with files (a table of all media types, 137 kB), requests that it redirects or sends through a proxy
 * that it chose and, in the editor, through any (26 kB), because `http.ts` turns them off, and requests that browsers
 * send. Throws if it's ever called.
 */
export default function leftOut(): never {
  throw new Error('Forms with files, redirects, proxies, and other adapters are not part of this build.');
}

export const getProxyForUrl = leftOut;
export const getFetch = leftOut;
