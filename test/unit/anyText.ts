import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character, but no half of one, for `fc.string({ unit: anyCharacter })`. Its strings are those of
 * fast-check's unit `binary`, for which fast-check first lists all 1.1 million characters: that takes a second
 * or two in each file of tests.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates).map(
  (at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    if (code < 0 || character !== String.fromCodePoint(code)) throw new TypeError('Not a single character.');
    if (code >= firstSurrogate && code < firstSurrogate + surrogates)
      throw new TypeError('Half a character.');
    return code < firstSurrogate ? code : code - surrogates;
  },
);

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const percentEncoded = anyCharacter.map((character) => {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
});
const urlCharacter = (marks: string) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...Array.from(alphanumeric + marks)) },
    { weight: 1, arbitrary: percentEncoded },
  );

const segmentMarks = "-._~!$&'()*+,;=:@";
const segmentCharacter = urlCharacter(segmentMarks);
const pathOf = (segment: 'xsmall' | 'small', segments: 'xsmall' | 'small') =>
  fc
    .array(fc.string({ unit: segmentCharacter, size: segment }), { size: segments })
    .map((all) => all.map((each) => `/${each}`).join(''));

/** Paths as `fc.webPath()` makes them, which lists all characters as well. */
export const webPath = fc.oneof(pathOf('small', 'xsmall'), pathOf('xsmall', 'small'));

/** Addresses as `fc.webUrl()` makes them. */
export const webUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), webPath)
  .map(([scheme, authority, path]) => `${scheme}://${authority}${path}`);

/** Queries as `fc.webQueryParameters()` makes them. */
export const webQueryParameters = fc.string({ unit: urlCharacter(`${segmentMarks}/?`) });

/** Addresses with or without a query. */
export const webUrlWithQuery = fc
  .tuple(webUrl, fc.option(webQueryParameters))
  .map(([url, parameters]) => (parameters === null ? url : `${url}?${parameters}`));
