/**
 * Replaces the package `form-data` in the bundle (see .bundles.mjs). The HTTP library uses it for
 * forms with files, and it includes a table of all media types, 137 kB. None of our requests is
 * such a form: the body of a token request is text, and data requests have none. Always throws when
 * it is called with `new` for a form.
 */
export default function noFormData(): never {
  throw new Error('Forms with files are not part of this build.');
}
