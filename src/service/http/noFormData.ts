/**
 * Replaces the package `form-data` in the bundle (see scripts/bundles.mjs). The HTTP library uses it for forms with
 * files, and it includes a table of all media types, 137 kB. Our requests are never forms with files: the
 * body of a token request is text, and data requests have none. Throws if it's ever called.
 */
export default function noFormData(): never {
  throw new Error('Forms with files are not part of this build.');
}
