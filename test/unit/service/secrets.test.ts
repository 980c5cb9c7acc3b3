import { describe, expect, it } from 'vitest';
import { maskerOf } from '../../../src/service/secrets';

describe('a secret that the service quotes', () => {
  it.each([
    ['as a URI component', 'canary!s~wörd', encodeURIComponent('canary!s~wörd')],
    ['with small hex digits', 'canary?s/word', 'canary%3fs%2fword'],
    ['as PHP writes JSON', 'canary/b"c/d', 'canary\\/b\\"c\\/d'],
    ['as ASCII JSON', 'canary-wörd', 'canary-w\\u00f6rd'],
    ['as it is', 'canary wörd', 'canary wörd'],
  ])('is masked %s', (_, secret, quoted) => {
    expect(maskerOf([secret])(`Refused: ${quoted}.`)).toBe('Refused: ••••.');
  });
});
