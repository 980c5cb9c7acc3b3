/**
 * Replaces packages in the bundle (see scripts/bundles.mjs) that the HTTP library uses for what our requests never
 * are: forms with files (a table of all media types, 137 kB), and requests that it redirects or sends through a
 * proxy itself (26 kB), because `http.ts` turns both off. Throws if it's ever called.
 */
export default function leftOut(): never {
  throw new Error('Forms with files, redirects, and proxies are not part of this build.');
}

export const getProxyForUrl = leftOut;
