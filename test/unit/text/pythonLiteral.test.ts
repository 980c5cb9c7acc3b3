import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pythonLiteral } from '#src/text/pythonLiteral';
import { anyCharacter } from '../anyText';
import { propertyRuns } from '../propertyRuns';

/**
 * What Python reads from a literal with double quotes, by its rules for the escapes that programs use. Throws
 * if it's not one whole literal.
 */
function decoded(literal: string): string {
  const [, inner] = /^"((?:[^"\\\n\r]|\\["\\bfnrt]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"$/.exec(literal) ?? [];
  if (inner === undefined) throw new Error(`No literal: ${literal}`);
  const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  return inner.replace(/\\(?:u[0-9a-f]{4}|U[0-9a-f]{8}|.)/g, (escape) =>
    escape.length > 2
      ? String.fromCodePoint(parseInt(escape.slice(2), 16))
      : (short[escape[1] ?? ''] ?? escape.slice(1)),
  );
}

it('a Python literal is ASCII, and Python reads the text from it, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const literal = pythonLiteral(text);
      expect(literal).toMatch(/^[ -~]*$/);
      expect(decoded(literal)).toBe(text);
    }),
    { numRuns: propertyRuns(300) },
  );
});
