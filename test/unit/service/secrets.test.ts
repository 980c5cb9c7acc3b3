import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formEncoded, maskerOf } from '#src/service/secrets';
import { anyCharacter } from '../anyText';

describe('a secret that the service quotes', () => {
  it.each([
    ['as a URI component', 'canary!s~wörd', encodeURIComponent('canary!s~wörd')],
    ['with lowercase hex digits', 'canary?s/word', 'canary%3fs%2fword'],
    ['as PHP writes JSON', 'canary/b"c/d', 'canary\\/b\\"c\\/d'],
    ['as ASCII JSON', 'canary-wörd', 'canary-w\\u00f6rd'],
    ['as ASCII JSON with other marks', "canary&w+ö'd", "canary&w+\\u00f6'd"],
    ['as .NET writes a quotation mark', 'canary"w', 'canary\\u0022w'],
    ['as .NET writes JSON', "canary&w+ö'd", 'canary\\u0026w\\u002B\\u00F6\\u0027d'],
    ['in JSON within JSON', 'canary"w\\rd', 'canary\\\\\\"w\\\\\\\\rd'],
    ['in HTML', 'canary<w&r\'d"', 'canary&lt;w&amp;r&#x27;d&quot;'],
    ['in HTML with angle brackets', "canary<w>r'd", 'canary&lt;w&gt;r&#39;d'],
    ['in a form with %20', 'canary w!d', 'canary%20w%21d'],
    ['in capitals', 'canary-wörd', 'CANARY-WÖRD'],
    ['in capitals of another alphabet', 'canary-\u00b5', 'CANARY-\u039c'],
    ['with a capital ß', 'canary-ß', 'CANARY-ẞ'],
    ['beyond the basic plane', 'canary-😀', 'canary-\\ud83d\\ude00'],
    ['of half a character', 'canary-\ud83d', 'canary-%EF%BF%BD'],
    ['in Base64', 'canary-wörd', Buffer.from('canary-wörd').toString('base64').replace(/=+$/, '')],
    ['in Base64 within a form', 'canary>>?', 'Y2FuYXJ5Pj4%2F'],
    ['in Base64 of an address', 'canary>>?', 'Y2FuYXJ5Pj4_'],
    ['as it is', 'canary wörd', 'canary wörd'],
  ])('is masked %s', (_, secret, quoted) => {
    expect(maskerOf([secret])(`Refused: ${quoted}.`)).toBe('Refused: ••••.');
  });

  it('is masked however long it is', () => {
    const secret = Array.from({ length: 60_000 }, (_, index) => 'canary/Ö'[index % 8]).join('');
    const masked = maskerOf([secret]);
    expect(masked(`(${secret})(${encodeURIComponent(secret)})(${secret.toLowerCase()})`)).toBe(
      '(••••)(••••)(••••)',
    );
  });

  it('is masked exactly, even after letters whose capitals have another length', () => {
    expect(maskerOf(['canary'])('Große Straße: CANARY, refused.')).toBe('Große Straße: ••••, refused.');
    expect(formEncoded('a b&ü')).toBe('a+b%26%C3%BC');
  });

  it('is masked together with another secret that overlaps it', () => {
    expect(maskerOf(['canary-a-b', 'a-b-other', 'nary'])('canary-a-b-other, ordinary')).toBe(
      '••••, ordi••••',
    );
  });

  it.each(['abc', 'A/b', 'x'])(
    'masks the whole text when it has fewer than four characters: %s',
    (secret) => {
      const masked = maskerOf([secret]);
      expect(masked(`Refused: ${secret.toUpperCase()}.`)).toBe('••••');
      expect(masked(`Refused: ${encodeURIComponent(secret)}.`)).toBe('••••');
      expect(masked('No.')).toBe('No.');
      expect(maskerOf([''])('No.')).toBe('No.');
    },
  );

  it('leaves a message readable that contains a user name of three characters', () => {
    expect(maskerOf([], 'mar')('The market is closed.')).toBe('The market is closed.');
    expect(maskerOf(['canary'], 'anna')('Anna, not canary.')).toBe('••••, not ••••.');
  });

  it('is masked whatever characters it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 4 }), (secret) => {
        const spellings = [
          secret,
          encodeURIComponent(secret),
          formEncoded(secret),
          JSON.stringify(secret).slice(1, -1),
        ];
        const rest = maskerOf([secret])(`(${spellings.join(')(')})`);
        expect(rest).toBe(Array.from(spellings, () => '(••••)').join(''));
      }),
    );
  });
});
