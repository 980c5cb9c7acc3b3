/**
 * Stands in the bundle for the package `form-data` (see .bundles.mjs). The HTTP library has it for
 * forms with files, and with it comes a table of all media types, 137 kB. No request of ours is such a
 * form: the one for a token has a text as its body, those for data have none. Called with `new` for a
 * form, it always throws.
 */
export default function noFormData(): never {
  throw new Error('Forms with files are not part of this build.');
}
