import type Crypto from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Replacements, type ReplacedKind } from '#src/exports/seeded/seededValues';

const drawn = vi.hoisted(() => ({ blocks: 0 }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  const createHmac: typeof crypto.createHmac = (...how) => {
    drawn.blocks += 1;
    return crypto.createHmac(...how);
  };
  return { ...crypto, createHmac };
});

beforeEach(() => {
  drawn.blocks = 0;
});

/** The replacements of different values. */
function replaced(texts: readonly string[], kind: ReplacedKind = 'text'): string[] {
  const values = new Replacements('key');
  return texts.map((text) => values.replace(kind, text));
}

describe('a form of which nearly all values are used', () => {
  it.each([
    ['numbers', Array.from({ length: 9000 }, (_, at) => String(1000 + at)), 1],
    ['numbers in texts', Array.from({ length: 1000 }, (_, at) => `x-${String(at).padStart(3, '0')}`), 1],
    // Some of the replacements would be hexadecimal.
    ['letters with digits', Array.from({ length: 10_000 }, (_, at) => `g${at + 1e7}`), 1.5],
  ])('takes no longer than others: %s', (_, texts, most) => {
    const made = replaced(texts);
    expect(new Set(made).size).toBe(texts.length);
    expect(drawn.blocks).toBeLessThanOrEqual(texts.length * most);
  });
});

it('letters beyond ASCII, of which there are few, are replaced by longer texts in a few steps', () => {
  const letters = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(0x4e00 + at));
  expect(new Set(replaced(letters)).size).toBe(letters.length);
  expect(drawn.blocks).toBeLessThan(letters.length * 1.5);
});

it('different forms stay different where their marks are characters of others', () => {
  const texts = ['NX_000000', 'ZZ_zzzzzz', 'ff-ff00ff', 'zz-zz00zz', 'à', 'b', 'z0', '0000', '1000', '0100'];
  expect(new Set(replaced(texts)).size).toBe(texts.length);
});

describe('what would fill the memory is rejected:', () => {
  const tooLong = 'The values to replace are too long. Select fewer records.';

  it('a long text', () => {
    expect(() => replaced(['a'.repeat(100_000)])).not.toThrow();
    expect(() => replaced(['a'.repeat(100_001)])).toThrow(tooLong);
  });

  it('long texts in large numbers, but not a repeated one', () => {
    const long = (at: number) => `${at}${'-'.repeat(99_990)}`;
    const many = Array.from({ length: 401 }, (_, at) => at);
    expect(() =>
      replaced(
        many.map(() => long(0)),
        'digits',
      ),
    ).not.toThrow();
    expect(() => replaced(many.map(long), 'digits')).toThrow(tooLong);
  });
});
