/**
 * What Python reads from a literal with double quotes, by its rules for the escapes that programs use. Throws
 * if it's not one whole literal.
 */
export function decoded(literal: string): string {
  const [, inner] = /^"((?:[^"\\\n\r]|\\["\\bfnrt]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"$/.exec(literal) ?? [];
  if (inner === undefined) throw new Error(`No literal: ${literal}`);
  const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  return inner.replace(/\\(?:u[0-9a-f]{4}|U[0-9a-f]{8}|.)/g, (escape) =>
    escape.length > 2
      ? String.fromCodePoint(parseInt(escape.slice(2), 16))
      : (short[escape[1] ?? ''] ?? escape.slice(1)),
  );
}
