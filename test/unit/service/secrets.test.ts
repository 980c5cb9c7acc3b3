import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formEncoded, maskerOf } from '../../../src/service/secrets';

describe('a secret that the service quotes', () => {
  it.each([
    ['as a URI component', 'canary!s~wörd', encodeURIComponent('canary!s~wörd')],
    ['with small hex digits', 'canary?s/word', 'canary%3fs%2fword'],
    ['as PHP writes JSON', 'canary/b"c/d', 'canary\\/b\\"c\\/d'],
    ['as ASCII JSON', 'canary-wörd', 'canary-w\\u00f6rd'],
    ['as .NET writes JSON', "canary&w+ö'd", 'canary\\u0026w\\u002B\\u00F6\\u0027d'],
    ['in JSON within JSON', 'canary"w\\rd', 'canary\\\\\\"w\\\\\\\\rd'],
    ['in HTML', 'canary<w&r\'d"', 'canary&lt;w&amp;r&#x27;d&quot;'],
    ['in capitals', 'canary-wörd', 'CANARY-WÖRD'],
    ['beyond the basic plane', 'canary-😀', 'canary-\\ud83d\\ude00'],
    ['of half a character', 'canary-\ud83d', 'canary-%EF%BF%BD'],
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

  it('is masked with another that overlaps it', () => {
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
      fc.property(fc.string({ unit: 'binary', minLength: 4 }), (secret) => {
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
